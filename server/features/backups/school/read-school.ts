import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Migration } from '#server/platform/database/migrate.ts'
import { isPlace } from '#server/platform/storage/file-store.ts'
import { BackupError } from '../archive/archive-format.ts'
import { migrationsOf } from '../archive/restore-archive.ts'
import { type MediaFile, places, type SchoolHead, schoolFormat, type TableFile } from './school-format.ts'

/** A folder that was read to its end. */
export type ReadableSchool = { folder: string; head: SchoolHead; migrations: Migration[]; media: MediaFile[] }

/** Reads an exported school to its end; throws BackupError with the file and the line that are wrong. Writes nothing. */
export async function readSchool(folder: string, server?: string): Promise<ReadableSchool> {
  const head = await readHead(folder)
  const { migrations, unknown } = await migrationsOf(head.migrations, server)
  if (unknown.length)
    throw new BackupError(
      `${places.head}: made by a newer Kurso (${head.release}), whose migrations are not known here: ${unknown.join(', ')}`,
    )
  for (const table of head.tables) await checkTable(folder, table)
  const media = await readMedia(folder, head.files)
  await refuseOthers(folder, head, media)
  return { folder, head, migrations, media }
}

async function readHead(folder: string): Promise<SchoolHead> {
  const text = await readFile(join(folder, places.head), 'utf8').catch(() => undefined)
  if (text === undefined)
    throw new BackupError(`${folder} is not a school that Kurso exported: it has no ${places.head}`)
  const head = parsed<Partial<SchoolHead>>(text, places.head)
  if (typeof head.format !== 'number' || ![head.tables, head.migrations, head.sequences].every(Array.isArray))
    throw new BackupError(`${places.head}: not of a school that Kurso exported`)
  if (head.format > schoolFormat)
    throw new BackupError(
      `${places.head}: format ${head.format} of a newer Kurso; this one reads format ${schoolFormat}`,
    )
  return head as SchoolHead
}

function parsed<Value>(text: string, place: string): Value {
  try {
    return JSON.parse(text) as Value
  } catch {
    throw new BackupError(`${place}: not JSON`)
  }
}

/** The lines of a table, from 1. Only a line feed ends one: newer releases of Node take the separators of Unicode for ends as well. */
export async function* linesOf(folder: string, place: string): AsyncIterable<{ line: string; at: number }> {
  let at = 0
  let begun = ''
  for await (const piece of createReadStream(join(folder, place), { encoding: 'utf8', highWaterMark: 1_048_576 })) {
    const lines = `${begun}${piece as string}`.split('\n')
    begun = lines.pop() ?? ''
    for (const line of lines) yield { line, at: ++at }
  }
  if (begun !== '') yield { line: begun, at: ++at }
}

async function checkTable(folder: string, { name, columns, rows, sha256 }: TableFile) {
  if (!/^\w+$/.test(name)) throw new BackupError(`${places.head}: a table is called ${JSON.stringify(name)}`)
  const place = places.table(name)
  const wanted = JSON.stringify([...columns].sort())
  let count = 0
  try {
    for await (const { line, at } of linesOf(folder, place)) {
      const row = parsed<object>(line, `${place}:${at}`)
      if (row === null || typeof row !== 'object' || JSON.stringify(Object.keys(row).sort()) !== wanted)
        throw new BackupError(`${place}:${at}: not a row with the columns ${columns.join(', ')}`)
      count = at
    }
    if (count !== rows) throw new BackupError(`${place}: ${count} rows, ${rows} by ${places.head}`)
    if (sha256 !== undefined && (await digestOf(join(folder, place))) !== sha256)
      throw new BackupError(
        `${place}: not what was exported; who changed it on purpose takes its sha256 out of ${places.head}`,
      )
  } catch (error) {
    throw readable(error, place)
  }
}

async function readMedia(folder: string, count: number): Promise<MediaFile[]> {
  const media: MediaFile[] = []
  try {
    for await (const { line, at } of linesOf(folder, places.media)) {
      const file = parsed<MediaFile>(line, `${places.media}:${at}`)
      if (!isPlace(file.key, file.path)) throw new BackupError(`${places.media}:${at}: not a place for a file`)
      const place = places.stored(file.key, file.path)
      const found = await digestOf(join(folder, place)).catch((error: unknown) => {
        throw readable(error, place)
      })
      if (found !== file.sha256) throw new BackupError(`${place}: not what was exported`)
      media.push(file)
    }
  } catch (error) {
    throw readable(error, places.media)
  }
  if (media.length !== count)
    throw new BackupError(`${places.media}: ${media.length} files, ${count} by ${places.head}`)
  return media
}

/** What nothing names would be lost without a word. */
async function refuseOthers(folder: string, { tables }: SchoolHead, media: readonly MediaFile[]) {
  const named = new Set([
    ...tables.map(({ name }) => places.table(name)),
    ...media.map(({ key, path }) => places.stored(key, path)),
  ])
  for (const within of ['tables', 'media']) {
    const entries = await readdir(join(folder, within), { recursive: true, withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const place = join(entry.parentPath, entry.name).slice(folder.length + 1)
      if (!entry.isDirectory() && !named.has(place))
        throw new BackupError(`${place}: belongs to no school that Kurso exported`)
    }
  }
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer)
  return hash.digest('hex')
}

function readable(error: unknown, place: string): BackupError {
  if (error instanceof BackupError) return error
  return new BackupError(`${place}: ${error instanceof Error ? error.message : String(error)}`)
}
