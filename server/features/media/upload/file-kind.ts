import { open } from 'node:fs/promises'
import { extname } from 'node:path'
import { Refused } from '#server/platform/http/refusals.ts'
import { media } from '#shared/features/media/contract.ts'

/** How many of its first bytes tell a file's kind. */
export const headBytes = 400

/**
 * What a file is by its first bytes. `format` names a picture's decoder, and the only demuxer that may read a video; a
 * picture or video that the server cannot read is `unreadable`; a document is kept as it came.
 */
export type FileKind =
  | { kind: 'picture'; format: 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'heic'; mime: string }
  | { kind: 'video'; format: 'mov' | 'matroska' | 'avi' | 'mpeg' | 'mpegts'; mime: string }
  | { kind: 'sound'; format: 'mov' | 'matroska'; mime: string }
  | { kind: 'document'; extension: string; mime: string }
  | { kind: 'unreadable' }

const picture = (format: Extract<FileKind, { kind: 'picture' }>['format']): FileKind => {
  return { kind: 'picture', format, mime: `image/${format}` }
}
const video = (format: Extract<FileKind, { kind: 'video' }>['format'], mime: string): FileKind => {
  return { kind: 'video', format, mime }
}

const signatures: [offset: number, bytes: string, kind: FileKind][] = [
  [0, '\xff\xd8\xff', picture('jpeg')],
  [0, '\x89PNG\r\n\x1a\n', picture('png')],
  [0, 'GIF87a', picture('gif')],
  [0, 'GIF89a', picture('gif')],
  [8, 'WEBP', picture('webp')],
  [0, '\x1a\x45\xdf\xa3', video('matroska', 'video/webm')],
  [8, 'AVI ', video('avi', 'video/x-msvideo')],
  [0, '\x00\x00\x01\xba', video('mpeg', 'video/mpeg')],
  [0, '\x00\x00\x00\x0cjP  ', { kind: 'unreadable' }],
  [0, '\x00\x00\x01\x00', { kind: 'unreadable' }],
  [0, 'II*\x00', { kind: 'unreadable' }],
  [0, 'MM\x00*', { kind: 'unreadable' }],
  [0, 'BM', { kind: 'unreadable' }],
  [0, '8BPS', { kind: 'unreadable' }],
  [0, 'FLV\x01', { kind: 'unreadable' }],
  [0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11', { kind: 'unreadable' }],
]

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])
const soundBrands = /^(M4A|M4B|M4P|F4A)/
const quickTimeBoxes = new Set(['moov', 'mdat', 'wide', 'free', 'skip'])
const packet = 188

/** The kind of file with these first bytes; undefined when it is neither picture nor video. */
function kindOfHead(head: Buffer): FileKind | undefined {
  const text = head.toString('latin1')
  const box = text.slice(4, 8)
  if (box === 'ftyp') return kindOfBrand(text.slice(8, 12))
  if (quickTimeBoxes.has(box)) return video('mov', 'video/quicktime')
  if ([0, packet, 2 * packet].every(at => text[at] === 'G')) return video('mpegts', 'video/mp2t')
  return signatures.find(([offset, bytes]) => text.startsWith(bytes, offset))?.[2]
}

function kindOfBrand(brand: string): FileKind | undefined {
  if (heicBrands.has(brand)) return picture('heic')
  if (brand === 'avif' || brand === 'avis') return picture('avif')
  if (soundBrands.test(brand)) return undefined
  return video('mov', brand === 'qt  ' ? 'video/quicktime' : 'video/mp4')
}

/** The kind of a file by its bytes, never by its name. */
export async function kindOfFile(path: string): Promise<FileKind | undefined> {
  return kindOfHead(await headOf(path))
}

/** The kind of a recorded voice by its bytes: what browsers record; undefined for anything else. */
export async function soundOfFile(path: string): Promise<FileKind | undefined> {
  const head = (await headOf(path)).toString('latin1')
  if (head.startsWith('\x1a\x45\xdf\xa3')) return { kind: 'sound', format: 'matroska', mime: 'audio/webm' }
  return head.slice(4, 8) === 'ftyp' ? { kind: 'sound', format: 'mov', mime: 'audio/mp4' } : undefined
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const office = 'application/vnd.openxmlformats-officedocument'
/** What is inside a ZIP archive by the file's name; none of them holds macros. */
const archives: Record<string, string> = {
  '.docx': `${office}.wordprocessingml.document`,
  '.xlsx': `${office}.spreadsheetml.sheet`,
  '.pptx': `${office}.presentationml.presentation`,
  '.odt': 'application/vnd.oasis.opendocument.text',
  '.ods': 'application/vnd.oasis.opendocument.spreadsheet',
  '.odp': 'application/vnd.oasis.opendocument.presentation',
  '.epub': 'application/epub+zip',
}

/** A document of a course by its bytes and, where they leave it open, its name; undefined for anything else. */
export async function documentOfFile(path: string, name: string): Promise<FileKind | undefined> {
  const head = (await headOf(path)).toString('latin1')
  if (head.startsWith('%PDF-')) return { kind: 'document', extension: '.pdf', mime: 'application/pdf' }
  const extension = extname(name).toLowerCase()
  const mime = head.startsWith('PK\x03\x04') ? archives[extension] : undefined
  return mime === undefined ? undefined : { kind: 'document', extension, mime }
}

/** A course that is brought in: an archive by its bytes, or a text by its name; undefined for anything else. */
export async function archiveOfFile(path: string, name: string): Promise<FileKind | undefined> {
  const head = (await headOf(path)).toString('latin1')
  const kind = (extension: string): FileKind => ({ kind: 'document', extension, mime: 'application/octet-stream' })
  if (head.startsWith('PK\x03\x04')) return kind('.zip')
  if (head.startsWith('\x1f\x8b')) return kind('.gz')
  const ending = /\.(ya?ml|json)$/.exec(name.toLowerCase())?.[0]
  return ending !== undefined && !head.includes('\0') ? kind(ending) : undefined
}

export type MediaRefusal = keyof typeof media.refusals

/** Ends a request outside the declared calls with one of media's refusals. */
export function refuseMedia(code: MediaRefusal): never {
  throw new Refused(code, media.refusals[code], {})
}

/** A file that cannot be used; `code` is the refusal that its owner will read. */
export class FileFailure extends Error {
  readonly code: MediaRefusal
  constructor(code: MediaRefusal, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}
