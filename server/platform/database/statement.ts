import type { QueryConfig, QueryResult, QueryResultRow } from 'pg'

/** `query_timeout` is how long an answer is waited for, in ms, where not as long as the database was opened with. */
type Sent = QueryConfig & { query_timeout?: number }

/** What runs a statement: the pool, or the connection of a transaction. */
export type Db = {
  query<Row extends QueryResultRow>(config: Sent): Promise<QueryResult<Row>>
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

/** What a statement is called with: up to six values in the order of `$1` to `$6`, or one object for `$name`. */
type Given<Params> = Params extends readonly unknown[] ? Params : [params: Params]

type Values = readonly unknown[] | Record<string, unknown>

/** Registers a statement and answers how a call of it is sent; `$name` in its text stands for that key of the object. */
function prepared(name: string, text: string) {
  const keys: string[] = []
  const numbered = text.replace(/\$([a-z]\w*)/gi, (_placeholder, key: string) => {
    if (!keys.includes(key)) keys.push(key)
    return `$${keys.indexOf(key) + 1}`
  })
  register(name, numbered)
  return (given: readonly unknown[]): QueryConfig => {
    const named = given[0] as Record<string, unknown>
    return { name, text: numbered, values: keys.length ? keys.map(key => named[key]) : [...given] }
  }
}

/** A named prepared statement that answers one row, or undefined. */
export function one<Params extends Values, Row extends QueryResultRow>(name: string, text: string) {
  const call = prepared(name, text)
  return async (db: Db, ...given: Given<Params>): Promise<Row | undefined> => (await db.query<Row>(call(given))).rows[0]
}

/** A named prepared statement that answers rows. */
export function many<Params extends Values, Row extends QueryResultRow>(name: string, text: string) {
  const call = prepared(name, text)
  return async (db: Db, ...given: Given<Params>): Promise<Row[]> => (await db.query<Row>(call(given))).rows
}

/** A named prepared statement that answers how many rows it touched. */
export function run<Params extends Values>(name: string, text: string) {
  const call = prepared(name, text)
  return async (db: Db, ...given: Given<Params>): Promise<number> => (await db.query(call(given))).rowCount ?? 0
}
