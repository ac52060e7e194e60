import { join, resolve } from 'node:path'
import { codeKeyMark, findCodeKey } from '#server/features/accounts/code-key.ts'
import { openBackup, restoreBackup } from '#server/features/backups/archive/restore-archive.ts'
import type { Settings } from '../settings.ts'
import { readArguments, UsageError } from './operator-command.ts'
import { openServerDatabase } from './run-operator-command.ts'

const usage = `npm run restore -- FILE

  FILE   backup that is restored into an empty database: that of a new DATA_DIR, or of DATABASE_URL`

/** What the command line asks for; throws UsageError. */
export function readRestoreArguments(args: string[]): { file: string } {
  const { positionals } = readArguments(args, {}, usage)
  const [file, ...more] = positionals
  if (file === undefined || more.length) throw new UsageError(usage)
  return { file: resolve(file) }
}

/** Restores a backup; nothing is written before all of it was read. */
export async function runRestoreCommand(
  { file }: { file: string },
  settings: Pick<Settings, 'databaseUrl' | 'dataDir' | 's3' | 'given'>,
  print: (line: string) => void,
) {
  const { dataDir, s3, given } = settings
  const backup = await openBackup(file)
  const { database, close } = await openServerDatabase(settings)
  try {
    await restoreBackup({ database, dataDir, s3 }, backup)
  } finally {
    await close()
  }
  const { tables, files, codeKeyMark: wanted } = backup.manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  print(`Restored the school of ${backup.madeAt}: ${tables.length} tables, ${rows} rows, ${files.count} files`)
  print(
    `What was paid after ${backup.madeAt} is not known here: renewals that were charged since would be charged AGAIN. Compare with the ` +
      'payment provider before the start, and never start this school beside the old server',
  )
  const key = await findCodeKey(dataDir, given.accounts.codeKey)
  if (wanted !== undefined && (key === undefined || codeKeyMark(key) !== wanted))
    print(
      `Before the start put the code.key of the old server to ${join(dataDir, 'code.key')}, or set CODE_KEY as it was there: without it ` +
        'second factors and the keys of payment providers cannot be opened, and codes that were sent do not fit',
    )
}
