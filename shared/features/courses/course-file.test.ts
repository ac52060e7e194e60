import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { checkCourse } from './check-course.ts'
import { openCourseFile, parseCourseFile, printCourseFile } from './course-file.ts'
import { answerKinds, type CourseDay, type CourseFile, type CourseLesson, type CourseVideo } from './course-format.ts'

const languages = ['en', 'ru']
const small = {
  'kurso-course': 1,
  key: 'tea',
  languages,
  title: { en: 'Tea', ru: 'Чай' },
  stages: [
    {
      title: { en: 'Week 1', ru: 'Неделя 1' },
      days: [
        {
          dayNumber: 1,
          title: { en: 'Water', ru: 'Вода' },
          lessonSets: [
            {
              userRepeat: { from: 1, to: 3 },
              lessons: [
                { title: { en: 'Boil', ru: 'Кипятим' }, videos: { main: { mp4: 'video/boil.mp4' } } },
                { use: 'day-1-lesson-1', surveyFormUrl: 'https://example.com/form' },
              ],
            },
          ],
        },
        { dayNumber: 3, dayOfRest: true, title: { en: 'Rest', ru: 'Отдых' } },
      ],
      homeworks: [{ title: { en: 'Brew', ru: 'Заварите' }, required: true }],
    },
  ],
}

function courseOf(read: ReturnType<typeof parseCourseFile>): CourseFile {
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  return read.course
}

test('fills in keys by position, opening days and defaults', () => {
  const course = courseOf(parseCourseFile(stringify(small), 'course.yaml'))
  const [stage] = course.stages
  expect(stage?.key).toBe('stage-1')
  expect(stage?.days.map(day => [day.key, day.opensAfterDays, day.dayOfRest])).toEqual([
    ['day-1', 0, false],
    ['day-3', 2, true],
  ])
  expect(stage?.homeworks[0]).toMatchObject({
    key: 'stage-1-homework-1',
    answerWith: 'any',
    selfieRequired: false,
    required: true,
    points: 0,
  })
  expect(stage?.days[0]?.lessonSets).toEqual([
    {
      key: 'set-1',
      repeatCount: 1,
      userRepeat: { from: 1, to: 3 },
      lessons: [
        { use: 'day-1-lesson-1', surveyFormUrl: null },
        { use: 'day-1-lesson-1', surveyFormUrl: 'https://example.com/form' },
      ],
    },
  ])
  expect(course.lessons.map(lesson => lesson.key)).toEqual(['day-1-lesson-1'])
  expect(course.isDemoOfflineModeAccessible).toBe(true)
})

test('reads the same course from JSON and from YAML', () => {
  expect(parseCourseFile(JSON.stringify(small), 'course.json')).toEqual(parseCourseFile(stringify(small), 'course.yml'))
})

const title = fc
  .tuple(fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }), fc.string({ minLength: 1, maxLength: 60 }))
  .filter(([en, ru]) => /\S/.test(en) && /\S/.test(ru))
  .map(([en, ru]) => ({ en, ru }))
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const path = fc.stringMatching(/^[a-z0-9]{1,8}(\/[a-z0-9-]{1,8}){0,2}\.[a-z0-9]{2,4}$/)
const url = fc
  .webUrl({ validSchemes: ['http', 'https'], withQueryParameters: true })
  .filter(made => !/['"<>\\]/.test(made))
const picture = fc.record({ large: path, medium: path, small: path })
const video: fc.Arbitrary<CourseVideo> = fc.record({
  mp4: path,
  hls: maybe(path),
  poster: maybe(path),
  duration: maybe(fc.integer({ min: 0, max: 86_400 })),
  subtitles: fc.oneof(fc.constant({}), fc.record({ en: path, es: path })),
})
const film = maybe(video)
const lesson = fc.record({
  title,
  text: maybe(title),
  links: fc.array(fc.record({ title, url }), { maxLength: 2 }),
  options: fc.uniqueArray(fc.constantFrom('home', 'gym', 'no', '1'), { maxLength: 2 }),
  image: maybe(picture),
  videos: fc.record({ main: film, analysis: film, vertical: film, verticalAnalysis: film }),
})
const homework = fc.record({
  title,
  text: maybe(title),
  criteria: fc.array(title, { maxLength: 3 }).map(texts => texts.map((text, at) => ({ key: `criterion-${at}`, text }))),
  solution: maybe(title),
  answerWith: fc.constantFrom(...answerKinds),
  selfieRequired: fc.boolean(),
  required: fc.boolean(),
  isDemoAccessible: fc.boolean(),
  points: fc.nat(1000),
})
const day = fc.record({
  opensAfterDays: fc.nat(400),
  dayOfRest: fc.boolean(),
  title,
  excerpt: maybe(title),
  requiredToComplete: fc.boolean(),
  selfieRequired: fc.boolean(),
  isDemoAccessible: fc.boolean(),
  finishTotalTime: fc.nat(3600),
  points: fc.nat(1000),
  options: fc.uniqueArray(fc.constantFrom('home', 'gym'), { maxLength: 2 }),
  homeworks: fc.array(homework, { maxLength: 1 }),
})
const sets = fc.array(
  fc.record({
    repeatCount: fc.integer({ min: 1, max: 9 }),
    userRepeat: maybe(fc.record({ from: fc.integer({ min: 1, max: 3 }), to: fc.integer({ min: 3, max: 9 }) })),
    lessons: fc.array(fc.record({ pick: fc.nat(), surveyFormUrl: maybe(url) }), { minLength: 1, maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 2 },
)
const frame = fc.record({
  isPartlyTranslated: fc.boolean(),
  title,
  shortTitle: maybe(title),
  shortDescription: maybe(title),
  alias: maybe(fc.constant('a-name')),
  forWhom: maybe(title),
  questions: fc.array(fc.record({ question: title, answer: title }), { maxLength: 2 }),
  category: maybe(title),
  categoryId: maybe(fc.integer({ min: 1, max: 99 })),
  complexity: maybe(title),
  licence: maybe(fc.string({ minLength: 1 })),
  attribution: maybe(fc.string({ minLength: 1 })),
  consultationLimit: maybe(fc.nat(9)),
  image: maybe(picture),
  background: maybe(picture),
  demoVideo: maybe(video),
  isDemoDocumentsAccessible: fc.boolean(),
  isDemoExpertMessageEnabled: fc.boolean(),
  isDemoUserMessageEnabled: fc.boolean(),
  isDemoOfflineModeAccessible: fc.boolean(),
})

const keyed = <T extends object>(name: string, list: T[]) => list.map((item, at) => ({ key: `${name}-${at}`, ...item }))

const course: fc.Arbitrary<CourseFile> = fc
  .record({
    frame,
    documents: fc.array(fc.record({ title, file: path, url: fc.constant(null) }), { maxLength: 2 }),
    lessons: fc.array(lesson, { minLength: 1, maxLength: 3 }),
    stages: fc.array(
      fc.record({
        title,
        homeworks: fc.array(homework, { maxLength: 1 }),
        days: fc.array(fc.record({ day, sets }), { minLength: 1, maxLength: 2 }),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  })
  .map(made => {
    const lessons: CourseLesson[] = keyed('lesson', made.lessons)
    let dayNumber = 0
    let opensAfterDays = 0
    const dayOf = ({ day: written, sets: writtenSets }: (typeof made.stages)[number]['days'][number]): CourseDay => {
      dayNumber += 1
      opensAfterDays += written.opensAfterDays
      const key = `d-${dayNumber}`
      return {
        ...written,
        key,
        dayNumber,
        opensAfterDays,
        homeworks: keyed(`${key}-hw`, written.homeworks),
        lessonSets: keyed('set', writtenSets).map(set => ({
          ...set,
          lessons: set.lessons.map(({ pick, surveyFormUrl }) => ({
            use: lessons[pick % lessons.length]?.key ?? '',
            surveyFormUrl,
          })),
        })),
      }
    }
    return {
      ...made.frame,
      key: 'made',
      languages: ['en', 'ru'],
      options: [{ id: 'place', title: { en: 'Place', ru: 'Место' }, values: ['home', 'gym'] }],
      documents: keyed('doc', made.documents),
      lessons,
      stages: keyed('s', made.stages).map(stage => ({
        ...stage,
        homeworks: keyed(`${stage.key}-hw`, stage.homeworks),
        days: stage.days.map(dayOf),
      })),
    }
  })

test('a printed course reads back equal', () => {
  fc.assert(
    fc.property(course, made => {
      expect(parseCourseFile(printCourseFile(made), 'course.yaml')).toEqual({ course: made })
    }),
    { numRuns: 150 },
  )
})

type Change = (course: typeof small) => unknown
const firstDay = (made: typeof small) => made.stages[0]?.days[0] ?? {}
const set = (made: typeof small) => made.stages[0]?.days[0]?.lessonSets?.[0]

test.each<[string, string, Change]>([
  ['kurso-course', 'is missing', made => Object.assign(made, { 'kurso-course': undefined })],
  ['kurso-course', 'must be', made => Object.assign(made, { 'kurso-course': 2 })],
  ['key', 'a key of small letters', made => Object.assign(made, { key: 'Tea time' })],
  ['stages[0].days[0].title.ru', 'not empty', made => Object.assign(firstDay(made), { title: { en: 'x', ru: ' ' } })],
  ['stages[0].days[0].dayNumer', 'not a known field', made => Object.assign(firstDay(made), { dayNumer: 1 })],
  ['stages[0].days[0].points', 'must be >= 0', made => Object.assign(firstDay(made), { points: -1 })],
  [
    'stages[0].days[0].lessonSets[0].lessons[0].links[0].url',
    'http',
    made => Object.assign(set(made)?.lessons[0] ?? {}, { links: [{ title: made.title, url: 'javascript:alert(1)' }] }),
  ],
])('refuses a course whose %s is wrong: %s', (place, reason, change) => {
  const made = structuredClone(small)
  change(made)
  const checked = checkCourse(JSON.parse(JSON.stringify(made)))
  if (!('problems' in checked)) throw new Error('The course was accepted')
  expect(checked.problems.find(problem => problem.place === place)?.reason).toContain(reason)
})

test.each([
  '/etc/passwd',
  '../secret',
  'a/../../b',
  'C:\\x',
  'a\\..\\b',
  './a',
  'a//b',
  '',
  'a/',
  '..',
  'file:///x',
  'a\u0000',
])('refuses %j as a file of the course', file => {
  const checked = checkCourse({ ...small, image: { large: file } })
  if (!('problems' in checked)) throw new Error('The path was accepted')
  expect(checked.problems[0]?.place).toBe('image.large')
})

test('takes files in folders, with spaces and in any script', () => {
  expect(checkCourse({ ...small, image: { large: 'картинки/mi día 1.v2.webp' } })).toHaveProperty('course')
})

test('a partly translated course may lack a language in a text', () => {
  const partly = { ...small, isPartlyTranslated: true, title: { en: 'Tea' } }
  expect(checkCourse(partly)).toHaveProperty('course')
})

test('names the line of wrong syntax and of a wrong value', () => {
  const text = stringify(small)
  expect(parseCourseFile('kurso-course: 1\nkey: tea\nkey: coffee\n', 'c.yaml')).toEqual({
    problems: [{ file: 'c.yaml', line: 3, place: 'column 1', reason: 'Map keys must be unique' }],
  })
  expect(parseCourseFile('kurso-course: 1\nstages: ]\n', 'c.yaml')).toHaveProperty('problems.0.line', 2)
  const json = parseCourseFile('{\n  "kurso-course": 1,\n}', 'c.json')
  expect(json).toMatchObject({ problems: [{ line: 3, place: 'column 1' }] })
  const wrong = text.replace('dayNumber: 3', 'dayNumber: three')
  const line = wrong.split('\n').findIndex(row => row.includes('dayNumber: three')) + 1
  expect(parseCourseFile(wrong, 'c.yaml')).toEqual({
    problems: [{ file: 'c.yaml', line, place: 'stages[0].days[1].dayNumber', reason: 'must be integer', rule: 'type' }],
  })
})

const daysOf = (...days: object[]) => ({
  ...small,
  stages: [{ title: small.title, days: days.map(day => ({ title: small.title, ...day })) }],
})

test.each([
  [
    'a day opens before an earlier one',
    [
      { dayNumber: 2, opensAfterDays: 5 },
      { dayNumber: 3, opensAfterDays: 1 },
    ],
    1,
    /opens before day 2/,
  ],
  [
    'a day follows from its number to open before an earlier one',
    [{ dayNumber: 2, opensAfterDays: 5 }, { dayNumber: 3 }],
    1,
    /opens before day 2/,
  ],
  [
    'the number of a day is far from the one before',
    [{ dayNumber: 1 }, { dayNumber: 45 }],
    1,
    /^is 45, more than a week after day 1/,
  ],
  ['the first day is far away', [{ dayNumber: 45 }], 0, /^is 45, more than a week for the first day/],
  ['a day is years away', [{ dayNumber: 9999 }], 0, /3650/],
])('refuses a course where %s, with the line', (_name, days, at, reason) => {
  const text = stringify(daysOf(...days))
  const read = parseCourseFile(text, 'c.yaml')
  if (!('problems' in read)) throw new Error('It was taken')
  const [problem] = read.problems
  expect(problem?.place).toMatch(new RegExp(`^stages\\[0\\]\\.days\\[${at}\\]\\.(dayNumber|opensAfterDays)$`))
  expect(problem?.reason).toMatch(reason)
  const field = problem?.place.split('.').at(-1) ?? ''
  const rows = text.split('\n')
  expect(rows[(problem?.line ?? 0) - 1]).toContain(
    `${field}: ${String(Object.entries(days[at] ?? {}).find(([name]) => name === field)?.[1])}`,
  )
})

test('days may open together, in another order of the file, and far apart when that is said', () => {
  const days = [
    { dayNumber: 3 },
    { dayNumber: 1 },
    { dayNumber: 2, opensAfterDays: 2 },
    { dayNumber: 90, opensAfterDays: 89 },
  ]
  expect(checkCourse(daysOf(...days))).toHaveProperty('course')
})

test('a short file that unfolds to a huge one is refused', () => {
  const rows = Array.from(
    { length: 12 },
    (_, at) =>
      `l${at}: &l${at} [${Array(9)
        .fill(at ? `*l${at - 1}` : '1')
        .join(', ')}]`,
  )
  const reason = 'Excessive alias count indicates a resource exhaustion attack'
  expect(parseCourseFile(rows.join('\n'), 'c.yaml')).toEqual({ problems: [{ file: 'c.yaml', place: '', reason }] })
})

test('a file of more than 20 million characters is refused unread', () => {
  expect(parseCourseFile('x'.repeat(20_000_001), 'c.yaml')).toEqual({
    problems: [{ file: 'c.yaml', place: '', reason: 'has more than 20000000 characters' }],
  })
})

test('a file that says which course it is opens, and only its check tells what is wrong', () => {
  const opened = openCourseFile('kurso-course: 1\nkey: tea\n', 'c.yaml')
  if ('problems' in opened) throw new Error(JSON.stringify(opened.problems))
  expect(opened.key).toBe('tea')
  expect(opened.check()).toMatchObject({
    problems: expect.arrayContaining([
      { file: 'c.yaml', line: 1, place: 'title', reason: 'is missing', rule: 'required' },
    ]),
  })
  const good = openCourseFile(stringify(small), 'c.yaml')
  expect('problems' in good ? good : good.check()).toHaveProperty('course.key', 'tea')
})

test.each([
  ['kurso-course: 1\nkey: Tea time\n', 'key'],
  ['kurso-course: 1\nkey: 5\n', 'key'],
  ['kurso-course: 1\n', 'key'],
  ['null', ''],
  ['5', ''],
  ['tea', ''],
])('a file that does not say which course it is is refused: %j', (text, place) => {
  const opened = openCourseFile(text, 'c.yaml')
  expect('problems' in opened && opened.problems.map(problem => problem.place)).toContain(place)
})

test('what is missing is shown at the nearest line that is there', () => {
  const text = ['kurso-course: 1', 'key: tea', 'languages: [en, ru]', 'title:', '  en: Tea', 'stages:', '  - days: []']
  const read = parseCourseFile(text.join('\n'), 'c.yaml')
  const lineOf = (place: string) => 'problems' in read && read.problems.find(one => one.place === place)?.line
  expect([lineOf('stages[0].title'), lineOf('stages[0].days')]).toEqual([7, 7])
  const untitled = stringify({ ...small, title: { en: 'Tea' } })
  expect(parseCourseFile(untitled, 'c.yaml')).toMatchObject({ problems: [{ place: 'title.ru', line: 7 }] })
})

test('a printed course leaves out what reading fills in, and keeps each text in one line without references', () => {
  const long = { en: 'tea '.repeat(60).trim(), ru: 'чай' }
  const course = courseOf(parseCourseFile(stringify({ ...small, title: long, shortDescription: long }), 'c.yaml'))
  const text = printCourseFile({ ...course, category: course.shortDescription })
  expect(text.split('\n')[0]).toBe('kurso-course: 1')
  expect(text).not.toMatch(/null|\[\]|\{\}|&a|\*a/)
  expect(text.match(new RegExp(long.en, 'g'))).toHaveLength(3)
})
