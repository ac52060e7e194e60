import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { openMediaStore } from '#server/features/media/media-store.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { BackupError, names } from '../archive/archive-format.ts'
import { listApplied, listKeysOfMedia, listSequences } from '../archive/catalogue.ts'
import { writeFilesOfSnapshot } from '../archive/copy-files.ts'
import type { School } from '../archive/make-archive.ts'
import type { ArchiveWriter } from '../archive/write-archive.ts'
import {
  type ExportedTable,
  listExported,
  type MediaFile,
  places,
  type OnePerson,
  type SchoolHead,
  schoolMark,
  schoolFormat,
  type TableFile,
} from './school-format.ts'

/** So that a school reads the same wherever its server stands. */
const oneSpelling = `set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'iso_8601'; set bytea_output = 'hex';
  set extra_float_digits = 1; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`
const rowsAtOnce = 500

/**
 * Writes a school, which may be in use, or one person's part of it as open files to a new folder, which appears when it is whole;
 * answers its head.
 */
export async function exportSchool(school: School, folder: string, person?: OnePerson): Promise<SchoolHead> {
  if ((await readdir(folder).catch(() => [])).length > 0) throw new BackupError(`${folder} is not empty`)
  const part = `${folder}.part`
  await rm(part, { recursive: true, force: true })
  await mkdir(join(part, 'tables'), { recursive: true, mode: 0o700 })
  const client = school.database.ownConnection()
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(oneSpelling)
    const { media, missing } = await writeMedia(school, client, part, person)
    const tables: TableFile[] = []
    for (const table of await listExported(client, person)) tables.push(await writeTable(client, table, part))
    const { version } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8')) as { version: string }
    const head: SchoolHead = {
      format: schoolFormat,
      release: version,
      migrations: await listApplied(client),
      sequences: person ? [] : await listSequences(client),
      tables,
      files: media.length,
      missing,
      ...(person && { person: { id: person.id, school: await schoolMark(client) } }),
    }
    await client.query('commit')
    await writeFile(join(part, places.media), media.map(file => `${JSON.stringify(file)}\n`).join(''))
    await writeFile(join(part, places.head), `${JSON.stringify(head, undefined, 2)}\n`)
    await rm(folder, { recursive: true, force: true })
    await rename(part, folder)
    return head
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  } finally {
    await client.end()
  }
}

/** Writes the stored files and leaves `client` in a snapshot that names them; what that does not know goes again. */
async function writeMedia({ database, ...place }: School, client: ClientBase, part: string, person?: OnePerson) {
  const written = new Map<string, MediaFile>()
  const writer = {
    add: () => Promise.reject(new Error('Only files are written here')),
    async addStream(name: string, bytes: number, content: Readable) {
      const [key = '', ...path] = name.slice(names.media.length).split('/')
      const file = join(part, name)
      await mkdir(dirname(file), { recursive: true })
      const hash = createHash('sha256')
      const hashed = async function* (source: AsyncIterable<Buffer>) {
        for await (const piece of source) {
          hash.update(piece)
          yield piece
        }
      }
      await pipeline(content, hashed, createWriteStream(file, { mode: 0o600, flush: true }))
      written.set(name, { key, path: path.join('/'), bytes, sha256: hash.digest('hex') })
    },
  }
  const store = openMediaStore(place)
  const { missing } = person
    ? await writeFilesOfPerson(client, store, writer, person.id)
    : await writeFilesOfSnapshot({ client, database, store, writer })
  const keys = await listKeysOfMedia(client)
  for (const [name, { key }] of written)
    if (!keys.has(key)) {
      await rm(join(part, names.media, key), { recursive: true, force: true })
      written.delete(name)
    }
  const inOrder = (one: string, other: string) => (one < other ? -1 : 1)
  const media = [...written].sort(([one], [other]) => inOrder(one, other)).map(([, file]) => file)
  return { media, missing: [...missing].sort(inOrder) }
}

/** Writes what belongs to a person and leaves `client` in a snapshot. */
async function writeFilesOfPerson(client: ClientBase, store: FileStore, writer: ArchiveWriter, personId: number) {
  await client.query('begin isolation level repeatable read, read only')
  const { rows } = await client.query<{ key: string }>('select key from media where owner_id = $1', [personId])
  const theirs = new Set(rows.map(({ key }) => key))
  for await (const { key, path } of store.list()) {
    const file = theirs.has(key) ? await store.read(key, path) : undefined
    if (file) await writer.addStream(`${names.media}${key}/${path}`, file.bytes, file.content)
  }
  return { missing: [] }
}

async function writeTable(client: ClientBase, table: ExportedTable, part: string): Promise<TableFile> {
  const { name, columns, expressions, where, sortedBy } = table
  await client.query(
    `declare lines no scroll cursor for select row_to_json(r)::text as line
       from (select ${expressions.join()} from public.${client.escapeIdentifier(name)} t where ${where} order by ${sortedBy.join()}) r`,
  )
  const hash = createHash('sha256')
  let count = 0
  const lines = async function* () {
    for (;;) {
      const { rows } = await client.query<{ line: string }>(`fetch ${rowsAtOnce} from lines`)
      if (rows.length === 0) return
      count += rows.length
      // Only what is stored as json, spaces and all, can have lines of its own.
      const text = rows.map(({ line }) => `${line.replaceAll('\n', ' ')}\n`).join('')
      hash.update(text)
      yield text
    }
  }
  await pipeline(
    Readable.from(lines()),
    createWriteStream(join(part, places.table(name)), { mode: 0o600, flush: true }),
  )
  await client.query('close lines')
  return { name, columns, rows: count, sha256: hash.digest('hex') }
}
