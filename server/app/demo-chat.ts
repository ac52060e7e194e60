import { postMessage } from '#server/features/chat/post-message.ts'
import { findChatOfStream, markViewed } from '#server/features/chat/queries.ts'
import type { Db } from '#server/platform/database/statement.ts'
import { keptText } from '#shared/features/chat/rules.ts'
import type { DemoStream } from './demo-school-file.ts'

type Place = { userId: number; userIds: ReadonlyMap<string, number>; now: number }

const hourMs = 3_600_000

/** What is said in the chat of one of the demo school's streams; its learner's own messages are the learner's side. */
export async function seedDemoChat(tx: Db, userStreamId: number, { messages = [] }: DemoStream, place: Place) {
  const chat = await findChatOfStream(tx, userStreamId)
  if (!chat) return
  for (const [index, { by, hoursAgo, text, isSeen }] of messages.entries()) {
    const authorId = place.userIds.get(by)
    if (authorId === undefined) continue
    const isExpert = authorId !== place.userId
    const said = { chatId: chat.id, authorId, isExpert, kind: 'message', text: keptText(text) } as const
    const now = place.now - hoursAgo * hourMs
    const posted = await postMessage(tx, { ...said, clientKey: `demo-${index}`, now })
    if (posted && isSeen) await markViewed(tx, posted.id, chat.id, !isExpert, (now + hourMs / 2) / 1000)
  }
}
