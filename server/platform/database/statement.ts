import type { QueryConfig, QueryResult, QueryResultRow } from 'pg'

/** What runs a statement: the pool, or the connection of a transaction. */
export type Db = {
  query<Row extends QueryResultRow>(config: QueryConfig): Promise<QueryResult<Row>>
}

const texts = new Map<string, string>()

function register(name: string, text: string) {
  if (texts.has(name) && texts.get(name) !== text) throw new Error(`Two statements are named ${name}`)
  texts.set(name, text)
}

/** Every statement declared so far, by name: what the tests prepare against a real schema. */
export function declaredStatements(): ReadonlyMap<string, string> {
  return texts
}

/** A named prepared statement that answers one row, or undefined. */
export function one<Params extends readonly unknown[], Row extends QueryResultRow>(name: string, text: string) {
  register(name, text)
  return async (db: Db, ...params: Params): Promise<Row | undefined> =>
    (await db.query<Row>({ name, text, values: [...params] })).rows[0]
}

/** A named prepared statement that answers rows. */
export function many<Params extends readonly unknown[], Row extends QueryResultRow>(name: string, text: string) {
  register(name, text)
  return async (db: Db, ...params: Params): Promise<Row[]> =>
    (await db.query<Row>({ name, text, values: [...params] })).rows
}

/** A named prepared statement that answers how many rows it touched. */
export function run<Params extends readonly unknown[]>(name: string, text: string) {
  register(name, text)
  return async (db: Db, ...params: Params): Promise<number> =>
    (await db.query({ name, text, values: [...params] })).rowCount ?? 0
}
