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
 * what became of each row. Rows of one key never meet in a group. A group that fails has written nothing and is written
 * row by row, so that what is wrong with one harms no other. Not for writes inside a transaction.
 */
export function groupWrites<Given, Written>(
  write: (db: Db, rows: readonly Given[]) => Promise<(given: Given) => Written>,
  keyOf: (given: Given) => number,
) {
  let waiting: Waiting<Given, Written>[] = []
  let underWay = 0

  function takeGroup(): Waiting<Given, Written>[] {
    const group = new Map<number, Waiting<Given, Written>>()
    const left: Waiting<Given, Written>[] = []
    for (const row of waiting) {
      const key = keyOf(row.given)
      if (group.size === groupSize || group.has(key)) left.push(row)
      else group.set(key, row)
    }
    waiting = left
    return [...group.values()]
  }

  async function writeGroups(db: Db) {
    underWay++
    for (let group = takeGroup(); group.length; group = takeGroup()) await settle(group, rows => write(db, rows))
    underWay--
  }

  return (db: Db, given: Given): Promise<Written> =>
    new Promise((resolve, reject) => {
      waiting.push({ given, resolve, reject })
      if (underWay < groupsAtOnce) void writeGroups(db)
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
