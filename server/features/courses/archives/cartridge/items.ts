import { posix } from 'node:path'
import type { ItemKind, Reason } from '#shared/features/courses/report-texts.ts'
import type { OutlineDay } from '../outline.ts'
import { readQuiz } from '../quiz.ts'
import type { Unpacked } from '../unpack.ts'
import {
  type ArchiveReader,
  addDocument,
  decoded,
  isPage,
  isWeb,
  longestHomework,
  longestLesson,
  type Line,
  skipped,
  skippedIfBroken,
  taken,
  writtenPage,
} from '../written-page.ts'
import { find, innerHtml, readText, readXml, textOf } from '../xml.ts'

export type Resource = { type: string; href: string }

type Item = { title: string; resource: Resource; day: OutlineDay }
type Read = (reader: ArchiveReader, item: Item) => Promise<Line>

/** By the type of the resource, whatever version it is of. */
const kinds: [type: RegExp, kind: ItemKind, read?: Read][] = [
  [/^(webcontent|associatedcontent\/.*)$/, 'page', readContent],
  [/^imswl_xmlv/, 'link', readWebLink],
  [/^imsdt_xmlv/, 'discussion', readTopic],
  [/^assignment_xmlv/, 'assignment', readAssignment],
  [/^imsqti_xmlv.*\/assessment$/, 'quiz', readAssessment],
  [/imsbasiclti/, 'tool'],
  [/question-bank/, 'bank'],
]

/** Adds what an item of a cartridge is to its day, and a line about it to the report. */
export async function readItem(reader: ArchiveReader, item: Item): Promise<void> {
  const { type } = item.resource
  const href = reader.nameOf(item.resource.href, '') ?? item.resource.href
  const [, kind, read] = kinds.find(([pattern]) => pattern.test(type)) ?? [type, 'other' as const]
  const line = async (): Promise<Line> => {
    reader.used.add(href)
    if (!read) return skipped(kind, 'nothing_like_it', type)
    if (!reader.files.has(href)) return skipped(kind, 'not_there', href)
    return read(reader, { ...item, resource: { type, href } }).catch(skippedIfBroken(kind))
  }
  reader.report.push({ title: item.title, ...(await line()) })
}

const pathOf = (reader: ArchiveReader, name: string) => reader.files.get(name) ?? ''

/** The file of a cartridge that an address in a page at `from` stands for. */
export function nameInCartridge(files: Unpacked, address: string, from: string): string | undefined {
  const [path = ''] = address.split(/[?#]/)
  const base = path.replace(/^(\$|%24)IMS-CC-FILEBASE(\$|%24)\/?/i, '')
  const plain = decoded(base)
  const near = [posix.join(posix.dirname(from), plain), posix.normalize(plain)]
  const tried = [...near, posix.join('web_resources', plain), base]
  return tried.find(name => files.has(name))
}

/** A page as a lesson: its first picture and film belong to the lesson, its documents to the course. */
function lessonOf(reader: ArchiveReader, title: string, html: string, from: string) {
  return writtenPage(reader, { title, html, from, hasMedia: true })
}

async function readContent(reader: ArchiveReader, { title, resource: { href }, day }: Item): Promise<Line> {
  const path = pathOf(reader, href)
  if (isPage(href)) {
    const { lesson, why } = lessonOf(reader, title, await readText(path, href), href)
    if (lesson.text.length > longestLesson) return skipped('page', 'too_long_lesson')
    day.lessons.push(lesson)
    return taken('page', why)
  }
  const kind = reader.kinds.get(href)
  const bare = { title, text: '', links: [] }
  if (kind === 'picture') day.lessons.push({ ...bare, picture: reader.placeOf(href) })
  else if (kind === 'film') day.lessons.push({ ...bare, film: reader.placeOf(href) })
  else if (kind === 'document') addDocument(reader, href, title)
  else return skipped('file', 'unknown_file')
  return taken(kind, kind === 'document' ? [{ code: 'material' }] : [])
}

async function readWebLink(reader: ArchiveReader, { title, resource: { href }, day }: Item): Promise<Line> {
  const url = find(await readXml(pathOf(reader, href), href), 'url')?.attributes['href'] ?? ''
  if (!isWeb(url)) return skipped('link', 'no_web_address')
  day.lessons.push({ title, text: '', links: [{ title, url }] })
  return taken('link', [{ code: 'lesson_with_link' }])
}

async function readTopic(reader: ArchiveReader, { title, resource: { href }, day }: Item): Promise<Line> {
  const text = textOf(find(await readXml(pathOf(reader, href), href), 'text'))
  const { lesson, why } = lessonOf(reader, title, text, href)
  if (lesson.text.length > longestLesson) return skipped('discussion', 'too_long_lesson')
  day.lessons.push(lesson)
  return taken('discussion', [{ code: 'lesson_with_question' }, ...why])
}

async function readAssignment(reader: ArchiveReader, { title, resource: { href }, day }: Item): Promise<Line> {
  const root = await readXml(pathOf(reader, href), href)
  const asked = find(root, 'text')
  const html = asked && asked.children.some(child => typeof child !== 'string') ? innerHtml(asked) : textOf(asked)
  const { lesson, why } = writtenPage(reader, { title, html, from: href, hasMedia: false })
  if (lesson.text.length > longestHomework) return skipped('assignment', 'too_long_homework')
  day.homeworks.push({ title, text: lesson.text, solution: '' })
  return taken('assignment', why)
}

async function readAssessment(reader: ArchiveReader, { title, resource: { href }, day }: Item): Promise<Line> {
  const quiz = readQuiz(await readXml(pathOf(reader, href), href))
  const isFit = quiz.count > 0 && Math.max(quiz.questions.length, quiz.answers.length) <= longestHomework
  if (!isFit) return skipped('quiz', 'no_questions')
  day.homeworks.push({ title, text: quiz.questions, solution: quiz.answers })
  const losses: Reason[] = quiz.hasLosses ? [{ code: 'left_media' }] : []
  return taken('quiz', [{ code: 'judged' }, ...losses])
}
