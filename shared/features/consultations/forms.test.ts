import { expect, test } from 'vitest'
import { chatConsultationsFromWire, consultationFromWire, consultationToWire } from './forms.ts'

const open = {
  id: 3,
  chat_channel_id: 7,
  status: 'open',
  start_message_id: null,
  end_message_id: null,
  amount: 1,
  rating: null,
} as const
const rated = { ...open, id: 4, status: 'rated', start_message_id: 5, end_message_id: 9, rating: 4 } as const

test('a consultation survives the round trip to the wire [CNS-01, CNS-02]', () => {
  expect(consultationFromWire(rated)).toEqual({
    id: 4,
    chatChannelId: 7,
    status: 'rated',
    startMessageId: 5,
    endMessageId: 9,
    amount: 1,
    rating: 4,
  })
  expect(consultationFromWire(open)).toMatchObject({ startMessageId: undefined, endMessageId: undefined })
  expect([open, rated].map(consultationFromWire).map(consultationToWire)).toEqual([open, rated])
})

test('a chat’s consultations come with what the counter needs, times in ms [CNS-03, CNS-04]', () => {
  const order = { id: 8, chat_channel_id: 7, status: 'waiting', created_at: 1_700_000_000 } as const
  const wire = { consultations: [open], orders: [order], consultation_limit: null, max_consultation_count: 2, used: 1 }
  expect(chatConsultationsFromWire(wire)).toEqual({
    consultations: [consultationFromWire(open)],
    orders: [{ id: 8, chatChannelId: 7, status: 'waiting', createdAt: 1_700_000_000_000 }],
    consultationLimit: undefined,
    maxConsultationCount: 2,
    used: 1,
  })
  expect(chatConsultationsFromWire({ ...wire, consultation_limit: 3 }).consultationLimit).toBe(3)
})
