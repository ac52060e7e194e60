import { resolve } from 'node:path'
import { writeAudit } from '#server/features/accounts/audit.ts'
import { findCredentials } from '#server/features/accounts/queries.ts'
import { exportSchool } from '#server/features/backups/school/export-school.ts'
import { importSchool } from '#server/features/backups/school/import-school.ts'
import { putBackPerson } from '#server/features/backups/school/put-back.ts'
import { readSchool } from '#server/features/backups/school/read-school.ts'
import type { SchoolHead } from '#server/features/backups/school/school-format.ts'
import { loadBrands } from '#server/features/brands/load-brands.ts'
import type { Database } from '#server/platform/database/database.ts'
import { normalizeEmail } from '#shared/features/accounts/email.ts'
import { personalTables } from '../open-features.ts'
import type { Settings } from '../settings.ts'
import { namedBrand, readArguments, UsageError } from './operator-command.ts'
import { openServerDatabase } from './run-operator-command.ts'

const usage = `npm run school -- export FOLDER [--person EMAIL [--brand kurso]]
npm run school -- import FOLDER

  export   writes the whole school, or one person's part of it, without secrets, as open files into a new folder
  import   reads a whole school into an empty database: that of a new DATA_DIR, or of DATABASE_URL; one person's part goes back into
           the school that it came from: what is gone of it`

const options = { person: { type: 'string' }, brand: { type: 'string' } } as const

export type SchoolCommand = {
  command: 'export' | 'import'
  folder: string
  /** Whose part alone. */
  person?: string | undefined
  brand?: string | undefined
}

/** What the command line asks for; throws UsageError. */
export function readSchoolArguments(args: string[]): SchoolCommand {
  const { positionals, values } = readArguments(args, options, usage)
  const [command, folder, ...more] = positionals
  if ((command !== 'export' && command !== 'import') || folder === undefined || more.length) throw new UsageError(usage)
  if (command === 'import' && Object.keys(values).length)
    throw new UsageError('--person and --brand are only for export')
  return { command, folder: resolve(folder), ...values }
}

/** Writes the school as open files, while it may be in use, or makes one of such files in an empty place. */
export async function runSchoolCommand(
  { command, folder, person, brand }: SchoolCommand,
  settings: Pick<Settings, 'databaseUrl' | 'dataDir' | 's3' | 'given'>,
  print: (line: string) => void,
) {
  const { dataDir, s3 } = settings
  const exported = command === 'import' ? await readSchool(folder) : undefined
  const { database, close } = await openServerDatabase(settings)
  try {
    const school = { database, dataDir, s3 }
    if (exported?.head.person) {
      await putBackPerson(school, exported)
      print(`What was gone of the person is back: ${words(exported.head)} at most`)
      return
    }
    if (exported) {
      await importSchool(school, exported)
      print(`Imported ${words(exported.head)}`)
      print('Passwords are not in such files: npm run person -- password EMAIL lets an administrator in')
      return
    }
    const brandId = namedBrand(await loadBrands(settings.given.brands.folder), brand)
    const only = person === undefined ? undefined : await onePerson(database, brandId, person)
    const head = await exportSchool(school, folder, only)
    if (only)
      await writeAudit(
        database,
        { userId: null, brandId },
        { action: 'user.export', targetType: 'user', targetId: only.id },
      )
    print(`${folder}: ${words(head)}`)
    for (const name of head.missing) print(`  was not in the store although the database names it: ${name}`)
  } finally {
    await close()
  }
}

async function onePerson(database: Database, brandId: string, email: string) {
  const found = await findCredentials(database, brandId, normalizeEmail(email))
  if (!found) throw new UsageError(`Brand ${brandId} has no person with the e-mail ${email}`)
  return { id: found.id, tables: personalTables }
}

function words({ tables, files }: SchoolHead): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${tables.length} tables, ${rows} rows, ${files} files`
}
