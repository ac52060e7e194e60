import { join } from 'node:path'
import { featureSettings, folder, setting } from '#server/platform/setting.ts'

function count(text: string): number {
  const value = Number(text)
  if (!/^\d{1,4}$/.test(text) || value < 1) throw new Error('must be a number from 1 to 9999')
  return value
}

/** Where backups go that are made by hand where there is no folder for daily ones. */
export const handBackups = (dataDir: string) => join(dataDir, 'backups')

/** Where the daily backup goes, undefined when none is made, and how many of them stay. */
export const backupSettings = featureSettings({
  table: {
    BACKUP_DIR: setting(
      '',
      'Folder that a backup is written to every day, better one on another disk; without one backups are made by hand only, into DATA_DIR/backups.',
      text => (text === '' ? undefined : folder(text)),
    ),
    BACKUP_KEEP: setting('7', 'Of how many days backups stay in that folder; older ones are removed.', count),
  },
  read: read => ({ folder: read('BACKUP_DIR'), keep: read('BACKUP_KEEP') }),
})
