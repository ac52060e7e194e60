import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byExpert, message, messageTo } from '../testing/messages.ts'
import { firstUnreadOf, type PendingMessage, rowsOf } from './rows.ts'

const learner = { timeZone: 'UTC' }
const pending = (key: string, state: PendingMessage['state'] = 'sending'): PendingMessage => ({
  key,
  text: 'the same words',
  uploads: [],
  at: 1_780_000_900_000,
  state,
})

test('a message the server has accepted is shown once, even while its write is still in the outbox [CHT-08]', () => {
  const stored = message(3, { message: 'the same words', client_key: 'b' })
  const rows = rowsOf([message(1), message(2), stored], [pending('a'), pending('b'), pending('c')], learner)
  expect(rows.map(row => row.key)).toEqual(['m1001', 'm1002', 'kb', 'ka', 'kc'])
  expect(rows.map(row => row.position)).toEqual([1, 2, 3, 4, 5])
})

test('equal texts under different keys stay separate messages, whatever their state [CHT-08]', () => {
  const key = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 30 })
  fc.assert(
    fc.property(key, fc.nat(30), fc.nat(30), (keys, storedCount, overlap) => {
      const stored = keys
        .slice(0, storedCount)
        .map((client_key, index) => message(index + 1, { client_key, message: 'the same words' }))
      const rows = rowsOf(
        stored,
        keys.slice(Math.max(0, storedCount - overlap)).map(one => pending(one, 'waiting')),
        learner,
      )
      expect(rows.map(row => row.key)).toEqual(keys.map(one => `k${one}`))
      expect(rows.map(row => row.position)).toEqual(keys.map((_, index) => index + 1))
    }),
  )
})

test('an own message shows its state: waiting, sending, not sent, delivered, read; others show none [CHT-08]', () => {
  const messages = [message(1, { is_viewed: true }), message(2), message(3, byExpert)]
  const rows = rowsOf(messages, [pending('a', 'sending'), pending('b', 'waiting'), pending('c', 'failed')], learner)
  expect(rows.map(row => row.state)).toEqual(['read', 'delivered', undefined, 'sending', 'waiting', 'failed'])
})

test('to an expert only their own messages are their own, not a colleague’s', () => {
  const colleague = { ...byExpert, user_id: 10 }
  const toExpert = messageTo('expert', 9)
  const rows = rowsOf([toExpert(1), toExpert(2, byExpert), toExpert(3, colleague)], [], learner)
  expect(rows.map(row => row.type === 'message' && row.message.isOwn)).toEqual([false, true, false])
  expect(rows.map(row => row.type === 'message' && row.message.isOurs)).toEqual([false, true, true])
})

test('a day begins at the reader’s midnight', () => {
  const at = (text: string) => ({ created_at: Date.parse(text) / 1000 })
  const messages = [
    message(1, at('2026-06-01T20:30:00Z')),
    message(2, at('2026-06-01T21:30:00Z')),
    message(3, at('2026-06-01T22:30:00Z')),
  ]
  const days = (timeZone: string) => rowsOf(messages, [], { ...learner, timeZone }).map(row => row.startsDay)
  expect(days('UTC')).toEqual(['2026-06-01', undefined, undefined])
  expect(days('Europe/Moscow')).toEqual(['2026-06-01', '2026-06-02', undefined])
  expect(days('Asia/Kathmandu')).toEqual(['2026-06-02', undefined, undefined])
})

test('one person’s messages within minutes are grouped, but not across midnight', () => {
  const times = ['22:55:00', '22:59:00', '23:58:00', '23:59:30'].map(time => Date.parse(`2026-06-01T${time}Z`) / 1000)
  const next = Date.parse('2026-06-02T00:01:00Z') / 1000
  const messages = [...times, next].map((created_at, index) => message(index + 1, { created_at }))
  const isGrouped = rowsOf([...messages, message(6, { ...byExpert, created_at: next + 10 })], [], learner).map(
    row => row.isGrouped,
  )
  expect(isGrouped).toEqual([false, true, false, true, false, false])
})

test('the first unread message is known when it is among those read, and marked', () => {
  const seen = message(1, { ...byExpert, is_viewed: true })
  const unseen = [message(2, byExpert), message(3, byExpert)]
  expect(firstUnreadOf([seen, ...unseen])).toBe(2)
  expect(firstUnreadOf(unseen)).toBeUndefined()
  expect(firstUnreadOf([seen, message(2)])).toBeUndefined()
  const rows = rowsOf([seen, ...unseen], [], { ...learner, firstUnread: 2 })
  expect(rows.map(row => row.isFirstUnread)).toEqual([false, true, false])
})
