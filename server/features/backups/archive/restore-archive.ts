import { basename, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { ClientBase } from 'pg'
import { applyTo, type Migration, readMigrations } from '#server/platform/database/migrate.ts'
import { openEmptyQueue, type WaitingJob } from '#server/platform/jobs/waiting-jobs.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { type Applied, BackupError, type Manifest, names } from './archive-format.ts'
import { listKeysOfMedia, listTables, withoutRules } from './catalogue.ts'
import { fillTables } from './copy-tables.ts'
import { intoEmptyDatabase } from './empty-database.ts'
import type { School } from './make-archive.ts'
import { type ArchiveEntry, readEntries, verifyArchive } from './read-archive.ts'
import type { RestoredFiles } from './restore-files.ts'

/** A whole backup that this release can restore. */
export type RestorableBackup = { file: string; manifest: Manifest; madeAt: string; migrations: Migration[] }

/** Reads a backup to its end; throws BackupError for one that is broken or of a newer release. Writes nothing. */
export async function openBackup(file: string, server = join(projectRoot, 'server')): Promise<RestorableBackup> {
  const { head, manifest } = await verifyArchive(file)
  const { migrations, unknown } = await migrationsOf(manifest.migrations, server)
  if (unknown.length)
    throw new BackupError(
      `${basename(file)} was made by a newer Kurso (${head.release}), whose migrations are not known here: ${unknown.join(', ')}`,
    )
  return { file, manifest, madeAt: head.madeAt, migrations }
}

/** The migrations of this release that somebody has recorded, and the names of those that it does not know. */
export async function migrationsOf(applied: readonly Applied[], server = join(projectRoot, 'server')) {
  const known = await readMigrations(server)
  const found = applied.map(
    ({ name, checksum }) =>
      known.find(one => one.checksum === checksum && one.name === name) ?? known.find(one => one.checksum === checksum),
  )
  const wanted = new Set(found)
  return {
    migrations: known.filter(one => wanted.has(one)),
    unknown: applied.filter((_, index) => !found[index]).map(({ name }) => name),
  }
}

/**
 * Restores a backup into an empty database and a store, and brings it up to date. The rows appear all at once, after the files; a
 * restore that was cut off leaves an empty database, and can be made again.
 */
export async function restoreBackup(school: School, backup: RestorableBackup): Promise<void> {
  await intoEmptyDatabase(school, async (client, files) => {
    const queue = await openEmptyQueue(school.database)
    try {
      await fill({ client, backup, files, queue })
    } finally {
      await queue.close()
    }
  })
}

type Filling = {
  client: ClientBase
  backup: RestorableBackup
  files: RestoredFiles
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
