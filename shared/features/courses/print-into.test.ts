import { expect, test } from 'vitest'
import { parseCourseFile } from './course-file.ts'
import type { CourseFile } from './course-format.ts'
import { printInto } from './print-into.ts'

const text = `# A course about tea
kurso-course: 1
key: tea
languages: [en]
title: { en: Tea } # short on purpose
lessons:
  # Used twice
  - key: kettle
    title:
      en: The kettle
stages:
  - key: week
    title: { en: Week 1 }
    days:
      # The first day must be easy
      - key: water
        dayNumber: 1
        title: { en: Water }
        lessonSets:
          - key: set-1
            lessons:
              - use: kettle
              - key: cup # the cup
                title: { en: The cup }
      - key: leaves
        dayNumber: 2
        title: { en: Leaves } # never "herbs"
        homeworks:
          - key: photo
            title: { en: Photo }
            points: 10
            criteria:
              # The hardest one
              - key: light
                text: { en: There is light }
              - key: steam # ask Olga
                text: { en: Steam is seen }
            solution: { en: By a window. } # from the book
`

function course(): CourseFile {
  const read = parseCourseFile(text, 'course.yaml')
  if (!('course' in read)) throw new Error(JSON.stringify(read.problems))
  return read.course
}
const comments = (printed: string) => printed.match(/#.*/g)
const day = (of: CourseFile, at: number) => {
  const found = of.stages[0]?.days[at]
  if (!found) throw new Error('No such day')
  return found
}

/** The text of a changed course, which reads as that course. */
function printed(change: (course: CourseFile) => void): string {
  const changed = course()
  change(changed)
  const now = printInto(text, changed)
  const read = parseCourseFile(now, 'course.yaml')
  if (!('course' in read)) throw new Error(JSON.stringify(read.problems))
  const inOrder = ({ lessons, ...rest }: CourseFile) => ({
    ...rest,
    lessons: lessons.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
  })
  expect(inOrder(read.course)).toEqual(inOrder(changed))
  return now
}

test('a changed title leaves every comment and the order of the file', () => {
  const now = printed(changed => Object.assign(day(changed, 0), { title: { en: 'Fresh water' } }))
  expect(comments(now)).toEqual(comments(text))
  expect(now).toContain('title: { en: Fresh water }')
  expect(now.split('\n').filter(line => !line.includes('ater'))).toEqual(
    expect.arrayContaining(['# A course about tea', '      - key: leaves']),
  )
})

test('days that change places take their comments along', () => {
  const now = printed(changed => {
    const [first, second] = [day(changed, 0), day(changed, 1)]
    changed.stages[0]?.days.splice(
      0,
      2,
      { ...second, dayNumber: 1, opensAfterDays: 0 },
      { ...first, dayNumber: 2, opensAfterDays: 1 },
    )
  })
  expect(comments(now)?.toSorted()).toEqual(comments(text)?.toSorted())
  expect(now.indexOf('never "herbs"')).toBeLessThan(now.indexOf('The first day must be easy'))
})

test('what is taken out goes with its comment, and what is new is written after the others', () => {
  const now = printed(changed => {
    day(changed, 0).lessonSets[0]?.lessons.splice(1, 1)
    changed.lessons = changed.lessons.filter(({ key }) => key !== 'cup')
    day(changed, 1).homeworks.push({ ...day(changed, 1).homeworks[0]!, key: 'film', title: { en: 'Film' } })
  })
  expect(now).not.toContain('the cup')
  expect(now.indexOf('key: film')).toBeGreaterThan(now.indexOf('key: photo'))
})

test('a lesson written inside a day stays there, and one that all use stays apart', () => {
  const now = printed(changed => {
    for (const lesson of changed.lessons) lesson.text = { en: `About ${lesson.key}` }
  })
  expect(now).toMatch(/- key: cup # the cup\n\s+title: \{ en: The cup \}\n\s+text:\s+en: About cup/)
  expect(now.match(/About kettle/g)).toHaveLength(1)
  expect(now.indexOf('About kettle')).toBeLessThan(now.indexOf('stages:'))
})

test('a text that is no course file is replaced by the course alone', () => {
  for (const broken of ['', ': [', '- a list', 'title: &t { en: A }\nshortTitle: *t'])
    expect(parseCourseFile(printInto(broken, course()), 'course.yaml')).toEqual({ course: course() })
})

test('criteria that change places keep their comments, and a new solution takes the place of the old one', () => {
  const now = printed(changed => {
    const [homework] = day(changed, 1).homeworks
    if (!homework) throw new Error('No homework')
    homework.criteria = [...homework.criteria.toReversed(), { key: 'calm', text: { en: 'It is calm' } }]
    homework.solution = { en: 'At noon.' }
  })
  expect(comments(now)?.toSorted()).toEqual(comments(text)?.toSorted())
  expect(now).toMatch(/key: steam # ask Olga[\s\S]*# The hardest one\s+- key: light[\s\S]*key: calm/)
  expect(now).toContain('solution: { en: At noon. } # from the book')
})
