import type { ClientBase } from 'pg'
import { sourceName } from '#server/features/media/upload/receive-file.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { FileStore, StoredFile } from '#server/platform/storage/file-store.ts'
import { names } from './archive-format.ts'
import type { ArchiveWriter } from './write-archive.ts'

/** An item with files, and the paths that its row names. */
type Item = { key: string; status: string; paths: string[] }
type Parts = { client: ClientBase; database: Database; store: FileStore; writer: ArchiveWriter }

/** How often a snapshot is taken again of a school that removes files faster than they are copied. */
const mostSnapshots = 10

/**
 * Writes the stored files and leaves `client` in a snapshot whose files are all among them; answers those that are lost. Files never
 * change under their names, they come and go. What was written before the snapshot is whole; what came since is, if its row stands
 * unchanged once it is written. Otherwise there has to be a later snapshot.
 */
export async function writeFilesOfSnapshot({ client, database, store, writer }: Parts) {
  const written = new Set<string>()
  const files = { count: 0, bytes: 0 }

  async function write({ key, path }: StoredFile) {
    const file = await store.read(key, path)
    if (!file) return
    await writer.addStream(`${names.media}${key}/${path}`, file.bytes, file.content)
    written.add(`${key}/${path}`)
    files.count += 1
    files.bytes += file.bytes
  }

  /** Writes what belongs to the items and is not written yet; answers the keys that this was for. */
  async function writeNew(items: ReadonlyMap<string, Item>): Promise<Set<string>> {
    const keys = new Set<string>()
    for await (const file of store.list()) {
      if (!items.has(file.key) || written.has(`${file.key}/${file.path}`)) continue
      keys.add(file.key)
      await write(file)
    }
    return keys
  }

  await writeNew(await listItems(client))
  for (let snapshot = 1; ; snapshot += 1) {
    await client.query('begin isolation level repeatable read, read only')
    const items = await listItems(client)
    const uncertain = await writeNew(items)
    const lost = [...items.values()].flatMap(({ key, paths }) =>
      paths.filter(path => !written.has(`${key}/${path}`)).map(path => ({ key, path })),
    )
    for (const { key } of lost) uncertain.add(key)
    const changed = await listChanged(database, items, uncertain)
    if (changed.length === 0 || snapshot === mostSnapshots)
      return { files, missing: lost.map(({ key, path }) => `${key}/${path}`) }
    await client.query('commit')
  }
}

async function listItems(client: ClientBase): Promise<Map<string, Item>> {
  const { rows } = await client.query<Item>(
    `select key, status, array(select value #>> '{}' from jsonb_each(files) where jsonb_typeof(value) = 'string')
       || array(select s ->> 'path' from jsonb_array_elements(case jsonb_typeof(files -> 'subtitles') when 'array' then files -> 'subtitles' else '[]' end) s)
       || case when status = 'UPLOADED' then array['${sourceName}'] else '{}' end as paths
       from media`,
  )
  return new Map(rows.map(item => [item.key, item]))
}

/** Those of some keys whose items are not now as they were. */
async function listChanged(database: Database, items: ReadonlyMap<string, Item>, keys: ReadonlySet<string>) {
  const { rows } = await database.query<Pick<Item, 'key' | 'status'>>({
    text: 'select key, status from media where key = any($1)',
    values: [[...keys]],
  })
  const now = new Map(rows.map(({ key, status }) => [key, status]))
  return [...keys].filter(key => now.get(key) !== items.get(key)?.status)
}
