import type { MessageWire } from '#shared/features/chat/contract.ts'
import type { ChatSide } from '#shared/features/chat/forms.ts'
import { messageFor } from '../expert-chat.ts'

/** A learner's message of chat 7 as the wire has it; `number` is its place. */
export function messageWire(number: number, change: Partial<MessageWire> = {}): MessageWire {
  return {
    id: 1000 + number,
    dialog_id: 7,
    number,
    user_id: 5,
    kind: 'message',
    message: `text ${number}`,
    client_key: null,
    is_viewed: false,
    created_at: 1_780_000_000 + number,
    updated_at: 1_780_000_000 + number,
    edited_at: null,
    employee: null,
    files: [],
    comments: [],
    rating: null,
    homework: null,
    ...change,
  }
}

/** The same as a reader is shown it. */
export const messageTo =
  (side: ChatSide, userId: number) =>
  (number: number, change: Partial<MessageWire> = {}) =>
    messageFor(side, userId)(messageWire(number, change))

/** The same as the learner is shown it. */
export const message = messageTo('learner', 5)

/** The author's part of an expert's message. */
export const byExpert: Partial<MessageWire> = {
  user_id: 9,
  employee: { id: 9, name: 'Nora Expert', isExpert: true, file: null },
}
