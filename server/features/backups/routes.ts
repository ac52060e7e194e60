import { writeAudit } from '#server/features/accounts/audit.ts'
import type { Db } from '#server/platform/database/statement.ts'
import { routes } from '#server/platform/http/routes.ts'
import type { JobQueue } from '#server/platform/jobs/job-queue.ts'
import { backups } from '#shared/features/backups/contract.ts'
import { backupJob } from './archive/make-archive.ts'
import { listBackups } from './queries.ts'

type Jobs = Pick<JobQueue, 'send' | 'isWaiting'>

const shownCount = 10

/** Has one node make a backup; one that waits or runs is not asked for again. */
export const askForBackup = (tx: Db, jobs: Pick<JobQueue, 'send'>) => jobs.send(tx, backupJob, 'server', {})

/** Calls about backups of the server, for administrators. */
export function backupRoutes({ jobs, hasFolder }: { jobs: Jobs; hasFolder: boolean }) {
  return routes(backups, {
    'GET /studio/backups': async ({ db }) => {
      const found = await listBackups(db, shownCount)
      return {
        is_daily: hasFolder,
        is_under_way: await jobs.isWaiting(db, backupJob),
        succeeded_at: found[0]?.succeeded_at ?? null,
        backups: found.map(({ succeeded_at: _same, ...backup }) => backup),
      }
    },
    'POST /studio/backups': ({ db, user, refuse }) =>
      db.inTransaction(async tx => {
        if (!hasFolder) return refuse('no_backup_folder')
        if (await jobs.isWaiting(tx, backupJob)) return {}
        await askForBackup(tx, jobs)
        await writeAudit(tx, user, { action: 'backup.make', targetType: 'user', targetId: user.userId })
        return {}
      }),
  })
}
