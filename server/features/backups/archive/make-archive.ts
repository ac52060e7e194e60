import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { openMediaStore } from '#server/features/media/media-store.ts'
import type { Database } from '#server/platform/database/database.ts'
import { listWaiting } from '#server/platform/jobs/waiting-jobs.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import type { S3Place } from '#server/platform/storage/s3-store.ts'
import { BackupUnderWay, formatVersion, type Head, type Manifest, names, type TableParts } from './archive-format.ts'
import { listApplied, listSequences, listTables } from './catalogue.ts'
import { writeFilesOfSnapshot } from './copy-files.ts'
import { writeTable } from './copy-tables.ts'
import { verifyArchive } from './read-archive.ts'
import { type Rest, resting } from './resting.ts'
import { type ArchiveWriter, writeArchive } from './write-archive.ts'

export type School = { database: Database; dataDir: string; s3?: S3Place | undefined }
export type MadeArchive = { bytes: number; manifest: Manifest }

/** The jobs that make backups, on nodes with a folder for them and on others; those that wait are no part of a backup. */
export const backupJobs = { inFolder: 'make-backup', byHand: 'make-backup-by-hand' } as const
export type BackupJob = (typeof backupJobs)[keyof typeof backupJobs]
const jobNames: ReadonlySet<string> = new Set(Object.values(backupJobs))

/**
 * Writes one consistent state of a school, which may be in use, to a new file and reads it back, with rests between. A second one at
 * the same time is refused as BackupUnderWay.
 */
export async function makeArchive(
  school: School,
  { file, codeKeyMark, now }: { file: string; codeKeyMark: string | undefined; now: number },
  rest: Rest = resting(),
): Promise<MadeArchive> {
  const head: Head = { format: formatVersion, release: await release(), madeAt: new Date(now).toISOString() }
  const client = school.database.ownConnection()
  // A statement that is lost with its connection says so; unheard the news would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await takeTurn(client)
    let manifest: Manifest | undefined
    const fill = async (writer: ArchiveWriter) => {
      await writer.add(names.head, Buffer.from(JSON.stringify(head)))
      return (manifest = { ...(await fillArchive(school, client, writer)), codeKeyMark })
    }
    const bytes = await writeArchive(file, fill, part => verifyArchive(part, rest), rest)
    if (!manifest) throw new Error('The archive was written without a manifest')
    return { bytes, manifest }
  } finally {
    await client.end()
  }
}

/** Held until the connection ends. */
async function takeTurn(client: ClientBase) {
  const { rows } = await client.query<{ isMine: boolean }>(
    `select pg_try_advisory_lock(hashtext('kurso backup')) as "isMine"`,
  )
  if (!rows[0]?.isMine) throw new BackupUnderWay()
}

async function fillArchive({ database, ...place }: School, client: ClientBase, writer: ArchiveWriter) {
  const store = openMediaStore(place)
  const { files, missing } = await writeFilesOfSnapshot({ client, database, store, writer })
  const tables: TableParts[] = []
  for (const table of await listTables(client)) tables.push(await writeTable(client, table, writer))
  const jobs = (await listWaiting(client)).filter(({ name }) => !jobNames.has(name))
  await writer.add(names.jobs, Buffer.from(JSON.stringify(jobs)))
  const migrations = await listApplied(client)
  const sequences = await listSequences(client)
  await client.query('commit')
  return { tables, sequences, migrations, jobs: jobs.length, files, missing }
}

async function release(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8')) as { version: string }
  return version
}
