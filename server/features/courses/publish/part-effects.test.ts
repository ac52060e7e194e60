import { expect, test } from 'vitest'
import { checkCourse } from '#shared/features/courses/check-course.ts'
import type { WrittenCourse } from '#shared/features/courses/course-format.ts'
import type { KnownPart, PartKind } from '#shared/features/courses/part-keys.ts'
import { courseContent } from '../import/course-content.ts'
import { type CourseState, partEffects } from './part-effects.ts'

const title = (en: string) => ({ en })
const tea: WrittenCourse = {
  'kurso-course': 1,
  key: 'tea',
  languages: ['en'],
  title: title('Tea'),
  documents: [
    { key: 'plan', title: title('Plan'), file: 'plan.pdf' },
    { key: 'menu', title: title('Menu'), url: 'https://example.com/menu' },
  ],
  lessons: [{ key: 'boil', title: title('Boil') }],
  stages: [
    {
      key: 'week',
      title: title('Week'),
      homeworks: [{ key: 'brew', title: title('Brew') }],
      days: [
        {
          key: 'water',
          dayNumber: 1,
          title: title('Water'),
          homeworks: [{ key: 'photo', title: title('Photo') }],
          lessonSets: [{ lessons: [{ use: 'boil' }] }],
        },
      ],
    },
    { key: 'last', title: title('Last'), days: [{ key: 'cup', dayNumber: 2, title: title('Cup') }] },
  ],
}
const kinds: Record<string, PartKind> = {
  week: 'stage',
  last: 'stage',
  water: 'day',
  cup: 'day',
  boil: 'lesson',
  brew: 'homework',
  photo: 'homework',
  plan: 'document',
  menu: 'document',
}
const names = Object.keys(kinds)

const partNamed = (key: string, more: Partial<KnownPart> = {}): KnownPart => ({
  kind: kinds[key] ?? 'day',
  key,
  within: [],
  titles: title(key),
  isArchived: false,
  learners: 0,
  ...more,
})

/** The course after a change, with the parts of all keys, or of the given ones. */
function stateOf(change: (course: WrittenCourse) => void = () => {}, keys = names, planId = 1): CourseState {
  const changed = structuredClone(tea)
  change(changed)
  const checked = checkCourse(changed)
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
  const media = { of: (item: object | null) => (item === null ? null : planId) }
  return { content: courseContent(checked.course, media, 'kurso'), parts: keys.map(key => partNamed(key)) }
}

const told = (before: CourseState, after: CourseState) =>
  partEffects(before, after).map(({ key, effect }) => `${key} ${effect}`)
const changedBy = (change: (course: WrittenCourse) => void, planId?: number) =>
  told(stateOf(), stateOf(change, names, planId)).filter(one => !one.endsWith('kept'))

test('the parts of a first import are added, kind by kind; those of the same file again are kept', () => {
  const nothing: CourseState = { content: undefined, parts: [] }
  const shuffled = stateOf(undefined, names.toReversed())
  expect(partEffects(nothing, shuffled).map(({ kind }) => kind)).toEqual([
    'stage',
    'stage',
    'day',
    'day',
    'lesson',
    'homework',
    'homework',
    'document',
    'document',
  ])
  expect(told(nothing, stateOf())).toEqual(names.map(key => `${key} added`))
  expect(told(stateOf(), stateOf())).toEqual(names.map(key => `${key} kept`))
})

test('an effect tells its part, its titles and how many learners worked on it', () => {
  const worked = { ...stateOf(), parts: [partNamed('cup', { learners: 3, titles: title('Cup') })] }
  expect(partEffects(worked, worked)).toEqual([
    { kind: 'day', key: 'cup', titles: title('Cup'), effect: 'kept', learners: 3 },
  ])
})

test('a part is changed by what it says itself, not by what it holds', () => {
  const [week, last] = [0, 1]
  expect(changedBy(({ stages }) => Object.assign(stages[week] ?? {}, { title: title('First week') }))).toEqual([
    'week changed',
  ])
  expect(changedBy(({ stages }) => Object.assign(stages[last]?.days[0] ?? {}, { points: 5 }))).toEqual(['cup changed'])
  expect(changedBy(({ lessons }) => Object.assign(lessons?.[0] ?? {}, { text: title('Hot') }))).toEqual([
    'boil changed',
  ])
  expect(changedBy(({ stages }) => Object.assign(stages[week]?.homeworks?.[0] ?? {}, { points: 5 }))).toEqual([
    'brew changed',
  ])
  const photo = ({ stages }: WrittenCourse) => Object.assign(stages[week]?.days[0]?.homeworks?.[0] ?? {}, { points: 5 })
  expect(changedBy(photo)).toEqual(['photo changed'])
})

test('a part that moved is changed', () => {
  expect(changedBy(({ stages }) => stages.reverse())).toEqual(['week changed', 'last changed'])
  expect(changedBy(({ documents }) => documents?.reverse())).toEqual(['plan changed', 'menu changed'])
  const moveDay = ({ stages: [from, to] }: WrittenCourse) => to?.days.unshift(...(from?.days.splice(0, 1) ?? []))
  expect(
    changedBy(course => {
      course.stages[0]?.days.push({ ...tea.stages[1]!.days[0]!, key: 'spare', dayNumber: 3 })
      moveDay(course)
    }),
  ).toEqual(['water changed'])
  expect(
    changedBy(({ stages: [stage] }) => stage?.homeworks?.push(...(stage.days[0]?.homeworks?.splice(0, 1) ?? []))),
  ).toEqual(['photo changed'])
  expect(
    changedBy(({ stages: [stage] }) => stage?.days[0]?.homeworks?.push(...(stage.homeworks?.splice(0, 1) ?? []))),
  ).toEqual(['brew changed'])
})

test('a file with another content is a change, another name for the same one is not', () => {
  const renamed = ({ documents }: WrittenCourse) => Object.assign(documents?.[0] ?? {}, { file: 'the-plan.pdf' })
  expect(changedBy(() => {}, 2)).toEqual(['plan changed'])
  expect(changedBy(renamed, 1)).toEqual([])
})

test('a part that leaves is archived with its records or removed without any, and may come back', () => {
  const state = (parts: KnownPart[]) => ({ ...stateOf(), parts })
  const archived = partNamed('cup', { isArchived: true })
  expect(told(state([partNamed('cup')]), state([archived]))).toEqual(['cup archived'])
  expect(told(state([archived]), state([archived]))).toEqual([])
  expect(told(state([archived]), state([partNamed('cup')]))).toEqual(['cup restored'])
  expect(told(state([partNamed('cup')]), state([]))).toEqual(['cup removed'])
  expect(told(state([partNamed('menu')]), state([partNamed('cup')]))).toEqual(['cup added', 'menu removed'])
})
