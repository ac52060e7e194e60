import { expect, test } from 'vitest'
import { takeTurns } from './turns.ts'

function works(inTurn: ReturnType<typeof takeTurns>) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    async give(...names: string[]) {
      for (const name of names)
        void inTurn(async () => {
          begun.push(name)
          await new Promise<void>(resolve => ends.set(name, resolve))
        }, name[0])
      await new Promise(resolve => setTimeout(resolve))
    },
    async end(name: string) {
      ends.get(name)?.()
      await new Promise(resolve => setTimeout(resolve))
    },
  }
}

test('owners take turns: one who sends much neither fills every place nor goes first each time [SEC-08]', async () => {
  const { begun, give, end } = works(takeTurns(2, 1))
  await give('a1', 'a2', 'a3', 'b1', 'c1', 'b2')
  expect(begun).toEqual(['a1', 'b1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'b1', 'c1'])
  await end('c1')
  await end('b1')
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2'])
  await end('a2')
  await end('b2')
  expect(begun.at(-1)).toBe('a3')
})

test('without an owner all places are for whoever comes; a work that fails leaves its place', async () => {
  const inTurn = takeTurns(2)
  const { begun, give, end } = works(work => inTurn(work))
  await give('a', 'b', 'c')
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  const failing = takeTurns(1)
  await expect(failing(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(failing(async () => 'next')).resolves.toBe('next')
})
