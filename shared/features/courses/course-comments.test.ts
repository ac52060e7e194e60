import { expect, test } from 'vitest'
import { openCourseFile, parseCourseFile } from './course-file.ts'

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

function printed(text: string): string {
  const opened = openCourseFile(text, 'course.yaml')
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

test('a course file with aliases is printed so that it reads back equal', () => {
  const aliased = commented
    .replace('title: { en: Week 1 }', 'title: &week { en: Week 1 }')
    .replace('{ en: Water }', '*week')
  expect(parseCourseFile(printed(aliased), 'course.yaml')).toEqual(parseCourseFile(aliased, 'course.yaml'))
})
