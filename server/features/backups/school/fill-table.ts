import type { ClientBase } from 'pg'
import { BackupError } from '../archive/archive-format.ts'
import { linesOf } from './read-school.ts'
import { places, type TableFile } from './school-format.ts'

type Line = { line: string; at: number }

const charactersAtOnce = 1 << 20

/** Where rows refer to rows that are not there (PostgreSQL's code). */
const missingReference = '23503'

export const isMissingReference = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === missingReference

/**
 * Inserts the rows of a file; `conflict` (SQL) says what becomes of those that are there. Throws BackupError with the line of one that is refused;
 * a reference to what is missing is thrown as it is.
 */
export async function fillTable(client: ClientBase, folder: string, table: TableFile, conflict = '') {
  let lines: Line[] = []
  let held = 0
  const write = async () => {
    if (lines.length) await insertLines(client, table, lines, conflict)
    lines = []
    held = 0
  }
  for await (const one of linesOf(folder, places.table(table.name))) {
    lines.push(one)
    held += one.line.length
    if (held >= charactersAtOnce) await write()
  }
  await write()
}

/** Inserts rows; of those that are refused the first is named. */
async function insertLines(client: ClientBase, table: TableFile, lines: Line[], conflict: string): Promise<void> {
  await client.query('savepoint lines')
  try {
    const place = `public.${client.escapeIdentifier(table.name)}`
    const columns = table.columns.map(column => client.escapeIdentifier(column)).join()
    await client.query(
      `insert into ${place} as t (${columns}) overriding system value
         select ${columns} from json_populate_recordset(null::${place}, $1) ${conflict}`,
      [`[${lines.map(({ line }) => line).join()}]`],
    )
    await client.query('release savepoint lines')
  } catch (error) {
    await client.query('rollback to savepoint lines')
    if (isMissingReference(error)) throw error
    const [first] = lines
    if (lines.length > 1) {
      const half = lines.length >> 1
      await insertLines(client, table, lines.slice(0, half), conflict)
      await insertLines(client, table, lines.slice(half), conflict)
      return
    }
    throw new BackupError(
      `${places.table(table.name)}:${first?.at}: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
