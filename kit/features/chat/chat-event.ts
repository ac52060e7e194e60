import type { MessageWire } from '#shared/features/chat/contract.ts'
import type { ChatSide } from '#shared/features/chat/forms.ts'

type Unread = { learner_unread: number; staff_unread: number }

/** What happens in the room chat:<id>, as the chat's contract declares it. */
export type ChatEvent =
  | { type: 'message'; data: { message: MessageWire } & Unread }
  | { type: 'viewed'; data: { by: ChatSide; up_to: number } & Unread }
