import { type Document, isMap, isScalar, isSeq, type Node, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml'
import { parseCourseFile, printCourseFile } from './course-file.ts'
import type { CourseFile } from './course-format.ts'

type Values = { [name: string]: unknown }
const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A course in the text of an earlier file of it: what is the same stays as its author wrote it, with comments and order; what
 * is not is replaced, added or left out. Printed from the course alone where the text cannot be kept.
 */
export function printInto(text: string, course: CourseFile): string {
  const printed = printCourseFile(course)
  const document = parseDocument(text)
  if (document.errors.length || !isMap(document.contents)) return printed
  const wanted = inlined(parseDocument(printed).toJS() as Values, document.toJS() as Values)
  fit(document, document.contents, wanted)
  const now = document.toString({ lineWidth: 0 })
  const read = parseCourseFile(now, 'course.yaml')
  return 'course' in read && sortedLessons(read.course) === sortedLessons(course) ? now : printed
}

/** Lessons written inside days come before or after others by where they stand; their order says nothing. */
const sortedLessons = (course: CourseFile) =>
  printCourseFile({ ...course, lessons: course.lessons.toSorted((a, b) => (a.key < b.key ? -1 : 1)) })

/** The lessons that the earlier text wrote inside days are written inside the first day that has them. */
function inlined(wanted: Values, before: Values): Values {
  const inside = new Set(placesIn(before).map(({ key }) => key))
  const lessons = listOf(wanted['lessons'])
  const own = new Map(lessons.map(lesson => [lesson['key'], lesson]))
  const written = new Set<unknown>()
  for (const place of placesIn(wanted)) {
    const { use } = place
    const lesson = own.get(use)
    if (!lesson || !inside.has(use) || written.has(use)) continue
    written.add(use)
    delete place['use']
    Object.assign(place, lesson)
  }
  const shared = lessons.filter(({ key }) => !written.has(key))
  const { lessons: _lessons, ...rest } = wanted
  return shared.length ? { ...rest, lessons: shared } : rest
}

const listOf = (value: unknown): Values[] => (Array.isArray(value) ? value.filter(isValues) : [])

/** The entries of all sets of lessons. */
const placesIn = (course: Values): Values[] =>
  listOf(course['stages'])
    .flatMap(stage => listOf(stage['days']))
    .flatMap(day => listOf(day['lessonSets']))
    .flatMap(set => listOf(set['lessons']))

/** Makes a map say what is wanted; members that are the same keep their place and comments. */
function fit(document: Document, map: YAMLMap, wanted: Values): void {
  const before = map.toJSON() as Values
  for (const name of Object.keys(before)) if (!(name in wanted)) leaveOut(map, name, before[name])
  for (const [name, value] of Object.entries(wanted)) {
    const node = map.get(name, true) as Node | undefined
    if (isMap(node) && isValues(value)) fit(document, node, value)
    else if (isSeq(node) && Array.isArray(value)) fitList(document, node, value)
    else if (isScalar(node) && !isValues(value) && !Array.isArray(value)) node.value = value
    else map.set(name, document.createNode(value))
  }
}

/** What is left out means its default, which a file may also say. */
function leaveOut(map: YAMLMap, name: string, value: unknown): void {
  const isSilent = (isValues(value) || Array.isArray(value)) && Object.keys(value).length === 0
  if (!isSilent) map.delete(name)
}

const nameOf = (value: unknown): unknown =>
  isValues(value) ? (value['key'] ?? value['use'] ?? value['id']) : undefined

/** Makes a list say what is wanted: entries are known by their keys, others by their places. */
function fitList(document: Document, list: YAMLSeq, wanted: readonly unknown[]): void {
  const known = new Map<unknown, Node>()
  const [first] = list.items
  if (isMap(first) && list.commentBefore) {
    // A comment above the first entry is about that entry, wherever it goes.
    first.commentBefore = list.commentBefore
    list.commentBefore = undefined
  }
  for (const [index, item] of list.items.entries()) {
    const name = isMap(item) ? nameOf(item.toJSON()) : undefined
    known.set(name ?? index, item as Node)
  }
  list.items = wanted.map((value, index) => {
    const node = known.get(nameOf(value) ?? index)
    if (!isMap(node) || !isValues(value))
      return isScalar(node) && node.value === value ? node : document.createNode(value)
    known.delete(nameOf(value) ?? index)
    fit(document, node, value)
    return node
  })
}
