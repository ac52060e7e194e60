import { beforeEach, expect, test } from 'vitest'
import { changeAtOnce } from './change-at-once.ts'
import { queryClient } from './query-client.ts'

const queryKey = ['GET /choice', {}] as const
const shown = () => queryClient.getQueryData(queryKey)
const choose = (field: string, value: number, send: () => Promise<unknown>) =>
  changeAtOnce(queryKey, before => ({ ...(before as object), [field]: value }), send)

/** A send that is decided from outside. */
function held() {
  let settle: { resolve: () => void; reject: (error: Error) => void } | undefined
  const isBegun = () => settle !== undefined
  const send = () => new Promise<void>((resolve, reject) => (settle = { resolve, reject }))
  const done = () => settle?.resolve()
  const refuse = () => settle?.reject(new Error('Refused'))
  return { send, done, refuse, isBegun }
}
const turn = () => new Promise(resolve => setTimeout(resolve, 0))

beforeEach(() => {
  queryClient.clear()
  queryClient.setQueryData(queryKey, { a: 1, b: 1 })
})

test('a choice is shown at once and sent after the one before it', async () => {
  const [first, second] = [held(), held()]
  const all = [choose('a', 2, first.send), choose('a', 3, second.send)]
  expect(shown()).toEqual({ a: 3, b: 1 })
  await turn()
  expect([first.isBegun(), second.isBegun()]).toEqual([true, false])
  first.done()
  await turn()
  expect([second.isBegun(), shown()]).toEqual([true, { a: 3, b: 1 }])
  second.done()
  await Promise.all(all)
  expect(shown()).toEqual({ a: 3, b: 1 })
})

test('one that is refused is taken back alone; what was chosen since stays', async () => {
  const [first, second] = [held(), held()]
  const refused = choose('a', 2, first.send)
  const kept = choose('b', 2, second.send)
  await turn()
  first.refuse()
  await expect(refused).rejects.toThrow('Refused')
  expect(shown()).toEqual({ a: 1, b: 2 })
  second.done()
  await kept
  expect(shown()).toEqual({ a: 1, b: 2 })
  await expect(choose('b', 3, () => Promise.reject(new Error('Offline')))).rejects.toThrow('Offline')
  expect(shown()).toEqual({ a: 1, b: 2 })
})
