import { type Problem, schemaProblems } from '#shared/platform/schemas.ts'
import { completeCourse } from './complete-course.ts'
import { type CourseFile, type CourseVideo, WrittenCourse } from './course-format.ts'
import { type KnownPart, nameParts } from './part-keys.ts'

type Place = { place: string; name: string }

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const textFields = new Set([
  'title',
  'shortTitle',
  'shortDescription',
  'forWhom',
  'question',
  'answer',
  'category',
  'complexity',
  'excerpt',
  'text',
  'solution',
])

/** Every text by language inside a value, with its place. */
function textsIn(value: unknown, place = ''): { place: string; texts: Record<string, unknown> }[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => textsIn(item, `${place}[${index}]`))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const inner = place ? `${place}.${name}` : name
    return textFields.has(name) && isObject(member) ? [{ place: inner, texts: member }] : textsIn(member, inner)
  })
}

/** Every text has every language of the course (any of them in a partly translated course) and no other. */
function languageProblems(course: WrittenCourse): Problem[] {
  const { languages, isPartlyTranslated = false } = course
  return textsIn(course).flatMap(({ place, texts }) => {
    const missing = isPartlyTranslated ? [] : languages.filter(code => !(code in texts))
    const others = Object.keys(texts).filter(code => !languages.includes(code))
    return [
      ...missing.map(code => ({
        place: `${place}.${code}`,
        reason: 'is missing: the course is in this language',
        rule: 'languages',
      })),
      ...others.map(code => ({ place: `${place}.${code}`, reason: 'is in a language that the course does not name' })),
    ]
  })
}

function repeated(what: string, names: Place[]): Problem[] {
  const first = new Map<string, string>()
  return names.flatMap(({ place, name }) => {
    const known = first.get(name)
    if (known !== undefined) return [{ place, reason: `repeats the ${what} ${name} of ${known}`, rule: `one ${what}` }]
    first.set(name, place)
    return []
  })
}

function daysOf(course: CourseFile) {
  return course.stages.flatMap((stage, at) =>
    stage.days.map((day, index) => ({ day, place: `stages[${at}].days[${index}]` })),
  )
}

/** Every homework of the course with its place and the days whose lessons it may ask for. */
function homeworksOf(course: CourseFile) {
  return course.stages.flatMap((stage, at) => {
    const days = stage.days.map((day, index) => ({ day, place: `stages[${at}].days[${index}]` }))
    return [
      ...stage.homeworks.map((homework, index) => ({
        homework,
        days: stage.days,
        place: `stages[${at}].homeworks[${index}]`,
      })),
      ...days.flatMap(({ day, place }) =>
        day.homeworks.map((homework, index) => ({ homework, days: [day], place: `${place}.homeworks[${index}]` })),
      ),
    ]
  })
}

function keyProblems(course: CourseFile, lessonPlaces: string[]): Problem[] {
  const days = daysOf(course)
  const stages = course.stages.map((stage, index) => ({ stage, place: `stages[${index}]` }))
  const homeworks = homeworksOf(course)
  return [
    ...repeated(
      'key',
      stages.map(({ stage, place }) => ({ place, name: stage.key })),
    ),
    ...repeated(
      'key',
      days.map(({ day, place }) => ({ place, name: day.key })),
    ),
    ...repeated(
      'day number',
      days.map(({ day, place }) => ({ place, name: String(day.dayNumber) })),
    ),
    ...repeated(
      'key',
      homeworks.map(({ homework, place }) => ({ place, name: homework.key })),
    ),
    ...homeworks.flatMap(({ homework, place }) =>
      repeated(
        'key',
        homework.criteria.map(({ key }, index) => ({ place: `${place}.criteria[${index}]`, name: key })),
      ),
    ),
    ...repeated(
      'key',
      course.documents.map(({ key }, index) => ({ place: `documents[${index}]`, name: key })),
    ),
    ...repeated(
      'id',
      course.options.map(({ id }, index) => ({ place: `options[${index}]`, name: id })),
    ),
    ...repeated(
      'key',
      course.lessons.map(({ key }, index) => ({ place: lessonPlaces[index] ?? 'lessons', name: key })),
    ),
    ...days.flatMap(({ day, place }) =>
      repeated(
        'key',
        day.lessonSets.map(({ key }, index) => ({ place: `${place}.lessonSets[${index}]`, name: key })),
      ),
    ),
  ]
}

type WrittenSetLesson = NonNullable<
  WrittenCourse['stages'][number]['days'][number]['lessonSets']
>[number]['lessons'][number]

function writtenSetLessons(course: WrittenCourse): { item: WrittenSetLesson; place: string }[] {
  return course.stages.flatMap((stage, at) =>
    stage.days.flatMap((day, index) =>
      (day.lessonSets ?? []).flatMap((set, number) =>
        set.lessons.map((item, position) => ({
          item,
          place: `stages[${at}].days[${index}].lessonSets[${number}].lessons[${position}]`,
        })),
      ),
    ),
  )
}

/** A set's lesson either names another by `use` or is written in place with a title. */
function setLessonProblems({ item, place }: { item: WrittenSetLesson; place: string }, known: Set<string>): Problem[] {
  if (item.use === undefined) return item.title ? [] : [{ place: `${place}.title`, reason: 'is missing' }]
  const others = Object.keys(item).filter(name => name !== 'use' && name !== 'surveyFormUrl')
  return [
    ...(known.has(item.use) ? [] : [{ place: `${place}.use`, reason: `names no lesson: ${item.use}` }]),
    ...others.map(name => ({ place: `${place}.${name}`, reason: 'cannot stand beside use' })),
  ]
}

function videoProblems(video: CourseVideo | null, place: string): Problem[] {
  return video && !video.mp4 && !video.hls ? [{ place, reason: 'needs mp4 or hls' }] : []
}

function partProblems(written: WrittenCourse, course: CourseFile, lessonPlaces: string[]): Problem[] {
  const known = new Set(course.lessons.map(lesson => lesson.key))
  return [
    ...videoProblems(course.demoVideo, 'demoVideo'),
    ...course.lessons.flatMap(({ videos }, index) =>
      Object.entries(videos).flatMap(([slot, video]) => videoProblems(video, `${lessonPlaces[index]}.videos.${slot}`)),
    ),
    ...writtenSetLessons(written).flatMap(lesson => setLessonProblems(lesson, known)),
    ...course.documents.flatMap(({ file, url }, index) =>
      (file === null) === (url === null)
        ? [{ place: `documents[${index}]`, reason: 'needs either file or url', rule: 'file or url' }]
        : [],
    ),
    ...daysOf(course).flatMap(({ day, place }) =>
      day.lessonSets.flatMap(({ userRepeat }, index) =>
        userRepeat && userRepeat.from > userRepeat.to
          ? [{ place: `${place}.lessonSets[${index}].userRepeat`, reason: 'has from above to' }]
          : [],
      ),
    ),
  ]
}

/** A homework that asks for an exercise has lessons to choose one from. */
function exerciseProblems(course: CourseFile): Problem[] {
  return homeworksOf(course).flatMap(({ homework, days, place }) =>
    homework.answerWith === 'exercise' && days.every(day => day.lessonSets.length === 0)
      ? [{ place: `${place}.answerWith`, reason: 'is exercise, and there is no lesson to choose', rule: 'exercises' }]
      : [],
  )
}

/** Learners meet days by their numbers, so a day never opens before one with a smaller number. */
function openingProblems(written: WrittenCourse, course: CourseFile): Problem[] {
  const days = daysOf(course).toSorted((a, b) => a.day.dayNumber - b.day.dayNumber)
  const givesOpening = new Set(
    written.stages.flatMap((stage, at) =>
      stage.days.flatMap((day, index) => (day.opensAfterDays === undefined ? [] : [`stages[${at}].days[${index}]`])),
    ),
  )
  return days.flatMap(({ day, place }, index) => {
    const before = days[index - 1]?.day
    const previous = before?.dayNumber ?? 0
    if (before && before.opensAfterDays > day.opensAfterDays) {
      const reason = `opens before day ${previous}: after ${day.opensAfterDays} days, that one after ${before.opensAfterDays}`
      return [
        { place: givesOpening.has(place) ? `${place}.opensAfterDays` : `${place}.dayNumber`, reason, rule: 'openings' },
      ]
    }
    if (givesOpening.has(place) || day.dayNumber - previous <= 8) return []
    const from = before ? `after day ${previous}` : 'for the first day'
    const reason = `is ${day.dayNumber}, more than a week ${from}; if that is meant, say when it opens by opensAfterDays`
    return [{ place: `${place}.dayNumber`, reason }]
  })
}

/** `lessonPlaces` are where the file has the lessons of the whole course, in their order. */
type CheckedCourse = { course: CourseFile; lessonPlaces: string[] }

/**
 * A course in full, or every place that is wrong and why; see docs/course-format.md. `known` is what the course has already:
 * keys that are left out follow from it.
 */
export function checkCourse(value: unknown, known: readonly KnownPart[] = []): CheckedCourse | { problems: Problem[] } {
  const formProblems = schemaProblems(WrittenCourse, value)
  if (formProblems.length) return { problems: formProblems }
  const written = value as WrittenCourse
  const names = nameParts(written, known)
  const course = completeCourse(written, names.keyAt)
  const lessonPlaces = [
    ...(written.lessons ?? []).map((_, index) => `lessons[${index}]`),
    ...writtenSetLessons(written).flatMap(({ item, place }) => (item.use === undefined ? [place] : [])),
  ]
  const problems = [
    ...names.problems,
    ...languageProblems(written),
    ...keyProblems(course, lessonPlaces),
    ...partProblems(written, course, lessonPlaces),
    ...exerciseProblems(course),
    ...openingProblems(written, course),
  ]
  return problems.length ? { problems } : { course, lessonPlaces }
}
