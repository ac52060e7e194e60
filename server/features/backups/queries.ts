import { many, one, run } from '#server/platform/database/statement.ts'
import type { BackupWire } from '#shared/features/backups/contract.ts'
import type { BackupFailure } from '#shared/features/backups/rules.ts'

/** Puts on record how a backup went. */
export const insertBackup = run<
  [startedAt: number, finishedAt: number, name: string, bytes: number | null, failure: BackupFailure | null]
>(
  'insert-backup',
  `insert into backups (started_at, finished_at, name, bytes, failure)
   values (to_timestamp($1), to_timestamp($2), $3, $4, $5)`,
)

/** The latest backups, the last one first; each row also says when one last succeeded. */
export const listBackups = many<[limit: number], BackupWire & { succeeded_at: number | null }>(
  'list-backups',
  `select unix(max(finished_at) filter (where failure is null) over ()) as succeeded_at,
          id, unix(started_at) as started_at, unix(finished_at) as finished_at, name, bytes, failure
     from backups order by id desc limit $1`,
)

/** When a backup was last made, and last tried. */
export const findLastBackup = one<[], { succeeded_at: number | null; tried_at: number | null }>(
  'find-last-backup',
  `select unix(max(finished_at) filter (where failure is null)) as succeeded_at, unix(max(finished_at)) as tried_at
     from backups`,
)
