import { basename, posix } from 'node:path'
import { ArchiveError } from './archive-error.ts'
import type { FileUse } from './file-uses.ts'
import { markdownOf, type Page } from './markdown.ts'
import type { OutlineDay, OutlineLesson, ReportLine } from './outline.ts'
import { readQuiz } from './quiz.ts'
import type { Unpacked } from './unpack.ts'
import { find, innerHtml, readText, readXml, textOf } from './xml.ts'

export type Resource = { type: string; href: string }

/** Reads the items of one cartridge; `used` are the files of the archive that some item has taken. */
export type CartridgeReader = {
  files: Unpacked
  kinds: ReadonlyMap<string, FileUse>
  /** A file's place in the folder, as a course file names it. */
  placeOf(name: string): string
  used: Set<string>
  documents: Map<string, { title: string; file: string }>
  report: ReportLine[]
  /** How much text was read so far: items may all name one long page. */
  characters: number
}

type Item = { title: string; resource: Resource; day: OutlineDay }
type Read = (reader: CartridgeReader, item: Item) => Promise<Omit<ReportLine, 'title'>>

const mostCharacters = 200_000_000
const longestLesson = 200_000
const longestHomework = 20_000
const isPage = (name: string) => /\.x?html?$/i.test(name)

/** By the type of the resource, whatever version it is of. */
const kinds: [type: RegExp, read: Read][] = [
  [/^(webcontent|associatedcontent\/.*)$/, readContent],
  [/^imswl_xmlv/, readWebLink],
  [/^imsdt_xmlv/, readTopic],
  [/^assignment_xmlv/, readAssignment],
  [/^imsqti_xmlv.*\/assessment$/, readAssessment],
]

/** Adds what an item of a cartridge is to its day, and a line about it to the report. */
export async function readItem(reader: CartridgeReader, item: Item): Promise<void> {
  const { type } = item.resource
  const href = nameIn(reader, item.resource.href, '') ?? item.resource.href
  const read = kinds.find(([pattern]) => pattern.test(type))?.[1]
  if (!read) {
    const kind = /imsbasiclti/.test(type) ? 'outside tool' : /question-bank/.test(type) ? 'question bank' : type
    reader.used.add(href)
    reader.report.push({ title: item.title, kind, outcome: 'skipped', why: 'a course here has nothing of the kind' })
  } else if (!reader.files.has(href)) {
    reader.report.push({ title: item.title, kind: type, outcome: 'skipped', why: `${href} is not in the archive` })
  } else {
    reader.used.add(href)
    const line = await read(reader, { ...item, resource: { type, href } }).catch(skippedIfBroken(type))
    reader.report.push({ title: item.title, ...line })
  }
}

/** A file that is not well-formed is left out; one that is built to do harm refuses the archive. */
function skippedIfBroken(kind: string) {
  return (error: unknown) => {
    if (error instanceof ArchiveError && error.code === 'bad_xml')
      return { kind, outcome: 'skipped' as const, why: error.message }
    throw error
  }
}

const pathOf = (reader: CartridgeReader, name: string) => reader.files.get(name) ?? ''

/** The name in the archive that an address in a page at `from` stands for; undefined where it has no such file. */
function nameIn({ files }: CartridgeReader, address: string, from: string): string | undefined {
  const [path = ''] = address.split(/[?#]/)
  const base = path.replace(/^(\$|%24)IMS-CC-FILEBASE(\$|%24)\/?/i, '')
  const plain = decoded(base)
  const near = [posix.join(posix.dirname(from), plain), posix.normalize(plain)]
  const tried = [...near, posix.join('web_resources', plain), base]
  return tried.find(name => files.has(name))
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path).normalize('NFC')
  } catch {
    return path
  }
}

/** A page as a lesson: its first picture and film belong to the lesson, its documents to the course. */
function lessonOf(reader: CartridgeReader, title: string, html: string, from: string) {
  return writtenPage(reader, { title, html, from, hasMedia: true })
}

type Written = { title: string; html: string; from: string; hasMedia: boolean }

/** A page as a lesson, with its first picture and film where it may have them. */
function writtenPage(reader: CartridgeReader, { title, html, from, hasMedia }: Written) {
  reader.characters += html.length
  if (reader.characters > mostCharacters) throw new ArchiveError('too_large', from)
  const lesson: OutlineLesson = { title, text: '', links: [] }
  const left = new Set<string>()
  const page = markdownOf(html, (address, kind) => {
    if (/^https?:\/\//i.test(address)) return address
    const name = nameIn(reader, address, from)
    if (name === undefined) return void left.add(kind)
    const is = isPage(name) ? 'page' : reader.kinds.get(name)
    if (is === 'picture' && hasMedia && lesson.picture === undefined) lesson.picture = reader.placeOf(name)
    else if (is === 'film' && hasMedia && lesson.film === undefined) lesson.film = reader.placeOf(name)
    else if (is === 'document') addDocument(reader, name, basename(name))
    else return void left.add(is === 'page' ? 'link to another page' : (is ?? 'file'))
    return void reader.used.add(name)
  })
  lesson.text = page.text
  return { lesson, why: whyChanged(page, left) }
}

function addDocument(reader: CartridgeReader, name: string, title: string) {
  if (!reader.documents.has(name)) reader.documents.set(name, { title, file: reader.placeOf(name) })
}

function whyChanged({ lost }: Page, left: ReadonlySet<string>): string {
  const out = [...lost].filter(name => name !== 'a').map(name => `<${name}>`)
  return [...(out.length ? [`left out: ${out.join(', ')}`] : []), ...[...left].map(what => `left out: a ${what}`)].join(
    '; ',
  )
}

async function readContent(reader: CartridgeReader, { title, resource: { href }, day }: Item) {
  const path = pathOf(reader, href)
  if (isPage(href)) {
    const { lesson, why } = lessonOf(reader, title, await readText(path, href), href)
    if (lesson.text.length > longestLesson)
      return { kind: 'page', outcome: 'skipped' as const, why: 'longer than a lesson may be' }
    day.lessons.push(lesson)
    return { kind: 'page', outcome: why ? ('changed' as const) : ('imported' as const), why }
  }
  const kind = reader.kinds.get(href)
  const bare = { title, text: '', links: [] }
  if (kind === 'picture') day.lessons.push({ ...bare, picture: reader.placeOf(href) })
  else if (kind === 'film') day.lessons.push({ ...bare, film: reader.placeOf(href) })
  else if (kind === 'document') addDocument(reader, href, title)
  else return { kind: 'file', outcome: 'skipped' as const, why: 'no picture, MP4 or document by its bytes' }
  const isMaterial = kind === 'document'
  return {
    kind,
    outcome: isMaterial ? ('changed' as const) : ('imported' as const),
    why: isMaterial ? 'a material of the course' : '',
  }
}

const isWeb = (url: string) => url.length <= 2000 && /^https?:\/\/[^\s<>"'\\/?#@]+([/?#][^\s<>"\\]*)?$/.test(url)

async function readWebLink(reader: CartridgeReader, { title, resource: { href }, day }: Item) {
  const url = find(await readXml(pathOf(reader, href), href), 'url')?.attributes['href'] ?? ''
  if (!isWeb(url)) return { kind: 'link', outcome: 'skipped' as const, why: 'its address is not one of the web' }
  day.lessons.push({ title, text: '', links: [{ title, url }] })
  return { kind: 'link', outcome: 'changed' as const, why: 'a lesson with the link' }
}

async function readTopic(reader: CartridgeReader, { title, resource: { href }, day }: Item) {
  const text = textOf(find(await readXml(pathOf(reader, href), href), 'text'))
  const { lesson, why } = lessonOf(reader, title, text, href)
  if (lesson.text.length > longestLesson)
    return { kind: 'discussion', outcome: 'skipped' as const, why: 'longer than a lesson may be' }
  day.lessons.push(lesson)
  const told = ['a lesson with what it asks: learners talk with experts only', why].filter(Boolean).join('; ')
  return { kind: 'discussion', outcome: 'changed' as const, why: told }
}

async function readAssignment(reader: CartridgeReader, { title, resource: { href }, day }: Item) {
  const root = await readXml(pathOf(reader, href), href)
  const asked = find(root, 'text')
  const html = asked && asked.children.some(child => typeof child !== 'string') ? innerHtml(asked) : textOf(asked)
  const { lesson, why } = writtenPage(reader, { title, html, from: href, hasMedia: false })
  if (lesson.text.length > longestHomework)
    return { kind: 'assignment', outcome: 'skipped' as const, why: 'longer than a homework may be' }
  day.homeworks.push({ title, text: lesson.text, solution: '' })
  return { kind: 'assignment', outcome: why ? ('changed' as const) : ('imported' as const), why }
}

async function readAssessment(reader: CartridgeReader, { title, resource: { href }, day }: Item) {
  const quiz = readQuiz(await readXml(pathOf(reader, href), href))
  const isFit = quiz.count > 0 && Math.max(quiz.questions.length, quiz.answers.length) <= longestHomework
  if (!isFit)
    return { kind: 'quiz', outcome: 'skipped' as const, why: 'it has no questions, or too many for a homework' }
  day.homeworks.push({ title, text: quiz.questions, solution: quiz.answers })
  const told = `a homework of ${quiz.count} questions that an expert judges, the right answers in its solution`
  const why = quiz.hasLosses ? `${told}; left out: its links and pictures` : told
  return { kind: 'quiz', outcome: 'changed' as const, why }
}
