import { writeAudit } from '#server/features/accounts/audit.ts'
import type { Db } from '#server/platform/database/statement.ts'
import { routes } from '#server/platform/http/routes.ts'
import type { JobQueue } from '#server/platform/jobs/job-queue.ts'
import { backups } from '#shared/features/backups/contract.ts'
import { type BackupJob, backupJobs } from './archive/make-archive.ts'
import { listBackups } from './queries.ts'

type Jobs = Pick<JobQueue, 'send' | 'isWaiting'>

const shownCount = 10

/** Has one node make a backup; one that waits or runs is not asked for again. */
export const askForBackup = (tx: Db, jobs: Pick<JobQueue, 'send'>, job: BackupJob) => jobs.send(tx, job, 'server', {})

/** Calls about backups of the server, for administrators. */
export function backupRoutes({ jobs, job }: { jobs: Jobs; job: BackupJob }) {
  return routes(backups, {
    'GET /studio/backups': async ({ db }) => {
      const found = await listBackups(db, shownCount)
      return {
        is_daily: job === backupJobs.inFolder,
        is_under_way: await jobs.isWaiting(db, job),
        succeeded_at: found[0]?.succeeded_at ?? null,
        backups: found.map(({ succeeded_at: _same, ...backup }) => backup),
      }
    },
    'POST /studio/backups': ({ db, user }) =>
      db.inTransaction(async tx => {
        if (await jobs.isWaiting(tx, job)) return {}
        await askForBackup(tx, jobs, job)
        await writeAudit(tx, user, { action: 'backup.make', targetType: 'user', targetId: user.userId })
        return {}
      }),
  })
}
