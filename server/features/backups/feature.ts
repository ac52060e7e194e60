import { feature as accounts } from '#server/features/accounts/feature.ts'
import { type Job, serverFeature } from '#server/platform/feature.ts'
import { backupName, isBackupDue } from '#shared/features/backups/rules.ts'
import { backupJobs } from './archive/make-archive.ts'
import { makeBackupIn } from './make-backup.ts'
import { findLastBackup } from './queries.ts'
import { askForBackup, backupRoutes } from './routes.ts'
import { backupSettings, handBackups } from './settings.ts'

const lookMs = 600_000

/** What a node with a folder is asked for is left to such nodes. */
const jobOf = (folder: string | undefined) => (folder === undefined ? backupJobs.byHand : backupJobs.inFolder)

export const feature = serverFeature({
  name: 'backups',
  settings: backupSettings,
  async open({ opened }, given) {
    const { codeKey } = await opened(accounts)
    return { ...given, codeKey }
  },
  routes: ({ jobs }, { folder }) => backupRoutes({ jobs, job: jobOf(folder) }),
  jobs({ database, dataDir, s3, clock }, { folder, keep, codeKey }): Record<string, Job> {
    const place = folder ?? handBackups(dataDir)
    const parts = { database, dataDir, s3, codeKey, clock, keep }
    return { [jobOf(folder)]: { work: () => makeBackupIn(place, { ...parts, name: backupName(clock()) }) } }
  },
  tidying: ({ database, jobs, clock }, { folder }) => [
    {
      everyMs: lookMs,
      async work() {
        if (folder === undefined) return
        const last = (await findLastBackup(database)) ?? { succeeded_at: null, tried_at: null }
        if (isBackupDue(last, clock() / 1000)) await askForBackup(database, jobs, backupJobs.inFolder)
      },
    },
  ],
})
