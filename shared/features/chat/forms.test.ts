import { expect, test } from 'vitest'
import type { ChatWire, MessageWire } from './contract.ts'
import { chatFromWire, messageFromWire } from './forms.ts'

const wire: MessageWire = {
  id: 4,
  dialog_id: 7,
  number: 2,
  user_id: 9,
  kind: 'verdict',
  message: 'Well done',
  client_key: null,
  is_viewed: true,
  created_at: 1_780_000_000,
  updated_at: 1_780_000_060,
  edited_at: null,
  employee: { id: 9, name: 'Nora', isExpert: true, file: null },
  files: [],
  comments: [{ file_id: 31, seconds: 42.5, message: 'Lower' }],
  rating: null,
  homework: {
    status_id: 1,
    homework_id: 2,
    title: 'Plank',
    attempt_id: 3,
    attempt_number: 1,
    verdict: 'DONE',
    points: 10,
  },
}

test('a message from the wire: seconds become ms, whoever has an employee is staff [CHT-01]', () => {
  expect(messageFromWire(wire)).toMatchObject({
    id: 4,
    chatId: 7,
    number: 2,
    side: 'expert',
    authorId: 9,
    text: 'Well done',
    createdAt: 1_780_000_000_000,
    updatedAt: 1_780_000_060_000,
    editedAt: undefined,
    clientKey: undefined,
    expert: { id: 9, name: 'Nora', picture: undefined },
    comments: [{ fileId: 31, at: 42_500, text: 'Lower' }],
    homework: { statusId: 1, homeworkId: 2, attemptId: 3, attemptNumber: 1, verdict: 'DONE', points: 10 },
  })
  expect(messageFromWire({ ...wire, employee: null, user_id: null, edited_at: 1_780_000_030 })).toMatchObject({
    side: 'learner',
    authorId: undefined,
    expert: undefined,
    editedAt: 1_780_000_030_000,
  })
})

test('a message has the key of its author’s device, its author’s picture and its rating, where there are any [CHT-01]', () => {
  const file = { large: '/l.jpg', medium: '/m.jpg', small: '/s.jpg' }
  const employee = { id: null, name: 'Nora', isExpert: true, file }
  expect(messageFromWire({ ...wire, client_key: 'k-1', rating: 5, employee })).toMatchObject({
    clientKey: 'k-1',
    rating: 5,
    expert: { id: undefined, picture: file },
  })
  const bare = messageFromWire({ ...wire, homework: wire.homework && { ...wire.homework, verdict: null } })
  expect([bare.rating, bare.homework?.verdict]).toEqual([undefined, undefined])
  expect(messageFromWire({ ...wire, homework: null }).homework).toBeUndefined()
})

test('a chat from the wire: seconds become ms, what is not there is undefined [CHT-01]', () => {
  const chat: ChatWire = {
    id: 7,
    title: 'Morning practice',
    stream_id: 3,
    course_id: 2,
    picture: null,
    stream_status: 'open',
    is_expert_message_enable: true,
    closed_reason: null,
    message_expires_date: 1_790_000_000,
    message_delay: 15,
    message_delay_left: 9,
    unread_count: 2,
    message_count: 12,
    last_message: { id: 4, message: 'Hi', is_own: false, kind: 'message', files_count: 0, created_at: 1_780_000_000 },
    live_seq: 31,
  }
  expect(chatFromWire(chat)).toMatchObject({
    streamStatus: 'open',
    closedReason: undefined,
    messageExpiresDate: 1_790_000_000_000,
    messageDelay: 15_000,
    messageDelayLeft: 9000,
    picture: undefined,
    lastMessage: { text: 'Hi', createdAt: 1_780_000_000_000 },
    liveSeq: 31,
  })
  const picture = { large: '/l.jpg', medium: '/m.jpg', small: '/s.jpg' }
  const absent = { last_message: null, message_expires_date: null }
  expect(chatFromWire({ ...chat, ...absent, picture, closed_reason: 'expired' })).toMatchObject({
    lastMessage: undefined,
    messageExpiresDate: undefined,
    picture,
    closedReason: 'expired',
  })
})
