import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { codeKeyMark, findCodeKey } from '#server/features/accounts/code-key.ts'
import { isDiskFull } from '#server/platform/storage/free-bytes.ts'
import { type BackupFailure, isCutOff, outdatedBackups } from '#shared/features/backups/rules.ts'
import { BackupError, BackupUnderWay } from './archive/archive-format.ts'
import { type MadeArchive, makeArchive, type School } from './archive/make-archive.ts'
import { insertBackup } from './queries.ts'

type Parts = School & { codeKey: string | undefined; clock(): number }

/** Writes a backup to a new file, and puts on record how it went. */
export async function makeBackup({ codeKey, clock, ...school }: Parts, file: string): Promise<MadeArchive> {
  const startedAt = clock()
  const note = (bytes: number | null, failure: BackupFailure | null) =>
    insertBackup(school.database, startedAt / 1000, clock() / 1000, basename(file), bytes, failure).catch(unlessOlder)
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const key = await findCodeKey(school.dataDir, codeKey)
    const mark = key === undefined ? undefined : codeKeyMark(key)
    const made = await makeArchive(school, { file, codeKeyMark: mark, now: startedAt })
    await refuseWithoutFiles(made, file)
    await note(made.bytes, null)
    return made
  } catch (error) {
    if (!(error instanceof BackupUnderWay)) await note(null, failureOf(error)).catch(() => undefined)
    throw error
  }
}

/** The job of the server: a backup into the folder, from which the oldest go. One that is being made elsewhere is as good. */
export async function makeBackupIn(folder: string, { keep, name, ...parts }: Parts & { keep: number; name: string }) {
  // Before its turn: what another one writes after it is no leftover.
  const leftOver = (await readdir(folder).catch(() => [])).filter(isCutOff)
  const made = await makeBackup(parts, join(folder, name)).catch((error: unknown) => {
    if (!(error instanceof BackupUnderWay)) throw error
  })
  if (!made) return
  for (const old of [...outdatedBackups(await readdir(folder), keep), ...leftOver])
    await rm(join(folder, old), { force: true })
}

/** A school that an older release left, and that is not brought up to date yet, keeps no record. */
function unlessOlder(error: unknown) {
  if (!(error instanceof Error && 'code' in error && error.code === '42P01')) throw error
}

/** Where more files are lost than there are, the store is away: such a backup may not push out those that have its files. */
async function refuseWithoutFiles({ manifest: { files, missing } }: MadeArchive, file: string) {
  if (missing.length <= files.count) return
  await rm(file, { force: true })
  throw new FilesMissing(
    `${missing.length} stored files are missing, as ${missing.slice(0, 3).join(', ')}: is their store there?`,
  )
}

class FilesMissing extends BackupError {}

function failureOf(error: unknown): BackupFailure {
  if (error instanceof FilesMissing) return 'files_missing'
  if (isDiskFull(error)) return 'disk_full'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return ['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOENT', 'ENOTDIR'].includes(code) ? 'not_writable' : 'other'
}
