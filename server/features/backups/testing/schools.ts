import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mediaFolder } from '#server/features/media/media-store.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type FileStore, newFileKey } from '#server/platform/storage/file-store.ts'

/** Every table with its number of rows and a digest of all that they hold, found from the catalogue. */
export async function rowsOf(database: Database): Promise<Record<string, string>> {
  const { rows: tables } = await database.query<{ name: string }>({
    text: `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  })
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await database.query<{ rows: string }>({
      text: `select count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') as rows from "${name}" t`,
    })
    found[name] = rows[0]?.rows ?? ''
  }
  return found
}

/** Constraints, indexes, triggers and sequences: what a restore takes away for a while has to be there again. */
export async function shapeOf(database: Database): Promise<unknown> {
  const texts = [
    `select conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated, condeferrable
       from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
    `select tablename, indexdef from pg_indexes where schemaname = 'public' order by 1, 2`,
    `select tgrelid::regclass::text, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`,
    `select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`,
  ]
  const found: unknown[] = []
  for (const text of texts) found.push((await database.query({ text })).rows)
  return found
}

/** A digest of every file of media in a data folder, by its place. */
export const filesOf = (dataDir: string) => contentsOf(mediaFolder(dataDir))

/** A digest of every file in a folder, by its place. */
export async function contentsOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const found: Record<string, string> = {}
  for (const entry of entries.filter(one => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    found[path.slice(folder.length + 1)] = digestOf(await readFile(path))
  }
  return found
}

export const digestOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** What a school has once somebody has downloaded of it: what was measured of its first item, and the key of leases. */
export async function addDownloads(database: Database): Promise<void> {
  await database.query({ text: `insert into download_keys (private_key) values ('key of leases')` })
  await database.query({
    text: `insert into download_items (media_id, source, files) select min(id), 'film', '[]' from media`,
  })
}

/** An item with two files, as an import makes one; answers its key. */
export async function addItem(database: Database, store: FileStore, content: Buffer, name = 'film'): Promise<string> {
  const key = newFileKey()
  const work = await mkdtemp(join(tmpdir(), 'kurso-item-'))
  for (const path of ['video.mp4', 'hls/v0/p0001.m4s']) {
    await writeFile(join(work, 'file'), content)
    await store.put(key, path, join(work, 'file'))
  }
  await rm(work, { recursive: true })
  await database.query({
    text: `insert into media (key, type, name, mime, files) values ($1, 2, $2, 'video/mp4', '{"mp4": "video.mp4", "subtitles": []}')`,
    values: [key, name],
  })
  return key
}
