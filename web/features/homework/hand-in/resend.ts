import { addMessage } from '#kit/features/chat/sending.ts'
import { changeWrite, withdrawWrite } from '#kit/request/outbox.ts'
import type { HandIn, HandInCall } from './hand-ins.ts'

/** Sends a refused version again: in the place of the attempt that was sent instead, or as a version of its own. */
export async function resend({ write }: HandIn, replacesAttemptId: number | undefined): Promise<void> {
  const { replaces_attempt_id: _before, ...body } = write.input.body
  const replaces = replacesAttemptId === undefined ? {} : { replaces_attempt_id: replacesAttemptId }
  await changeWrite<HandInCall>(write.id, { ...write.input, body: { ...body, ...replaces } })
}

/** Makes a version that was not taken a message to the expert; the files go along. `exercise`: the chosen one's title. */
export async function sendToChat({ write, text, uploads }: HandIn, chatId: number, exercise?: string): Promise<void> {
  await addMessage(chatId, [exercise, text].filter(Boolean).join('\n\n'), uploads)
  await withdrawWrite(write.id)
}
