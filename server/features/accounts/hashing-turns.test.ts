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

test('a queue that twelve networks have filled still lets others in, and they wait only for one turn of each [SEC-03]', async () => {
  const inTurn = hashingTurns(2, 38)
  const done: string[] = []
  let open = () => {}
  const gate = new Promise<void>(resolve => (open = resolve))
  const from = (network: string) =>
    inTurn(async () => {
      await gate
      done.push(network)
    }, network)
  const attackers = Array.from({ length: 12 }, (_, index) => `10.0.0.${index}`)
  const attack = attackers.flatMap(network => Array.from({ length: 10 }, () => from(network)))
  const others = ['home', 'school'].map(from)
  open()
  const outcomes = await Promise.allSettled(attack)
  expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(30)
  await Promise.all(others)
  for (const network of ['home', 'school']) expect(done.indexOf(network)).toBeLessThan(20)
})
