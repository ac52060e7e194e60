import type { Db } from './statement.ts'

type Waiting<Given, Written> = {
  given: Given
  resolve: (written: Written) => void
  reject: (error: unknown) => void
}

/** What `write` answers of a row that it could not write without waiting: it is written by itself. */
export const leftOut = Symbol('left out')

const groupsAtOnce = 2
const groupSize = 64

type Writing<Given, Written> = {
  /** Writes rows of different keys together, and waits for none of them; answers what became of each. */
  write(db: Db, rows: readonly Given[]): Promise<(given: Given) => Written | typeof leftOut>
  /** Writes one row that was left out, and waits as long as it must. */
  writeAlone(db: Db, given: Given): Promise<Written>
  keyOf(given: Given): number
}

/**
 * Rows of many people are written in groups: what arrives while groups are under way is written together by the next one, in
 * one statement and one commit, and each is answered after it; without others a row is written at once. Rows of one key are
 * written one after the other. A group that fails has written nothing, and its rows are written one by one, so that what is
 * wrong with one harms no other; neither does one that has to wait for somebody else. Not for writes inside a transaction.
 */
export function groupWrites<Given, Written>({ write, writeAlone, keyOf }: Writing<Given, Written>) {
  const waiting = new Map<number, Waiting<Given, Written>[]>()
  const keysUnderWay = new Set<number>()
  let groupsUnderWay = 0

  /** The first row of each key that has none under way. */
  function takeGroup(): Map<number, Waiting<Given, Written>> {
    const group = new Map<number, Waiting<Given, Written>>()
    for (const [key, rows] of waiting) {
      if (group.size === groupSize) break
      const first = keysUnderWay.has(key) ? undefined : rows.shift()
      if (first) group.set(key, first)
    }
    for (const key of group.keys()) {
      keysUnderWay.add(key)
      const left = waiting.get(key)
      waiting.delete(key)
      if (left?.length) waiting.set(key, left)
    }
    return group
  }

  async function writeGroups(db: Db) {
    groupsUnderWay++
    for (let group = takeGroup(); group.size; group = takeGroup()) {
      const inOrder = [...group].sort(([a], [b]) => a - b).map(([, row]) => row)
      const left = new Set(await settle(inOrder, rows => write(db, rows)))
      for (const [key, row] of group) {
        if (left.has(row)) void settleAlone(db, key, row)
        else keysUnderWay.delete(key)
      }
    }
    groupsUnderWay--
  }

  async function settleAlone(db: Db, key: number, { given, resolve, reject }: Waiting<Given, Written>) {
    await writeAlone(db, given).then(resolve, reject)
    keysUnderWay.delete(key)
    wake(db)
  }

  function wake(db: Db) {
    if (groupsUnderWay < groupsAtOnce) void writeGroups(db)
  }

  return (db: Db, given: Given): Promise<Written> =>
    new Promise((resolve, reject) => {
      const key = keyOf(given)
      const rows = waiting.get(key)
      if (rows) rows.push({ given, resolve, reject })
      else waiting.set(key, [{ given, resolve, reject }])
      wake(db)
    })
}

/** Writes a group and answers those of its rows that are to be written by themselves; never rejects. */
async function settle<Given, Written>(
  group: readonly Waiting<Given, Written>[],
  write: (rows: readonly Given[]) => Promise<(given: Given) => Written | typeof leftOut>,
): Promise<readonly Waiting<Given, Written>[]> {
  try {
    const writtenOf = await write(group.map(({ given }) => given))
    const settled = group.map(row => ({ row, written: writtenOf(row.given) }))
    return settled.flatMap(({ row, written }) => {
      if (written === leftOut) return [row]
      row.resolve(written)
      return []
    })
  } catch (error) {
    if (group.length > 1) return group
    group[0]?.reject(error)
    return []
  }
}
