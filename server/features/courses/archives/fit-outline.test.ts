import { expect, test } from 'vitest'
import { checkCourse } from '#shared/features/courses/check-course.ts'
import { fitOutline } from './fit-outline.ts'
import { type Outline, writtenOutline } from './outline.ts'

const many = <Item>(count: number, make: (at: number) => Item) => Array.from({ length: count }, (_, at) => make(at))
const lesson = { title: 'Lesson', text: 'Text', links: [] }
const homework = { title: 'Task', text: 'Do it', solution: '' }
const day = { title: 'Day', lessons: [lesson], homeworks: [] }

/** What the course has after it was made to fit, and the lines about it. */
function fitted(own: Partial<Outline>) {
  const { outline, report } = fitOutline({
    title: 'Tea',
    stages: [{ title: 'Week', days: [day] }],
    documents: [],
    ...own,
  })
  const checked = checkCourse(writtenOutline(outline, 'tea', 'en'))
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
  return { course: checked.course, report }
}

test('a course that fits stays as it is', () => {
  expect(fitted({}).report).toEqual([])
})

test('too many homeworks of a day go on in further days, too many links of a lesson in further lessons', () => {
  const links = many(250, at => ({ title: 'Link', url: `https://example.com/${at}` }))
  const full = { title: 'Day', lessons: [{ ...lesson, links }], homeworks: many(120, () => homework) }
  const { course, report } = fitted({ stages: [{ title: 'Week', days: [full, day] }] })
  const days = course.stages[0]?.days ?? []
  expect(days.map(({ homeworks }) => homeworks.length)).toEqual([50, 50, 20, 0])
  expect(course.lessons.map(own => own.links.length)).toEqual([100, 100, 50, 0])
  expect(report.map(({ kind, outcome, why }) => [kind, outcome, why[0]?.of])).toEqual([
    ['lesson', 'changed', '100'],
    ['day', 'changed', '50'],
  ])
})

test('the days of more stages than there can be are in the last one', () => {
  const { course, report } = fitted({ stages: many(203, at => ({ title: `Week ${at}`, days: [day] })) })
  expect(course.stages).toHaveLength(200)
  expect(course.stages.at(-1)?.days).toHaveLength(4)
  expect(report.map(({ title, outcome }) => [title, outcome])).toEqual([
    ['Week 200', 'changed'],
    ['Week 201', 'changed'],
    ['Week 202', 'changed'],
  ])
})

test('more documents, days or lessons than a course can have are left out, each with a line', () => {
  const documents = many(502, at => ({ title: `Plan ${at}`, file: `${at}/plan.pdf` }))
  expect(fitted({ documents }).report.map(({ title, outcome }) => [title, outcome])).toEqual([
    ['Plan 500', 'skipped'],
    ['Plan 501', 'skipped'],
  ])
  const long = fitted({
    stages: [{ title: 'Years', days: many(3652, () => ({ ...day, lessons: [], homeworks: [homework] })) }],
  })
  expect(long.course.stages.map(({ days }) => days.length)).toEqual([1000, 1000, 1000, 650])
  expect(long.report.filter(({ outcome }) => outcome === 'skipped')).toHaveLength(2)
  const wide = fitted({
    stages: [{ title: 'Week', days: many(3, () => ({ ...day, lessons: many(4000, () => lesson) })) }],
  })
  expect(wide.course.lessons).toHaveLength(8000)
  expect(wide.report.map(({ title, outcome }) => [title, outcome])).toEqual([['Day', 'skipped']])
})
