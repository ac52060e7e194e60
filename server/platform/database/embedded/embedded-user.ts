import { createHash } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, realpathSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { EmbeddedPostgresError, type StartLog } from './embedded-postgres-error.ts'

/** Whom PostgreSQL runs as. It refuses to run as root, so root hands it to another user; undefined means: as ourselves. */
export type RunAs = { uid: number; gid: number } | undefined

const nobody = 65534

/** Root lends the server to whoever owns the data already, else to uid 65534. */
export function chooseUser(dataDir: string): RunAs {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(join(dataDir, 'postgres'), { throwIfNoEntry: false })
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : { uid: nobody, gid: nobody }
}

/**
 * The real path of the folder for the cluster's files: `dataDir`/postgres, made when missing. When root's data folder lies
 * where the lent user cannot go (below /root, say), the files live in /var/lib/kurso and `dataDir`/postgres is a link to them.
 */
export function settleDataFolder(dataDir: string, runAs: RunAs, log: StartLog): string {
  const folder = join(dataDir, 'postgres')
  if (!lstatSync(folder, { throwIfNoEntry: false })) {
    if (runAs && !canReach(dataDir, runAs)) {
      const elsewhere = join(
        '/var/lib/kurso',
        createHash('sha256').update(dataDir).digest('hex').slice(0, 12),
        'postgres',
      )
      mkdirSync(elsewhere, { recursive: true, mode: 0o755 })
      symlinkSync(elsewhere, folder)
      log.info(
        `The database files are in ${elsewhere}: PostgreSQL may not run as root, and another user cannot reach ${dataDir}.`,
      )
    } else mkdirSync(folder, { mode: 0o700 })
  }
  const real = realpathSync(folder)
  refuseForeign(real)
  if (runAs) giveTo(real, runAs)
  chmodSync(real, 0o700)
  return real
}

function refuseForeign(folder: string): void {
  const own = process.getuid?.()
  const { uid } = statSync(folder)
  if (own === undefined || own === 0 || uid === own) return
  throw new EmbeddedPostgresError(
    `The database files in ${folder} belong to another user (uid ${uid}; this one is ${own}). Start Kurso as the user who made them, or change their owner.`,
  )
}

/** Hands a folder to the lent user; one that root restored from a backup is handed over whole. */
export function giveTo(folder: string, { uid, gid }: NonNullable<RunAs>): void {
  if (statSync(folder).uid === uid) return
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) giveTo(path, { uid, gid })
    else if (entry.isFile()) chownSync(path, uid, gid)
  }
  chownSync(folder, uid, gid)
}

/** Whether the user may pass through every folder on the way to `path`, `path` included. */
export function canReach(path: string, { uid, gid }: NonNullable<RunAs>): boolean {
  const { mode, uid: owner, gid: group } = statSync(path)
  const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001
  if ((mode & bit) === 0) return false
  const parent = dirname(path)
  return parent === path || canReach(parent, { uid, gid })
}
