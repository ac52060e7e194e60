import type { Db } from './statement.ts'

type Waiting<Given, Written> = {
  given: Given
  resolve: (written: Written) => void
  reject: (error: unknown) => void
}

/** Groups that are being written at once: one that waits for a locked row does not hold up the others. */
const groupsAtOnce = 2
const groupSize = 64

/**
 * Rows of many people are written in groups: what arrives while groups are under way is written together by the next one, in
 * one statement and one commit, and each is answered after it; without others a row is written at once. `write` answers
 * what became of each row. Rows of one key are written one after the other, and a group is in the order of its keys, so that
 * groups of several processes do not wait for each other in a circle. A group that fails has written nothing and is
 * written row by row, so that what is wrong with one harms no other. Not for writes inside a transaction.
 */
export function groupWrites<Given, Written>(
  write: (db: Db, rows: readonly Given[]) => Promise<(given: Given) => Written>,
  keyOf: (given: Given) => number,
) {
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
      await settle(inOrder, rows => write(db, rows))
      for (const key of group.keys()) keysUnderWay.delete(key)
    }
    groupsUnderWay--
  }

  return (db: Db, given: Given): Promise<Written> =>
    new Promise((resolve, reject) => {
      const key = keyOf(given)
      const rows = waiting.get(key)
      if (rows) rows.push({ given, resolve, reject })
      else waiting.set(key, [{ given, resolve, reject }])
      if (groupsUnderWay < groupsAtOnce) void writeGroups(db)
    })
}

/** Writes a group, or its rows one by one when it fails; never rejects. */
async function settle<Given, Written>(
  group: readonly Waiting<Given, Written>[],
  write: (rows: readonly Given[]) => Promise<(given: Given) => Written>,
): Promise<void> {
  try {
    const writtenOf = await write(group.map(({ given }) => given))
    for (const { given, resolve } of group) resolve(writtenOf(given))
  } catch (error) {
    if (group.length === 1) group[0]?.reject(error)
    else await Promise.all(group.map(row => settle([row], write)))
  }
}
