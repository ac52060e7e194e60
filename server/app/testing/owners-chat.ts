import { postMessage } from '#server/features/chat/post-message.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Owned } from '#server/platform/testing/access-table.ts'

type Place = { stream: number; ownerId: number; expertId: number; now: number }

/**
 * Fills the chat of a place in a stream with what happened an hour before `now` (ms): a message, an answer by
 * `expertId`, a closed consultation and a declined order.
 */
export async function insertOwnersChat(
  db: Database,
  { stream, ownerId, expertId, now }: Place,
): Promise<Pick<Owned, 'chat' | 'message' | 'answer' | 'consultation' | 'order'>> {
  const idOf = async (text: string, values: unknown[]) =>
    (await db.query<{ id: number }>({ text, values })).rows[0]?.id ?? 0
  const chat = await idOf('select id from chats where user_stream_id = $1', [stream])
  const said = { chatId: chat, kind: 'message', now: now - 3_600_000 } as const
  const question = { ...said, authorId: ownerId, isExpert: false, text: 'A question', clientKey: 'question' }
  const answer = { ...said, authorId: expertId, isExpert: true, text: 'An answer', clientKey: 'answer' }
  return {
    chat,
    message: (await postMessage(db, question))?.id ?? 0,
    answer: (await postMessage(db, answer))?.id ?? 0,
    consultation: await idOf(
      `insert into consultations (chat_id, status, start_number, end_number) values ($1, 'close', 1, 2) returning id`,
      [chat],
    ),
    order: await idOf(
      `insert into consultation_orders (chat_id, client_key, status) values ($1, 'order', 'declined') returning id`,
      [chat],
    ),
  }
}
