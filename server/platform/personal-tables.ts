/**
 * Which rows of a table are a person's: `where` is SQL with `t` as the table and `$1` as the person's id; the columns in
 * `hide` are secrets and never leave the database.
 */
export type PersonalRows = { where: string; hide?: readonly string[] }

/** The tables of a feature that refer to people. What is left out of a person's export says why. */
export type PersonalTables = Record<string, PersonalRows | { leftOut: string }>

/** The rows in which `column` is the person. */
export const ownedBy = (column: string) => ({ where: `t.${column} = $1` })

/** What an export of a person contains, by table. */
export function exportedRows(tables: PersonalTables): [table: string, rows: PersonalRows][] {
  return Object.entries(tables).flatMap(([table, rows]): [string, PersonalRows][] =>
    'leftOut' in rows ? [] : [[table, rows]],
  )
}
