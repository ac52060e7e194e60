import { expect, test } from 'vitest'
import { Refused } from '#server/platform/http/refusals.ts'
import { hashingTurns } from './secrets.ts'

test('passwords are hashed a few at a time, some wait, and the rest are told to retry [SEC-03]', async () => {
  const inTurn = hashingTurns(2, 3)
  let running = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++running)
    await new Promise(resolve => setTimeout(resolve, 5))
    running--
  }
  const outcomes = await Promise.allSettled(Array.from({ length: 7 }, () => inTurn(work)))
  expect(outcomes.map(({ status }) => status)).toEqual([...Array(5).fill('fulfilled'), 'rejected', 'rejected'])
  const refused = outcomes.find(outcome => outcome.status === 'rejected')?.reason
  expect(refused).toBeInstanceOf(Refused)
  expect(refused).toMatchObject({ code: 'unavailable', detail: { retryAfter: 5 } })
  expect(most).toBe(2)
  await inTurn(work)
  const failing = inTurn(() => Promise.reject(new Error('No')))
  await expect(failing).rejects.toThrow('No')
  await Promise.all(Array.from({ length: 5 }, () => inTurn(work)))
})
