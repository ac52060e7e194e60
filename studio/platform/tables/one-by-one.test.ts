import { expect, test } from 'vitest'
import { NetworkError, RequestError } from '#kit/request/request-errors.ts'
import { oneByOne } from './one-by-one.ts'

const answered = (status: number, message = '', headers = {}) =>
  new RequestError('/', new Response(null, { status, headers }), { message })

test('who is refused is passed over with the reason, and the others are done', async () => {
  const steps: number[] = []
  const send = async (item: string) => {
    if (item === 'b') throw answered(409, 'The last one')
  }
  expect(await oneByOne(['a', 'b', 'c'], send, { onStep: count => steps.push(count) })).toEqual({
    done: ['a', 'c'],
    refused: [{ item: 'b', reason: 'The last one' }],
    left: [],
  })
  expect(steps).toEqual([1, 2, 3])
})

test('a failure that is not of one alone ends it there and says who is left', async () => {
  for (const failure of [new NetworkError('/'), answered(401), answered(403), answered(500)]) {
    const send = async (item: string) => {
      if (item === 'b') throw failure
    }
    const outcome = await oneByOne(['a', 'b', 'c'], send)
    expect(outcome).toEqual({ done: ['a'], refused: [], left: ['b', 'c'], failure })
  }
})

test('it waits as long as the server asks, and stops when it is told to', async () => {
  const waits: number[] = []
  let tries = 0
  const send = async () => {
    if (++tries === 2) throw answered(429, '', { 'retry-after': '20' })
  }
  const wait = async (ms: number) => void waits.push(ms)
  expect((await oneByOne([1, 2], send, { wait })).done).toEqual([1, 2])
  expect([tries, waits]).toEqual([3, [20_000]])
  const stopped = await oneByOne([1, 2, 3], async () => {}, { isStopped: () => tries++ > 3 })
  expect(stopped).toEqual({ done: [1], refused: [], left: [2, 3] })
})
