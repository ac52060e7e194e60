import { postMessage } from '#server/features/chat/post-message.ts'
import { markViewed } from '#server/features/chat/queries.ts'
import type { Db } from '#server/platform/database/statement.ts'
import { keptText } from '#shared/features/chat/rules.ts'
import type { DemoStream } from './demo-school-file.ts'

type Place = { userId: number; userIds: ReadonlyMap<string, number>; now: number }

/** Something that happened this many hours before the seeding. */
export type DemoStep = { hoursAgo: number; take(): Promise<void> }

const hourMs = 3_600_000

/** The messages in the chat of a demo stream, by its learner and the experts. */
export function messageSteps(tx: Db, chatId: number, { messages = [] }: DemoStream, place: Place): DemoStep[] {
  return messages.map(({ by, hoursAgo, text, isSeen }, index) => ({
    hoursAgo,
    async take() {
      const authorId = place.userIds.get(by)
      if (authorId === undefined) return
      const isExpert = authorId !== place.userId
      const said = { chatId, authorId, isExpert, kind: 'message', text: keptText(text) } as const
      const now = place.now - hoursAgo * hourMs
      const posted = await postMessage(tx, { ...said, clientKey: `demo-${index}`, now })
      if (posted && isSeen) await markViewed(tx, posted.id, chatId, isExpert ? 'learner' : 'expert')
    },
  }))
}
