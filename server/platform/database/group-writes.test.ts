import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { groupWrites } from './group-writes.ts'
import type { Db } from './statement.ts'

type Row = { key: number; text: string }
const db: Db = { query: () => Promise.reject(new Error('Not asked')) }

/** Writes that end when told to, or that fail when a row is the bad one. */
function slowWrites() {
  const groups: string[][] = []
  const ends: (() => void)[] = []
  const take = async (rows: readonly Row[]) => {
    groups.push(rows.map(row => row.text))
    await new Promise<void>(resolve => ends.push(resolve))
    if (rows.some(row => row.text === 'bad')) throw new Error('A bad row')
  }
  const add = groupWrites<Row, string>({
    write: async (_, rows) => {
      await take(rows)
      return row => (row.text.startsWith('held') ? 'left out' : { written: `${row.text} written` })
    },
    writeAlone: async (_, row) => {
      await take([row])
      return `${row.text} written alone`
    },
    keyOf: row => row.key,
  })
  const endAll = async () => {
    while (ends.length) {
      for (const end of ends.splice(0)) end()
      await turn()
    }
  }
  return { groups, endAll, ends, add: (key: number, text: string) => add(db, { key, text }) }
}

test('a row alone is written at once; what comes while two groups are under way goes together in the next', async () => {
  const { groups, endAll, ends, add } = slowWrites()
  const first = add(1, 'a')
  expect(groups).toEqual([['a']])
  const others = ['b', 'c', 'd', 'e'].map((text, index) => add(index + 2, text))
  expect(groups).toEqual([['a'], ['b']])
  ends.shift()?.()
  expect(await first).toBe('a written')
  await turn()
  expect(groups).toEqual([['a'], ['b'], ['c', 'd', 'e']])
  await endAll()
  expect(await Promise.all(others)).toEqual(['b written', 'c written', 'd written', 'e written'])
})

test('a group that the database does not answer fails as a whole, and nobody waits for it twice [REL-04]', async () => {
  let alone = 0
  const add = groupWrites<Row, string>({
    write: () => turn().then(() => Promise.reject(new Error('Query read timeout'))),
    writeAlone: () => Promise.resolve(`${++alone}`),
    keyOf: row => row.key,
  })
  const all = Array.from({ length: 9 }, (_, key) => add(db, { key, text: 'a' }))
  const ends = await Promise.allSettled(all)
  expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['rejected']))
  expect(alone).toBe(0)
})

test.each(['Query read timeout', 'timeout exceeded when trying to connect'])(
  'what waits behind a row that ends with %s does not wait for its own turn to fail, and what comes later is tried [REL-04]',
  async message => {
    let asked = 0
    const add = groupWrites<Row, string>({
      write: () => turn().then(() => Promise.reject(new Error(++asked > 1 ? 'Asked again' : message))),
      writeAlone: () => Promise.reject(new Error('Alone')),
      keyOf: row => row.key,
    })
    const ends = await Promise.allSettled(Array.from({ length: 20 }, () => add(db, { key: 1, text: 'a' })))
    expect(new Set(ends.map(end => end.status === 'rejected' && String(end.reason)))).toEqual(
      new Set([`Error: ${message}`]),
    )
    expect(asked).toBe(1)
    await expect(add(db, { key: 1, text: 'b' })).rejects.toThrow('Asked again')
  },
)

test('rows of one key are written one after the other, and a group in the order of its keys', async () => {
  const { groups, endAll, add } = slowWrites()
  const all = [add(9, 'a1'), add(9, 'a2'), add(2, 'b'), add(5, 'c'), add(9, 'a3'), add(3, 'd1'), add(3, 'd2')]
  await endAll()
  await Promise.all(all)
  expect(groups).toEqual([['a1'], ['b'], ['d1', 'c', 'a2'], ['d2', 'a3']])
})

test('a group takes 64 rows at most', async () => {
  const { groups, endAll, add } = slowWrites()
  const all = Array.from({ length: 132 }, (_, index) => add(index, `${index}`))
  await endAll()
  await Promise.all(all)
  expect(groups.map(group => group.length)).toEqual([1, 1, 64, 64, 2])
})

test('a row that cannot be written fails alone, and what comes later is written', async () => {
  const { groups, endAll, add } = slowWrites()
  const all = [add(1, 'a'), add(2, 'b'), add(3, 'c'), add(4, 'bad'), add(5, 'd')]
  const settled = Promise.allSettled(all)
  await endAll()
  expect((await settled).map(result => result.status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
  expect(groups.slice(2)).toEqual([['c', 'bad', 'd'], ['c'], ['bad'], ['d']])
  const later = add(6, 'e')
  await endAll()
  expect(await later).toBe('e written')
})

test('a row that has to wait for somebody is written by itself, holds up nobody, and what follows of its key comes after it', async () => {
  const { groups, endAll, ends, add } = slowWrites()
  const held = [add(1, 'held 1'), add(2, 'held 2')]
  for (const end of ends.splice(0)) end()
  await turn()
  expect(groups).toEqual([['held 1'], ['held 2'], ['held 1'], ['held 2']])
  const [endFirst, endSecond] = ends.splice(0)
  const after = add(1, 'after')
  const others = [add(3, 'a'), add(4, 'b'), add(5, 'c')]
  await endAll()
  expect(await Promise.all(others)).toEqual(['a written', 'b written', 'c written'])
  expect(groups.flat()).not.toContain('after')
  endFirst?.()
  endSecond?.()
  await endAll()
  await turn()
  await endAll()
  expect(await Promise.all([...held, after])).toEqual(['held 1 written alone', 'held 2 written alone', 'after written'])
})
