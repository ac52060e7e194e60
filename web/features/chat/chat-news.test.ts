import { expect, test } from 'vitest'
import { byExpert, message as known, messageWire } from '#kit/features/chat/testing/messages.ts'
import type { ChatWire } from '#shared/features/chat/contract.ts'
import { sortedChats, withNews } from './live.ts'
import { answerToRate } from './RatingPrompt.tsx'

const chat = (id: number, change: Partial<ChatWire> = {}): ChatWire => ({
  id,
  title: 'Course',
  stream_id: id,
  course_id: 1,
  picture: null,
  stream_status: 'open',
  is_expert_message_enable: true,
  closed_reason: null,
  message_expires_date: null,
  message_delay: 15,
  message_delay_left: 0,
  unread_count: 0,
  message_count: 3,
  last_message: null,
  live_seq: 0,
  ...change,
})

test('a new message becomes the chat’s last one with its unread count; a change of an older one only changes the count [CHT-10]', () => {
  const after = withNews(chat(7), messageWire(4, byExpert), 2, 5)
  expect(after).toMatchObject({ unread_count: 2, message_count: 4, last_message: { message: 'text 4', is_own: false } })
  expect(withNews(after, messageWire(2), 1, 5)).toMatchObject({ unread_count: 1, last_message: { message: 'text 4' } })
  expect(withNews(chat(7), messageWire(4), 0, 5).last_message?.is_own).toBe(true)
})

test('chats stay in order: open streams first, then the latest message [CHT-05]', () => {
  const last = (created_at: number) => ({
    last_message: { id: 1, message: '', is_own: false, kind: 'message' as const, files_count: 0, created_at },
  })
  const chats = [chat(1, { stream_status: 'ended', ...last(99) }), chat(2, last(10)), chat(3, last(20))]
  expect(sortedChats(chats).map(({ id }) => id)).toEqual([3, 2, 1])
})

test('an expert’s latest answer can be rated, once, after it was read [CHT-13]', () => {
  const read = { ...byExpert, is_viewed: true }
  expect(answerToRate([known(1, read), known(2)])?.number).toBe(1)
  expect(answerToRate([known(1, read), known(2, byExpert)])).toBeUndefined()
  expect(answerToRate([known(1, read), known(2, { ...read, rating: 3 })])).toBeUndefined()
  expect(answerToRate([known(1)])).toBeUndefined()
})
