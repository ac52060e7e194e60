/** Why a backup was not made. */
export const backupFailures = ['disk_full', 'not_writable', 'files_missing', 'other'] as const
export type BackupFailure = (typeof backupFailures)[number]

const daySeconds = 86_400
const hourSeconds = 3_600
/** For how long a backup counts as one of these days. */
export const freshSeconds = 7 * daySeconds

/** The name of a backup begun at a time in ms; later ones sort later. */
export const backupName = (at: number) =>
  `kurso-${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}.tar`

const namePattern = /^kurso-\d{8}-\d{6}\.tar$/

/**
 * Of the files in a folder those backups that may go: what is older than the last `keep` days that have one, and all of a day but its
 * first, so that asking often pushes out nothing. The newest stays, and nothing else is ever named.
 */
export function outdatedBackups(names: readonly string[], keep: number): string[] {
  const own = names.filter(name => namePattern.test(name)).sort()
  const dayOf = (name: string) => name.slice(0, 'kurso-YYYYMMDD'.length)
  const firstOfDay = new Map(own.toReversed().map(name => [dayOf(name), name]))
  const kept = new Set([...firstOfDay.values()].sort().slice(-keep))
  return own.slice(0, -1).filter(name => !kept.has(name))
}

/** Whether a leftover of a backup that was cut off. */
export const isCutOff = (name: string) => name.endsWith('.part') && namePattern.test(name.slice(0, -'.part'.length))

/** Whether the daily backup should begin; one that failed is tried again after an hour. Times in seconds. */
export function isBackupDue(last: { succeeded_at: number | null; tried_at: number | null }, now: number): boolean {
  if (last.succeeded_at !== null && now - last.succeeded_at < daySeconds) return false
  return last.tried_at === null || now - last.tried_at >= hourSeconds
}
