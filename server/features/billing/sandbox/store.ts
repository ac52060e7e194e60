import { takeTurns } from '#server/platform/turns.ts'
import { readJournal, startJournal } from './journal.ts'
import type { Kinds, Put } from './records.ts'

type Change<Answer> = { puts: Put[]; answer: Answer }
type Tables = { [Kind in keyof Kinds]: Map<string, Kinds[Kind]> }

/** How many records of a kind are kept; then the oldest closed one is forgotten. */
const most: Record<keyof Kinds, number> = {
  checkout: 20_000,
  payment: 20_000,
  method: 20_000,
  event: 50_000,
  key: 50_000,
  clock: 1,
}

/** The sandbox's memory: tables read at once, written one change after another, each journaled whole or not at all. */
export async function openStore(folder: string) {
  const tables: Tables = {
    checkout: new Map(),
    payment: new Map(),
    method: new Map(),
    event: new Map(),
    key: new Map(),
    clock: new Map(),
  }
  for (const change of await readJournal(folder)) for (const put of change) keep(tables, put)
  const journal = await startJournal(folder, current(tables))
  const inTurn = takeTurns(1)
  return {
    tables,
    /** Decides by `change` on what is true in its turn; what it puts is on the disk before the answer. */
    write: <Answer>(change: () => Change<Answer>, { isSafe = true } = {}): Promise<Answer> =>
      inTurn(async () => {
        const { puts, answer } = change()
        if (puts.length > 0) await journal.add(puts, isSafe)
        for (const put of puts) keep(tables, put)
        return answer
      }),
    close: () => inTurn(() => journal.close()),
  }
}

export type Store = Awaited<ReturnType<typeof openStore>>

function keep(tables: Tables, put: Put) {
  const table = tables[put.kind] as Map<string, Put['value']>
  table.set(put.value.id, put.value)
  if (table.size > most[put.kind]) forgetOne(table)
}

function forgetOne(table: Map<string, Put['value']>) {
  for (const [id, value] of table) {
    if (!isClosed(value)) continue
    table.delete(id)
    return
  }
  const [oldest] = table.keys()
  if (oldest !== undefined) table.delete(oldest)
}

function isClosed(value: Put['value']): boolean {
  if ('delivery' in value) return value.delivery !== 'waiting'
  if ('isGone' in value) return value.isGone
  return !('status' in value) || (value.status !== 'open' && value.status !== 'requires_action')
}

function* current(tables: Tables): Generator<Put[]> {
  for (const [kind, table] of Object.entries(tables)) for (const value of table.values()) yield [{ kind, value } as Put]
}
