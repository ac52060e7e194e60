import { basename } from 'node:path'
import type { ItemKind, Reason, ReportLine } from '#shared/features/courses/report-texts.ts'
import { ArchiveError } from './archive-error.ts'
import type { FileUse } from './file-uses.ts'
import { markdownOf } from './markdown.ts'
import type { OutlineLesson } from './outline.ts'
import type { Unpacked } from './unpack.ts'

/** What reading one archive remembers; `used` are the files of the archive that some item has taken. */
export type ArchiveReader = {
  files: Unpacked
  kinds: ReadonlyMap<string, FileUse>
  /** A file's place in the folder, as a course file names it. */
  placeOf(name: string): string
  /** The name in the archive that an address in a page at `from` stands for; undefined where it has no such file. */
  nameOf(address: string, from: string): string | undefined
  /** The title of the part of the course that an address in a page leads to. */
  partAt(address: string): string | undefined
  used: Set<string>
  documents: Map<string, { title: string; file: string }>
  report: ReportLine[]
  /** How much text was read so far: items may all name one long page. */
  characters: number
}

const mostCharacters = 200_000_000
export const longestLesson = 200_000
export const longestHomework = 20_000
export const isPage = (name: string) => /\.x?html?$/i.test(name)

/** Counts text that was read from a file; throws an ArchiveError beyond what an archive may hold. */
export function countText(reader: ArchiveReader, text: string, name: string): string {
  reader.characters += text.length
  if (reader.characters > mostCharacters) throw new ArchiveError('too_large', name)
  return text
}

/** What the report says of an item that was read. */
export type Line = Omit<ReportLine, 'title'>

/** The line of an item that is left out; `of` is what the reason is about. */
export const skipped = (kind: ItemKind, code: Reason['code'], of?: string): Line => ({
  kind,
  outcome: 'skipped',
  why: [{ code, ...(of !== undefined && { of }) }],
})

/** The line of an item that came, as it was where there is no reason to say more. */
export const taken = (kind: ItemKind, why: Reason[]): Line => ({
  kind,
  outcome: why.length ? 'changed' : 'imported',
  why,
})

/** A file that is not well-formed is left out; one that is built to do harm refuses the archive. */
export function skippedIfBroken(kind: ItemKind) {
  return (error: unknown) => {
    if (error instanceof ArchiveError && error.code === 'bad_xml') return skipped(kind, 'broken', error.entry)
    throw error
  }
}

/** An address with its escapes undone. */
export function decoded(path: string): string {
  try {
    return decodeURIComponent(path).normalize('NFC')
  } catch {
    return path
  }
}

type Written = {
  title: string
  html: string
  from: string
  /** Whether a picture and a film of the page can be the lesson's. */
  hasMedia: boolean
  /** What the page goes on with. */
  into?: OutlineLesson | undefined
}

/**
 * A page as a lesson, with its first picture and film where it may have them; its documents are the course's. `why` says what was
 * left out.
 */
export function writtenPage(reader: ArchiveReader, { title, html, from, hasMedia, into }: Written) {
  countText(reader, html, from)
  const lesson: OutlineLesson = into ? { ...into } : { title, text: '', links: [] }
  const left = new Map<string, Reason>()
  const leave = (code: Reason['code'], of = '') => void left.set(`${code} ${of}`, { code, ...(of && { of }) })
  const page = markdownOf(html, (address, kind) => {
    if (/^https?:\/\//i.test(address)) return address
    const part = reader.partAt(address)
    if (part !== undefined) return leave('left_link_to', part)
    const name = reader.nameOf(address, from)
    if (name === undefined) return leave(kind === 'link' ? 'left_link' : 'left_media')
    const is = isPage(name) ? 'page' : reader.kinds.get(name)
    if (is === 'picture' && hasMedia && lesson.picture === undefined) lesson.picture = reader.placeOf(name)
    else if (is === 'film' && hasMedia && lesson.film === undefined) lesson.film = reader.placeOf(name)
    else if (is === 'document') addDocument(reader, name, basename(name))
    else return leave(is === 'page' ? 'left_link' : 'left_media')
    return void reader.used.add(name)
  })
  lesson.text = [lesson.text, page.text].filter(Boolean).join('\n\n')
  const lost = [...page.lost].filter(element => element !== 'a').map(element => `<${element}>`)
  const why: Reason[] = [...(lost.length ? [{ code: 'left_out' as const, of: lost.join(', ') }] : []), ...left.values()]
  return { lesson, why }
}

export function addDocument(reader: ArchiveReader, name: string, title: string) {
  if (!reader.documents.has(name)) reader.documents.set(name, { title, file: reader.placeOf(name) })
}

/** Whether a link may lead there. */
export const isWeb = (url: string) => url.length <= 2000 && /^https?:\/\/[^\s<>"'\\/?#@]+([/?#][^\s<>"\\]*)?$/.test(url)
