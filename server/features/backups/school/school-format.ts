import type { ClientBase } from 'pg'
import { exportedRows, type PersonalTables } from '#server/platform/personal-tables.ts'
import type { Applied, SequenceState } from '../archive/archive-format.ts'
import { listTables, type Table } from '../archive/catalogue.ts'
import { hiddenColumns, leftOutTables } from './left-out.ts'

/** Rises with a change that older releases cannot read. */
export const schoolFormat = 1

/** Files of the folder; a table is `tables/NAME.jsonl`, a stored file `media/KEY/PATH`. */
export const places = {
  head: 'school.json',
  media: 'media.jsonl',
  table: (name: string) => `tables/${name}.jsonl`,
  stored: (key: string, path: string) => `media/${key}/${path}`,
}

export type TableFile = Table & {
  rows: number
  /** Of the whole file; who edits it takes this away. */
  sha256?: string
}

export type MediaFile = { key: string; path: string; bytes: number; sha256: string }

export type SchoolHead = {
  format: typeof schoolFormat
  release: string
  migrations: Applied[]
  sequences: SequenceState[]
  tables: TableFile[]
  /** How many lines media.jsonl has. */
  files: number
  /** Stored files that were gone although the database names them. */
  missing: string[]
  /** Where the folder holds one person's part of a school: their id, and what tells the school from others. */
  person?: { id: number; school: string }
}

/** Whose part of a school is exported. */
export type OnePerson = { id: number; tables: PersonalTables }

/** A table with the columns that are exported, how they are read, which rows, and what these are sorted by (SQL). */
export type ExportedTable = Table & { expressions: string[]; where: string; sortedBy: string[] }

/** The log of what staff did is the school's, also where it names a person. */
const notOfPerson = ['audit_log', ...Object.keys(leftOutTables)]

/** What of the catalogue is exported, of the school or of one person: references to what is left out are, too. */
export async function listExported(client: ClientBase, person?: OnePerson): Promise<ExportedTable[]> {
  const left = Object.keys(leftOutTables)
  const ofPerson = new Map(exportedRows(person?.tables ?? {}).filter(([name]) => !notOfPerson.includes(name)))
  const { rows: references } = await client.query<{ table: string; column: string }>(
    `select c.conrelid::regclass::text as table, a.attname::text as column
       from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid::regclass::text = any($1)`,
    [left],
  )
  const { rows: keys } = await client.query<{ table: string; columns: string[] }>(
    `select c.conrelid::regclass::text as table, array_agg('t.' || quote_ident(a.attname) || case when a.attcollation = 0 then '' else ' collate "C"' end order by k.at) as columns
       from pg_constraint c cross join unnest(c.conkey) with ordinality k(attnum, at)
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum
      where c.contype = 'p' and c.connamespace = 'public'::regnamespace group by c.conrelid`,
  )
  const isReference = (table: string, column: string) =>
    references.some(one => one.table === table && one.column === column)
  const hidden = (table: string, column: string) => hiddenColumns[table]?.[column]
  return (await listTables(client)).flatMap(({ name, columns }) => {
    const theirs = ofPerson.get(name)
    if (left.includes(name) || (person && !theirs)) return []
    const shown = columns.filter(
      column => hidden(name, column) !== 'left out' && !isReference(name, column) && !theirs?.hide?.includes(column),
    )
    const expressions = shown.map(column => {
      const said = hidden(name, column)
      const quoted = client.escapeIdentifier(column)
      return typeof said === 'object' ? `${said.as} as ${quoted}` : `t.${quoted}`
    })
    const key = keys.find(({ table }) => table === name)
    if (!key) throw new Error(`The table ${name} has no key by which its rows could be sorted`)
    // The number stands in the text: a cursor takes no parameters.
    const where = theirs?.where.replaceAll('$1', `${person?.id}`) ?? 'true'
    return { name, columns: shown, expressions, where, sortedBy: key.columns }
  })
}

/** Tells a school from others: when it was first there, which backups keep and imports do not. */
export async function schoolMark(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ mark: string }>(
    `select md5(string_agg(name || extract(epoch from applied_at), ' ' order by name)) as mark
       from (select name, applied_at from migrations order by name limit 3) first`,
  )
  return rows[0]?.mark ?? ''
}
