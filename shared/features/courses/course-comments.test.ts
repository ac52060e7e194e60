import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { openCourseFile, parseCourseFile, printCourseFile } from './course-file.ts'

const commented = `# Written for the spring
kurso-course: 1
key: tea # never change it
languages: [ en ]
title: { en: Tea }
stages:
  # The first week
  - title: { en: Week 1 }
    days:
      - dayNumber: 1
        title: { en: Water }
        lessonSets:
          - lessons:
              # Show the kettle
              - title: { en: Boil }
                text:
                  en: |
                    Wait for **small** bubbles.
              - use: day-1-lesson-1
`

function printed(text: string, name = 'course.yaml'): string {
  const opened = openCourseFile(text, name)
  const checked = 'problems' in opened ? opened : opened.check()
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
  return checked.print()
}

test('a course file is printed with its comments and every key, and reads back equal', () => {
  const text = printed(commented)
  for (const comment of ['# Written for the spring', '# never change it', '# The first week', '# Show the kettle'])
    expect(text).toContain(comment)
  expect(text).toMatch(/# Show the kettle\n +- key: day-1-lesson-1\n +title: \{ en: Boil \}/)
  expect(text).toMatch(/- key: day-1\n +dayNumber: 1/)
  expect(parseCourseFile(text, 'course.yaml')).toEqual(parseCourseFile(commented, 'course.yaml'))
  expect(printed(text)).toBe(text)
})

test('documents and homework get their keys in the text, too, and no text is broken into lines', () => {
  const long = 'all that there is to know of tea, '.repeat(5).trim()
  const text = printed(
    `${commented}    homeworks:
      - title: { en: ${JSON.stringify(long)} }
documents:
  - title: { en: Plan }
    file: plan.pdf
`.replace('        lessonSets:', '        homeworks: [ { title: { en: Photo } } ]\n        lessonSets:'),
  )
  expect(text).toContain(long)
  expect(text).toMatch(/- key: stage-1-homework-1\n +title: \{ en: "all/)
  expect(text).toContain('{ key: day-1-homework-1, title: { en: Photo } }')
  expect(text).toMatch(/- key: document-1\n +title: \{ en: Plan \}/)
})

test('homework that the file writes once for a day and its stage is printed twice, each under its own key', () => {
  const shared = commented
    .replace('        lessonSets:', '        homeworks: &homeworks [ { title: { en: Photo } } ]\n        lessonSets:')
    .concat('    homeworks: *homeworks\n')
  const text = printed(shared)
  expect(text).toContain('key: day-1-homework-1')
  expect(text).toContain('key: stage-1-homework-1')
  expect(parseCourseFile(text, 'course.yaml')).toEqual(parseCourseFile(shared, 'course.yaml'))
})

test('a course in JSON is printed as YAML', () => {
  const course = parseCourseFile(commented, 'course.yaml')
  const json = JSON.stringify(parse(commented))
  expect(printed(json, 'course.json')).toBe('course' in course && printCourseFile(course.course))
})

test('a problem of a lesson is shown where the file has the lesson', () => {
  const opened = openCourseFile(commented, 'course.yaml')
  const checked = 'problems' in opened ? opened : opened.check()
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
  const missing = (place: string) => ({ place, reason: 'is not there' })
  expect(checked.locate([missing('lessons[0].text.en'), missing('title.en'), missing('lessons[12].title')])).toEqual([
    { file: 'course.yaml', line: 17, ...missing('stages[0].days[0].lessonSets[0].lessons[0].text.en') },
    { file: 'course.yaml', line: 5, ...missing('title.en') },
    { file: 'course.yaml', line: 2, ...missing('lessons.title') },
  ])
})

test('a problem of a file with nothing in it stands in no line', () => {
  expect(parseCourseFile('', 'c.yaml')).toEqual({
    problems: [{ file: 'c.yaml', place: '', reason: 'must be object', rule: 'type' }],
  })
})

test('a course file with aliases is printed so that it reads back equal', () => {
  const aliased = commented
    .replace('title: { en: Week 1 }', 'title: &week { en: Week 1 }')
    .replace('{ en: Water }', '*week')
  expect(parseCourseFile(printed(aliased), 'course.yaml')).toEqual(parseCourseFile(aliased, 'course.yaml'))
})
