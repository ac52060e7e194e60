import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChatPeople, newKey, startChat } from '#server/app/testing/chat-people.ts'
import type { TestApp } from '#server/app/testing/test-app.ts'
import { heardAfter, startUnsweptApp } from '#server/app/testing/unswept-app.ts'

let app: TestApp
let people: ChatPeople
beforeAll(async () => {
  app = await startUnsweptApp()
  app.clock.set('2026-12-10T10:00:00Z')
  people = await startChat(app)
})
afterAll(() => app.close())

test('every change of a consultation reaches those who have the chat open at once, complete [CNS-01, CNS-02, CNS-04]', async () => {
  const { learner, expert, chatId } = people
  const all = async () => (await learner.call('GET /chats/:id/consultations', { params: { id: chatId } })).data
  let seq = 0
  const isTold = async (act: () => Promise<{ status: number }>) => {
    const events = await heardAfter(app, learner, [`chat:${chatId}`, seq], async () =>
      expect((await act()).status).toBe(200),
    )
    expect(events).toEqual([{ room: `chat:${chatId}`, seq: ++seq, type: 'consultations', data: await all() }])
  }
  const order = () =>
    learner.call('POST /chats/:id/consultation-orders', { params: { id: chatId }, idempotencyKey: newKey() })
  const decide = async (verb: 'approve' | 'decline') => {
    const waiting = (await all()).orders.find(({ status }) => status === 'waiting')
    return expert.call(`POST /studio/consultation-orders/:id/${verb}`, { params: { id: waiting?.id ?? 0 } })
  }
  const latest = async () => (await all()).consultations.at(-1)?.id ?? 0
  const close = async () =>
    expert.call('POST /studio/consultations/:id/close', { params: { id: await latest() }, body: {} })

  await isTold(order)
  await isTold(() => decide('decline'))
  await isTold(order)
  await isTold(() => decide('approve'))
  await isTold(close)
  const id = await latest()
  await isTold(() => learner.call('PUT /consultations/updateRating/:id', { params: { id }, body: { id, rating: 5 } }))
  await isTold(() => expert.call('POST /studio/chats/:id/consultations', { params: { id: chatId }, body: {} }))
  expect((await all()).consultations.map(({ status }) => status)).toEqual(['rated', 'open'])
})
