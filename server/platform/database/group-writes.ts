import { isSilent } from './database.ts'
import type { Db } from './statement.ts'

type Waiting<Given, Written> = {
  given: Given
  resolve: (written: Written) => void
  reject: (error: unknown) => void
}

/** What became of a row in a group; left out is one that could not be written without waiting for somebody else. */
export type Outcome<Written> = { written: Written } | 'left out'

const groupsAtOnce = 2
const groupSize = 64

type Writing<Given, Written> = {
  /** Writes rows of different keys together, and waits for none of them; answers what became of each. */
  write(db: Db, rows: readonly Given[]): Promise<(given: Given) => Outcome<Written>>
  /** Writes one row that was left out, and waits as long as it must. */
  writeAlone(db: Db, given: Given): Promise<Written>
  keyOf(given: Given): number
}

/**
 * Rows of many people are written in groups: what arrives while groups are under way is written together by the next one, in
 * one statement and one commit, and each is answered after it; without others a row is written at once. Rows of one key are
 * written one after the other. A group that fails has written nothing, and its rows are written one by one, so that what is
 * wrong with one harms no other; neither does one that has to wait for somebody else. A group that the database does not answer
 * fails as a whole, and with it what waits behind it. Not for writes inside a transaction.
 */
export function groupWrites<Given, Written>({ write, writeAlone, keyOf }: Writing<Given, Written>) {
  const queues = keyQueues<Waiting<Given, Written>>()
  let groupsUnderWay = 0

  async function writeGroups(db: Db) {
    groupsUnderWay++
    for (let group = queues.take(groupSize); group.size; group = queues.take(groupSize)) {
      const inOrder = [...group].sort(([a], [b]) => a - b).map(([, row]) => row)
      const left = new Set(await settle(inOrder, rows => write(db, rows), rejectWaiting))
      for (const [key, row] of group) {
        if (left.has(row)) void settleAlone(db, key, row)
        else queues.release(key)
      }
    }
    groupsUnderWay--
  }

  async function settleAlone(db: Db, key: number, { given, resolve, reject }: Waiting<Given, Written>) {
    await writeAlone(db, given).then(resolve, (error: unknown) => {
      reject(error)
      if (isSilent(error)) rejectWaiting(error)
    })
    queues.release(key)
    wake(db)
  }

  function rejectWaiting(error: unknown) {
    for (const row of queues.empty()) row.reject(error)
  }

  function wake(db: Db) {
    if (groupsUnderWay < groupsAtOnce) void writeGroups(db)
  }

  return (db: Db, given: Given): Promise<Written> =>
    new Promise((resolve, reject) => {
      queues.add(keyOf(given), { given, resolve, reject })
      wake(db)
    })
}

/** Rows waiting by key; a key that was taken gives nothing more until it is released. */
function keyQueues<Row>() {
  const waiting = new Map<number, Row[]>()
  const taken = new Set<number>()
  return {
    add(key: number, row: Row) {
      const rows = waiting.get(key)
      if (rows) rows.push(row)
      else waiting.set(key, [row])
    },
    /** The first row of each key that is not taken, at most `size`; who was served goes behind those who still wait. */
    take(size: number): Map<number, Row> {
      const group = new Map<number, Row>()
      for (const [key, rows] of waiting) {
        if (group.size === size) break
        const first = taken.has(key) ? undefined : rows.shift()
        if (first) group.set(key, first)
      }
      for (const key of group.keys()) {
        taken.add(key)
        const left = waiting.get(key)
        waiting.delete(key)
        if (left?.length) waiting.set(key, left)
      }
      return group
    },
    release(key: number) {
      taken.delete(key)
    },
    /** Takes all that waits, whether its key is taken or not. */
    empty(): Row[] {
      const all = [...waiting.values()].flat()
      waiting.clear()
      return all
    },
  }
}

/** Writes a group and answers those of its rows that are to be written by themselves; never rejects. */
async function settle<Given, Written>(
  group: readonly Waiting<Given, Written>[],
  write: (rows: readonly Given[]) => Promise<(given: Given) => Outcome<Written>>,
  onSilence: (error: unknown) => void,
): Promise<readonly Waiting<Given, Written>[]> {
  try {
    const outcomeOf = await write(group.map(({ given }) => given))
    const outcomes = group.map(row => ({ row, outcome: outcomeOf(row.given) }))
    return outcomes.flatMap(({ row, outcome }) => {
      if (outcome === 'left out') return [row]
      row.resolve(outcome.written)
      return []
    })
  } catch (error) {
    if (group.length > 1 && !isSilent(error)) return group
    for (const row of group) row.reject(error)
    if (isSilent(error)) onSilence(error)
    return []
  }
}
