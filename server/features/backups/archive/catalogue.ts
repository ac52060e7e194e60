import type { ClientBase } from 'pg'
import type { Applied, SequenceState } from './archive-format.ts'

export type Table = { name: string; columns: string[] }

/** Every table of the school, in the order of their names, with the columns that are written rather than computed. */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0
        and not a.attisdropped and a.attgenerated = ''
      group by c.relname order by c.relname`,
  )
  return rows
}

/** Where the sequences stand: read after the rows, whose ids they have then given out. */
export async function listSequences(client: ClientBase): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`,
  )
  const states: SequenceState[] = []
  for (const { name } of rows) {
    const state = await client.query<Omit<SequenceState, 'name'>>(
      `select last_value::text as "lastValue", is_called as "isCalled" from public.${client.escapeIdentifier(name)}`,
    )
    states.push({ name, lastValue: '1', isCalled: false, ...state.rows[0] })
  }
  return states
}

export async function listApplied(client: ClientBase): Promise<Applied[]> {
  return (await client.query<Applied>('select name, checksum from migrations order by name')).rows
}

/** How many relations there are besides those of the job queue, which makes its own. */
export async function countRelations(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'S') and n.nspname not in ('pg_catalog', 'information_schema', 'pgboss')
        and n.nspname !~ '^pg_(toast|temp)'
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
  )
  return rows[0]?.count ?? 0
}

export async function listKeysOfMedia(client: ClientBase): Promise<Set<string>> {
  const { rows } = await client.query<{ key: string }>('select key from media')
  return new Set(rows.map(({ key }) => key))
}

/** Does `work` while no row is checked against others and no trigger answers; the rows are checked when it is done. */
export async function withoutRules(client: ClientBase, tables: readonly Table[], work: () => Promise<void>) {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  const quoted = (name: string) => client.escapeIdentifier(name)
  for (const key of keys) await client.query(`alter table ${key.table} drop constraint ${quoted(key.name)}`)
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} disable trigger user`)
  await work()
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} enable trigger user`)
  for (const key of keys)
    await client.query(`alter table ${key.table} add constraint ${quoted(key.name)} ${key.definition}`)
}
