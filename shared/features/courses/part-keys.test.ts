import { expect, test } from 'vitest'
import type { CourseTexts, WrittenCourse } from './course-format.ts'
import { type KnownPart, nameParts, type PartKind } from './part-keys.ts'

const en = (text: string): CourseTexts => ({ en: text })
type Stage = WrittenCourse['stages'][number]
type Day = Stage['days'][number]

const dayOf = (title: string, dayNumber: number, more: Partial<Day> = {}): Day => ({
  dayNumber,
  title: en(title),
  ...more,
})
const daysOf = (...titles: string[]) => titles.map((title, index) => dayOf(title, index + 1))
const lessonsOf = (...titles: string[]) => [{ lessons: titles.map(title => ({ title: en(title) })) }]

function courseOf(days: Day[], more: Partial<WrittenCourse> = {}, stage: Partial<Stage> = {}): WrittenCourse {
  const stages = [{ title: en('Week 1'), days, ...stage }]
  return { 'kurso-course': 1, key: 'tea', languages: ['en'], title: en('Tea'), stages, ...more }
}

/** A part that two learners worked on. */
const known = (kind: PartKind, key: string, title: string, within = '', more: Partial<KnownPart> = {}): KnownPart => ({
  kind,
  key,
  within: [within],
  titles: en(title),
  isArchived: false,
  learners: 2,
  ...more,
})
const stage = known('stage', 'stage-1', 'Week 1')
const knownDay = (key: string, title: string, more: Partial<KnownPart> = {}) =>
  known('day', key, title, 'stage stage-1', more)
const steps = [stage, knownDay('day-1', 'Water'), knownDay('day-2', 'Leaves')]

/** The keys of the days, and what is asked of the author. */
function named(course: WrittenCourse, parts: readonly KnownPart[]) {
  const { keyAt, problems } = nameParts(course, parts)
  return { days: course.stages[0]?.days.map((_, index) => keyAt(`stages[0].days[${index}]`)), problems }
}

test('the parts of a new course get their keys by position, unless they have their own', () => {
  const water = dayOf('Water', 3, {
    homeworks: [{ title: en('Photo') }, { key: 'diary', title: en('Diary') }],
    lessonSets: [
      { lessons: [{ use: 'steam' }, { title: en('Boil') }] },
      { lessons: [{ key: 'pour', title: en('Pour') }, { title: en('Wait') }] },
    ],
  })
  const { keyAt, problems } = nameParts(
    courseOf(
      [water, dayOf('Cup', 7, { key: 'cup' })],
      { documents: [{ title: en('Plan') }], lessons: [{ key: 'steam', title: en('Steam') }] },
      { homeworks: [{ title: en('Brew') }] },
    ),
  )
  expect(problems).toEqual([])
  const places = {
    'stages[0]': 'stage-1',
    'stages[0].homeworks[0]': 'stage-1-homework-1',
    'stages[0].days[0]': 'day-3',
    'stages[0].days[1]': 'cup',
    'stages[0].days[0].homeworks[0]': 'day-3-homework-1',
    'stages[0].days[0].homeworks[1]': 'diary',
    'stages[0].days[0].lessonSets[0].lessons[0]': '',
    'stages[0].days[0].lessonSets[0].lessons[1]': 'day-3-lesson-2',
    'stages[0].days[0].lessonSets[1].lessons[0]': 'pour',
    'stages[0].days[0].lessonSets[1].lessons[1]': 'day-3-lesson-4',
    'lessons[0]': 'steam',
    'documents[0]': 'document-1',
  }
  expect(Object.fromEntries(Object.keys(places).map(place => [place, keyAt(place)]))).toEqual(places)
})

test('a part with a known title in the same place keeps its key, wherever it stands now', () => {
  expect(named(courseOf(daysOf('Welcome', 'Leaves', 'Water')), steps)).toEqual({
    days: ['day-1-2', 'day-2', 'day-1'],
    problems: [],
  })
  const elsewhere = [stage, known('day', 'day-9', 'Water', 'stage stage-2', { learners: 0 })]
  expect(named(courseOf(daysOf('Water')), elsewhere).days).toEqual(['day-1'])
  const [boil, photo] = [
    known('lesson', 'boil', 'Boil', 'day day-2', { within: ['day day-1', 'day day-2'] }),
    known('homework', 'photo', 'Photo', 'day day-2'),
  ]
  const leaves = dayOf('Leaves', 1, { lessonSets: lessonsOf('Boil'), homeworks: [{ title: en('Photo') }] })
  const { keyAt } = nameParts(courseOf([leaves, dayOf('Water', 2)]), [...steps, boil, photo])
  expect(keyAt('stages[0].days[0].lessonSets[0].lessons[0]')).toBe('boil')
  expect(keyAt('stages[0].days[0].homeworks[0]')).toBe('photo')
})

test('a new part takes no key that learners’ records are of, however many there are', () => {
  const parts = [...steps, knownDay('day-3', 'Milk', { isArchived: true, learners: 0 }), knownDay('day-3-2', 'Sugar')]
  const sugar = dayOf('Sugar', 4)
  const course = courseOf([...daysOf('Water', 'Leaves', 'Cup'), sugar])
  expect(named(course, parts)).toEqual({ days: ['day-1', 'day-2', 'day-3-3', 'day-3-2'], problems: [] })
  const unused = knownDay('day-3', 'Milk', { learners: 0 })
  expect(named(courseOf(daysOf('Water', 'Leaves', 'Cup')), [...steps, unused]).days).toEqual([
    'day-1',
    'day-2',
    'day-3',
  ])
})

test('titles are compared in the first language that the file shares with what is known', () => {
  const inTwo = { languages: ['es', 'ru', 'en'] }
  const water = knownDay('water', 'Water', { titles: { en: 'Water', ru: 'Вода' } })
  const titled = (title: CourseTexts) => courseOf([{ dayNumber: 1, title }], inTwo)
  expect(named(titled({ es: 'Agua', ru: 'Вода', en: 'Still water' }), [stage, water]).days).toEqual(['water'])
  expect(named(titled({ es: 'Agua', ru: 'Чай', en: 'Water' }), [stage, water]).problems).toHaveLength(1)
  const inPortuguese = knownDay('water', '', { titles: { pt: 'Agua' } })
  expect(named(titled({ es: 'Agua' }), [stage, inPortuguese]).days).toEqual(['water'])
})

test('a part that learners worked on and that may have been renamed needs its key', () => {
  const renamed = named(courseOf(daysOf('Hot water', 'Leaves')), steps)
  expect(renamed.problems).toEqual([
    {
      place: 'stages[0].days[0]',
      reason:
        'needs a key: its title is new, and day-1 (Water), which learners have worked on, is gone. ' +
        'Give it that key if it is the same day, or a new one if it is not',
    },
  ])
  const both = named(courseOf(daysOf('Hot water', 'Green leaves')), steps).problems
  expect(both.map(({ place }) => place)).toEqual(['stages[0].days[0]', 'stages[0].days[1]'])
  expect(both[0]?.reason).toContain('day-1 (Water), day-2 (Leaves), which')
})

test('a part is renamed freely under its key, and while nobody has worked on it', () => {
  const keyed = [dayOf('Hot water', 1, { key: 'day-1' }), dayOf('Leaves', 2)]
  expect(named(courseOf(keyed), steps)).toEqual({ days: ['day-1', 'day-2'], problems: [] })
  const fresh = [stage, knownDay('day-1', 'Water', { learners: 0 })]
  expect(named(courseOf(daysOf('Hot water')), fresh)).toEqual({ days: ['day-1'], problems: [] })
  const gone = [stage, knownDay('day-1', 'Water', { isArchived: true })]
  expect(named(courseOf(daysOf('Hot water')), gone)).toEqual({ days: ['day-1-2'], problems: [] })
})

test('what stands in a new part is new with it, and needs no key', () => {
  const photo = known('homework', 'day-1-homework-1', 'Photo', 'day day-1')
  const withHomework = (title: string, number: number, homework: string) =>
    dayOf(title, number, { homeworks: [{ title: en(homework) }] })
  const course = courseOf([dayOf('Water', 1), dayOf('Leaves', 2), withHomework('Cup', 3, 'Drawing')])
  expect(nameParts(course, [...steps, photo]).problems).toEqual([])
  const inOld = courseOf([withHomework('Water', 1, 'Drawing'), dayOf('Leaves', 2)])
  expect(nameParts(inOld, [...steps, photo]).problems.map(({ place }) => place)).toEqual([
    'stages[0].days[0].homeworks[0]',
  ])
})

test('a part that learners worked on is not given another key', () => {
  const course = courseOf([dayOf('Water', 1, { key: 'water' }), dayOf('Leaves', 2)])
  expect(named(course, steps).problems).toEqual([
    {
      place: 'stages[0].days[0].key',
      reason: 'was day-1 until now, and learners have worked on it under that key',
    },
  ])
  const other = courseOf([dayOf('Milk', 1, { key: 'milk' }), dayOf('Leaves', 2)])
  expect(named(other, steps).problems).toEqual([])
  const moved = { ...known('day', 'day-1', 'Water', 'stage stage-2') }
  expect(named(course, [stage, moved, ...steps.slice(2)]).problems).toEqual([])
})

test('parts of one title keep their order, and need keys when there are more or fewer of them', () => {
  const rest = [stage, knownDay('first', 'Rest'), knownDay('second', 'Rest')]
  expect(named(courseOf(daysOf('Rest', 'Rest')), rest)).toEqual({ days: ['first', 'second'], problems: [] })
  const reason = 'needs a key: first (Rest), second (Rest) had this title, and there are more or fewer of them now'
  expect(named(courseOf(daysOf('Rest')), rest).problems).toEqual([{ place: 'stages[0].days[0]', reason }])
  const oneUnused = [stage, knownDay('first', 'Rest', { learners: 0 }), knownDay('second', 'Rest')]
  expect(named(courseOf(daysOf('Rest')), oneUnused).problems).toHaveLength(1)
  const three = named(courseOf(daysOf('Rest', 'Rest', 'Rest')), rest)
  expect(three.problems).toEqual([0, 1, 2].map(index => ({ place: `stages[0].days[${index}]`, reason })))
  expect(three.days).toEqual(['first', 'second', 'day-3'])
  const unused = rest.map(part => ({ ...part, learners: 0 }))
  expect(named(courseOf(daysOf('Rest')), unused)).toEqual({ days: ['first'], problems: [] })
  const keyed = courseOf([dayOf('Rest', 1, { key: 'second' }), dayOf('Rest', 2)])
  expect(named(keyed, rest)).toEqual({ days: ['second', 'first'], problems: [] })
})

test('a new day in a new stage does not inherit what learners did on an old one of its number', () => {
  const course = courseOf(daysOf('Hot water'), {}, { title: en('Week 9') })
  expect(named(course, [{ ...stage, learners: 0 }, knownDay('day-1', 'Water')])).toEqual({
    days: ['day-1-2'],
    problems: [],
  })
})

test('a stage, its homework and a document keep their keys by their titles, and a shared lesson is not given another', () => {
  const week = known('stage', 'week', 'Week 1')
  const brew = known('homework', 'brew', 'Brew', 'stage week')
  const course = courseOf([], { documents: [{ title: en('Plan') }] }, { homeworks: [{ title: en('Brew') }] })
  const { keyAt } = nameParts(course, [week, brew, known('document', 'plan', 'Plan')])
  expect(['stages[0]', 'stages[0].homeworks[0]', 'documents[0]'].map(keyAt)).toEqual(['week', 'brew', 'plan'])
  const lessons = [{ key: 'hot', title: en('Boil') }]
  expect(nameParts(courseOf([], { lessons }), [stage, known('lesson', 'boil', 'Boil')]).problems).toMatchObject([
    { place: 'lessons[0].key', reason: expect.stringMatching(/^was boil until now/) },
  ])
})

test('a part comes back from the archive only where none of its title is left', () => {
  const archived = knownDay('old', 'Rest', { isArchived: true })
  expect(named(courseOf(daysOf('Rest')), [stage, archived, knownDay('now', 'Rest')])).toEqual({
    days: ['now'],
    problems: [],
  })
  expect(named(courseOf(daysOf('Rest')), [stage, archived])).toEqual({ days: ['old'], problems: [] })
})
