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

function course(from = text): CourseFile {
  const read = parseCourseFile(from, 'course.yaml')
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
function printed(change: (course: CourseFile) => void, from = text): string {
  const changed = course(from)
  change(changed)
  const now = printInto(from, changed)
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

test('what is taken out of a part is gone, and all around it keeps its comments', () => {
  const now = printed(changed => {
    day(changed, 1).homeworks[0]!.solution = null
    day(changed, 1).homeworks[0]!.criteria = []
  })
  expect(now).not.toContain('By a window')
  const gone = ['# from the book', '# The hardest one', '# ask Olga']
  expect(comments(now)).toEqual(comments(text)?.filter(comment => !gone.includes(comment)))
})

test('a field that says that there is nothing stays as long as there is nothing', () => {
  const silent = text.replace('lessons:', 'documents: [] # none yet\nquestions: [] # none asked\nlessons:')
  const question = { question: { en: 'Hot?' }, answer: { en: 'Yes' } }
  const now = printed(changed => (changed.questions = [question]), silent)
  expect(now).toContain('documents: [] # none yet')
  expect(now).toContain('question: { en: Hot? }')
})

test('the order in which lessons were read says nothing, and long texts stay in one line', () => {
  const long = 'a long story about tea, '.repeat(10).trim()
  const now = printed(changed => {
    changed.lessons.reverse()
    changed.title = { en: long }
  })
  expect(comments(now)).toEqual(comments(text))
  expect(now).toContain(long)
})

test('lessons that a set shows and values that an option has keep their comments', () => {
  const commented = text
    .replace('languages: [en]', 'languages:\n  - en # of the author')
    .replace('- use: kettle', '- use: kettle # whistles')
    .replace(
      'lessons:',
      'options:\n  - id: place # where\n    title: { en: Place }\n    values:\n      - home # quiet\n      - gym\n  - id: time # when\n    title: { en: Time }\n    values: [now]\nlessons:',
    )
  const now = printed(changed => {
    const [set] = day(changed, 0).lessonSets
    const [kettle, cup] = set!.lessons
    set!.lessons = [cup!, kettle!, { ...kettle!, surveyFormUrl: 'https://example.com' }]
    const [place, time] = changed.options
    changed.options = [time!, { ...place!, values: ['home', 'park'] }]
  }, commented)
  expect(comments(now)?.toSorted()).toEqual(comments(commented)?.toSorted())
  expect(now.match(/# whistles/g)).toHaveLength(1)
})

test('a text that is no course file is replaced by the course alone', () => {
  for (const broken of [
    '',
    ': [',
    '- a list',
    'key: tea\nstages: [null]',
    'stages: 5',
    'title: &t { en: A }\nshortTitle: *t',
  ])
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
