import { isMap, isNode, LineCounter, parseDocument, stringify } from 'yaml'
import { readJsonText } from '#shared/platform/text.ts'
import type { Problem } from '#shared/platform/schemas.ts'
import { checkCourse } from './check-course.ts'
import { type CourseFile, formatVersion, isKey } from './course-format.ts'
import type { KnownPart } from './part-keys.ts'

/** A problem of a course file; `line` from 1, when known. */
export type CourseProblem = Problem & { file: string; line?: number }

/** The largest course file that is read, in characters. */
const courseFileLimit = 20_000_000

function read(text: string, file: string): { value: unknown } | { problems: CourseProblem[] } {
  if (text.length > courseFileLimit) {
    return { problems: [{ file, place: '', reason: `has more than ${courseFileLimit} characters` }] }
  }
  if (file.endsWith('.json')) {
    const json = readJsonText(text)
    if ('value' in json) return json
    return { problems: [{ file, line: json.line, place: `column ${json.column}`, reason: json.reason }] }
  }
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const problems = [...document.errors, ...document.warnings].map(error => {
    const { line, col } = lines.linePos(error.pos[0])
    return { file, line, place: `column ${col}`, reason: error.message }
  })
  if (problems.length) return { problems }
  try {
    return { value: document.toJS({ maxAliasCount: 100 }) as unknown }
  } catch (error) {
    return { problems: [{ file, place: '', reason: error instanceof Error ? error.message : String(error) }] }
  }
}

/** `stages[1].title` as the steps to it. */
function pathOf(place: string): string[] {
  return place.split(/[.[\]]/).filter(Boolean)
}

/** Adds to each problem the line of the nearest existing node on the path to its place. */
function withLines(text: string, file: string, problems: Problem[]): CourseProblem[] {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  return problems.map(problem => {
    const path = pathOf(problem.place)
    for (let length = path.length; length >= 0; length -= 1) {
      const node = length ? document.getIn(path.slice(0, length), true) : document.contents
      const start = isNode(node) ? node.range?.[0] : undefined
      if (start !== undefined) return { file, line: lines.linePos(start).line, ...problem }
    }
    return { file, ...problem }
  })
}

type Checked = { course: CourseFile } | { problems: CourseProblem[] }

/** A course with its file: finds the lines of problems in the course's places, and prints it again. */
export type CheckedFile = {
  course: CourseFile
  locate(problems: Problem[]): CourseProblem[]
  /** The file's YAML text with its comments and the keys of all parts; reading it again gives an equal course. */
  print(): string
}

/** A course file that was read; `check` refuses what is wrong in it, and `known` is as in `checkCourse`. */
export type OpenCourseFile = {
  key: string
  check(known?: readonly KnownPart[]): CheckedFile | { problems: CourseProblem[] }
}

/**
 * Reads the text of a .yaml, .yml or .json file called `name`. Refused with line, place and reason: wrong syntax, and a file
 * that does not say in its `key` which course it is.
 */
export function openCourseFile(text: string, name: string): OpenCourseFile | { problems: CourseProblem[] } {
  const content = read(text, name)
  if ('problems' in content) return content
  const check: OpenCourseFile['check'] = known => {
    const checked = checkCourse(content.value, known)
    if ('problems' in checked) return { problems: withLines(text, name, checked.problems) }
    const { course, lessonPlaces } = checked
    const inFile = (place: string) =>
      place.replace(/^lessons\[(\d+)\]/, (_, at) => lessonPlaces[Number(at)] ?? 'lessons')
    return {
      course,
      locate: problems =>
        withLines(
          text,
          name,
          problems.map(problem => ({ ...problem, place: inFile(problem.place) })),
        ),
      print: () => (name.endsWith('.json') ? printCourseFile(course) : printWithComments(text, course, lessonPlaces)),
    }
  }
  const { value } = content
  const key = typeof value === 'object' && value !== null && 'key' in value ? value.key : undefined
  if (typeof key === 'string' && isKey(key)) return { key, check }
  const checked = check()
  return 'problems' in checked ? checked : { key: checked.course.key, check }
}

/**
 * Reads a course in the open format. Refused with line, place and reason: wrong syntax, unknown or missing fields, missing
 * languages, repeated keys, files outside the folder. `known` is as in `checkCourse`.
 */
export function parseCourseFile(text: string, name: string, known?: readonly KnownPart[]): Checked {
  const opened = openCourseFile(text, name)
  if ('problems' in opened) return opened
  const checked = opened.check(known)
  return 'problems' in checked ? checked : { course: checked.course }
}

/** Leaves out what reading fills in again: nulls, empty lists and empty groups. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [name, withoutEmpty(member)] as const)
  return Object.fromEntries(members.filter(([, member]) => !isEmpty(member)))
}

function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0)
}

/** The YAML text of a course; reading it again gives an equal course. */
export function printCourseFile(course: CourseFile): string {
  const content = { 'kurso-course': formatVersion, ...(withoutEmpty(course) as object) }
  return stringify(content, { lineWidth: 0 })
}

/** The author's own text with the key of each part; printed from the course alone where aliases stand in the way. */
function printWithComments(text: string, course: CourseFile, lessonPlaces: string[]): string {
  const document = parseDocument(text)
  for (const [place, key] of keysOf(course, lessonPlaces)) {
    const part = document.getIn(pathOf(place))
    if (isMap(part) && !part.has('key')) part.items.unshift(document.createPair('key', key))
  }
  const printed = document.toString({ lineWidth: 0 })
  const read = parseCourseFile(printed, 'course.yaml')
  const isEqual = 'course' in read && printCourseFile(read.course) === printCourseFile(course)
  return isEqual ? printed : printCourseFile(course)
}

function keysOf({ stages, documents, lessons }: CourseFile, lessonPlaces: string[]): (readonly [string, string])[] {
  return [
    ...documents.map(({ key }, index) => [`documents[${index}]`, key] as const),
    ...lessons.map(({ key }, index) => [lessonPlaces[index] ?? '', key] as const),
    ...stages.flatMap((stage, at) => [
      [`stages[${at}]`, stage.key] as const,
      ...homeworkKeys(stage.homeworks, `stages[${at}]`),
      ...stage.days.flatMap((day, index) => [
        [`stages[${at}].days[${index}]`, day.key] as const,
        ...homeworkKeys(day.homeworks, `stages[${at}].days[${index}]`),
      ]),
    ]),
  ]
}

function homeworkKeys(homeworks: { key: string }[], place: string) {
  return homeworks.map(({ key }, index) => [`${place}.homeworks[${index}]`, key] as const)
}
