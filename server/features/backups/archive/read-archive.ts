import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { buffer } from 'node:stream/consumers'
import { extract } from 'tar-stream'
import { BackupError, formatVersion, type Head, type Manifest, names, newDigest } from './archive-format.ts'
import type { Rest } from './resting.ts'

/** One entry; its content has to be read before the next one comes. */
export type ArchiveEntry = { name: string; bytes: number; content: AsyncIterable<Buffer> }

const longestJson = 64 << 20
const pieceBytes = 1 << 20

/** Entries of an archive in their order; throws for a file that is no archive. */
export async function* readEntries(file: string): AsyncIterable<ArchiveEntry> {
  const source = createReadStream(file, { highWaterMark: pieceBytes })
  const reader = extract()
  const fed = pipeline(source, reader)
  const failed = fed.then(() => new Promise<never>(() => undefined))
  failed.catch(() => undefined)
  const entries = reader[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await Promise.race([entries.next(), failed])
      if (next.done) break
      const { name, size } = next.value.header
      yield { name, bytes: size, content: next.value as AsyncIterable<Buffer> }
      next.value.resume()
    }
    await fed
  } finally {
    // Not by way of the loop: where the file was cut off the reader may never say that it has closed.
    reader.destroy()
    source.destroy()
  }
}

/**
 * Reads a whole archive and compares it with its digest; throws BackupError for one that is foreign, newer, cut off or damaged. `rest`
 * comes after each piece that was read.
 */
export async function verifyArchive(
  file: string,
  rest: Rest = async () => undefined,
): Promise<{ head: Head; manifest: Manifest }> {
  const shown = basename(file)
  const found: Partial<Checked> = {}
  try {
    await check({ file, shown, rest }, found)
  } catch (error) {
    if (error instanceof BackupError) throw error
    if (isUnreadable(error)) throw new BackupError(`${file} cannot be read: ${(error as Error).message}`)
    throw found.head ? new BackupError(`${shown} is damaged or cut off`) : notOurs(shown)
  }
  const { head, manifest, isWhole } = found
  if (!head) throw notOurs(shown)
  if (!manifest || isWhole === undefined) throw new BackupError(`${shown} is cut off: its end is missing`)
  if (!isWhole) throw new BackupError(`${shown} is damaged: it is not what was written`)
  return { head, manifest }
}

type Checked = { head: Head; manifest: Manifest; isWhole: boolean }

async function check({ file, shown, rest }: { file: string; shown: string; rest: Rest }, found: Partial<Checked>) {
  const digest = newDigest()
  for await (const { name, bytes, content } of readEntries(file)) {
    if (found.isWhole !== undefined) throw new BackupError(`${shown} is damaged: something stands after its end`)
    if (name === names.digest) {
      found.isWhole = (await textOf(bytes, content)).toString() === digest.value()
      continue
    }
    digest.begin(name, bytes)
    if (name === names.head || name === names.manifest) {
      const text = await textOf(bytes, content)
      digest.add(text)
      if (name === names.head) found.head = readHead(text, shown)
      else found.manifest = parsed<Manifest>(text)
    } else {
      if (!found.head) throw notOurs(shown)
      for await (const piece of content) {
        digest.add(piece)
        await rest()
      }
    }
  }
}

const notOurs = (shown: string) => new BackupError(`${shown} is not a backup of Kurso`)

/** The head alone is read by every release: what comes after it may be of another format. */
function readHead(text: Buffer, shown: string): Head {
  const head = parsed<Head>(text)
  if (typeof head.format !== 'number') throw notOurs(shown)
  if (head.format > formatVersion)
    throw new BackupError(
      `${shown} was made by a newer Kurso (${head.release}, format ${head.format}); this one reads format ${formatVersion}`,
    )
  return head
}

const parsed = <Value>(text: Buffer) => JSON.parse(text.toString()) as Value

async function textOf(bytes: number, content: AsyncIterable<Buffer>): Promise<Buffer> {
  if (bytes > longestJson) throw new Error('An entry is too long')
  return buffer(content)
}

function isUnreadable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code))
}
