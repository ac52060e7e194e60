import { join, resolve } from 'node:path'
import { makeBackup } from '#server/features/backups/make-backup.ts'
import { handBackups } from '#server/features/backups/settings.ts'
import { backupName } from '#shared/features/backups/rules.ts'
import type { Settings } from '../settings.ts'
import { readArguments, UsageError } from './operator-command.ts'
import type { School } from './run-operator-command.ts'

const usage = `npm run backup [-- FILE]

  FILE   new file that the backup is written to; by default one in BACKUP_DIR, or in DATA_DIR/backups`

/** What the command line asks for; throws UsageError. */
export function readBackupArguments(args: string[]): { file: string | undefined } {
  const { positionals } = readArguments(args, {}, usage)
  const [file, ...more] = positionals
  if (more.length) throw new UsageError(usage)
  return { file: file === undefined ? undefined : resolve(file) }
}

/** Writes a backup of the school, which may be in use meanwhile. */
export async function runBackupCommand(
  command: { file: string | undefined },
  { database, dataDir, s3, now, print }: Pick<School, 'database' | 'dataDir' | 's3' | 'now' | 'print'>,
  { given }: Pick<Settings, 'given'>,
) {
  const file = command.file ?? join(given.backups.folder ?? handBackups(dataDir), backupName(now))
  const parts = { database, dataDir, s3, codeKey: given.accounts.codeKey, clock: Date.now }
  const { bytes, manifest } = await makeBackup(parts, file)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  print(
    `${file}: ${bytes} bytes, ${manifest.tables.length} tables, ${rows} rows, ${manifest.files.count} files, read back`,
  )
  for (const name of manifest.missing) print(`  was not in the store although the database names it: ${name}`)
  print(
    given.accounts.codeKey === undefined
      ? `Keep a copy of ${join(dataDir, 'code.key')} elsewhere: it is not in the backup and opens what is sealed in it`
      : 'Keep CODE_KEY elsewhere: it is not in the backup and opens what is sealed in it',
  )
}
