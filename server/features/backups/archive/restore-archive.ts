import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { openMediaStore } from '#server/features/media/media-store.ts'
import { applyTo, lockMigrations, type Migration, migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { countJobs, openEmptyQueue, type WaitingJob } from '#server/platform/jobs/waiting-jobs.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { type FileStore, isPlace } from '#server/platform/storage/file-store.ts'
import { BackupError, type Manifest, names } from './archive-format.ts'
import { countRelations, listKeysOfMedia, listTables, withoutRules } from './catalogue.ts'
import { fillTables } from './copy-tables.ts'
import type { School } from './make-archive.ts'
import { type ArchiveEntry, readEntries, verifyArchive } from './read-archive.ts'

/** A whole backup that this release can restore. */
export type RestorableBackup = { file: string; manifest: Manifest; madeAt: string; migrations: Migration[] }

/** Reads a backup to its end; throws BackupError for one that is broken or of a newer release. Writes nothing. */
export async function openBackup(file: string, server = join(projectRoot, 'server')): Promise<RestorableBackup> {
  const { head, manifest } = await verifyArchive(file)
  const known = await readMigrations(server)
  const found = manifest.migrations.map(
    ({ name, checksum }) =>
      known.find(one => one.checksum === checksum && one.name === name) ?? known.find(one => one.checksum === checksum),
  )
  const unknown = manifest.migrations.filter((_, index) => !found[index]).map(({ name }) => name)
  if (unknown.length)
    throw new BackupError(
      `${basename(file)} was made by a newer Kurso (${head.release}), whose migrations are not known here: ${unknown.join(', ')}`,
    )
  const wanted = new Set(found)
  return { file, manifest, madeAt: head.madeAt, migrations: known.filter(one => wanted.has(one)) }
}

/**
 * Restores a backup into an empty database and a store, and brings it up to date. The rows appear all at once, after the files; a
 * restore that was cut off leaves an empty database, and can be made again.
 */
export async function restoreBackup(school: School, backup: RestorableBackup): Promise<void> {
  const { database, dataDir } = school
  const client = database.ownConnection()
  client.on('error', () => undefined)
  await client.connect()
  try {
    await refuseOccupied(client)
    const files = fileRestorer(openMediaStore(school), join(dataDir, 'restoring'))
    const queue = await openEmptyQueue(database)
    try {
      await client.query('begin')
      await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
      await lockMigrations(client)
      await refuseOccupied(client)
      await files.open()
      await fill({ client, backup, files, queue })
      await client.query('commit')
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      await files.undo()
      throw error
    } finally {
      await files.close()
      await queue.close()
    }
    await client.query('analyze')
  } finally {
    await client.end()
  }
  await migrate(database)
}

async function refuseOccupied(client: ClientBase) {
  const count = await countRelations(client)
  if (count > 0)
    throw new BackupError(
      `The database is not empty: it has ${count} tables and sequences. Restore into a new DATA_DIR or a new database`,
    )
  const jobs = await countJobs(client)
  if (jobs > 0)
    throw new BackupError(
      `The database is not empty: its schema pgboss has ${jobs} jobs of another school. Drop that schema, or restore into a new database`,
    )
}

type Filling = {
  client: ClientBase
  backup: RestorableBackup
  files: ReturnType<typeof fileRestorer>
  queue: Awaited<ReturnType<typeof openEmptyQueue>>
}

async function fill({ client, backup, files, queue }: Filling) {
  const { manifest, migrations, file } = backup
  await applyTo(client, migrations)
  const tables = await listTables(client)
  await withoutRules(client, tables, async () => {
    await client.query(`truncate ${tables.map(({ name }) => client.escapeIdentifier(name)).join()}`)
    const rows = fillTables(client, manifest.tables)
    let isWhole = false
    try {
      for await (const entry of readEntries(file)) await take(entry)
      // Between two entries an archive may end without anything wrong, and the last table would wait for its next rows.
      if (!isWhole) throw new BackupError(`${basename(file)} is cut off: its end is missing`)
    } catch (error) {
      rows.abort()
      throw error
    }

    async function take({ name, content }: ArchiveEntry) {
      if (name.startsWith(names.media)) return files.put(name.slice(names.media.length), content)
      if (name.startsWith(names.tables)) return rows.add({ name, content: await buffer(content) })
      if (name !== names.jobs) return
      await rows.finish()
      const jobs = JSON.parse((await buffer(content)).toString()) as WaitingJob[]
      await queue.prepare(jobs)
      await queue.put(client, jobs)
      isWhole = true
    }
  })
  await files.keep(await listKeysOfMedia(client))
  for (const { name, lastValue, isCalled } of manifest.sequences)
    await client.query('select setval($1::regclass, $2, $3)', [client.escapeIdentifier(name), lastValue, isCalled])
}

/** Puts files into a store by way of a folder; `undo` removes those that were not there before. */
function fileRestorer(store: FileStore, folder: string) {
  const added: { key: string; path: string }[] = []
  return {
    /** Also after a restore that was cut off. */
    async open() {
      await rm(folder, { recursive: true, force: true })
      await mkdir(folder, { recursive: true, mode: 0o700 })
    },
    async put(name: string, content: AsyncIterable<Buffer>) {
      const [key, path] = [name.slice(0, name.indexOf('/')), name.slice(name.indexOf('/') + 1)]
      if (!isPlace(key, path)) throw new BackupError(`The backup has a file at an impossible place: ${name}`)
      const work = join(folder, 'file')
      await pipeline(Readable.from(content), createWriteStream(work, { flush: true, mode: 0o600 }))
      if (!(await store.has(key, path))) added.push({ key, path })
      await store.move(key, path, work)
    },
    /** Removes what belongs to no item: its person was erased while the backup was made. */
    async keep(keys: ReadonlySet<string>) {
      for (const { key, path } of added) if (!keys.has(key)) await store.removeFile(key, path)
    },
    async undo() {
      for (const { key, path } of added) await store.removeFile(key, path).catch(() => undefined)
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
