import type { Database } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import type { ChatWire } from '#shared/features/chat/contract.ts'
import { compareChats } from '#shared/features/chat/rules.ts'
import { isExpertMessageEnabled, isListed } from '#shared/features/streams/rules.ts'
import { courseTrees } from '#server/features/courses/course-memory.ts'
import { courseOf } from '#server/features/streams/queries.ts'
import { chatWire, statusNow } from './chat-wire.ts'
import type { ChatContext } from './context.ts'
import { messageWire } from './message-wire.ts'
import { type ChatRow, listChats, listMessages } from './queries.ts'

type Asking = { db: Database; now: number; user: Actor; caller: { language: string } }

/** The learner's chats, those of open streams first. */
export async function learnerChats(asking: Asking, { config }: Brand): Promise<ChatWire[]> {
  const rows = await listChats(asking.db, asking.user.userId, null)
  return chatsWire(
    asking,
    config,
    rows.filter(row => isListed(row, config.isDemoStreamListed)),
  )
}

/** One chat of the learner. */
export async function learnerChat(context: ChatContext<'GET /chats/:id'>, { config }: Brand): Promise<ChatWire> {
  const rows = await listChats(context.db, context.user.userId, context.params.id)
  const [chat] = await chatsWire(context, config, rows)
  return chat ?? context.refuse('not_found')
}

/** Those of the chats that the brand and their courses have, in their order. */
async function chatsWire({ db, now, user, caller }: Asking, config: Brand['config'], rows: ChatRow[]) {
  const { userId, timezone } = user
  const enabled = rows.filter(row => isExpertMessageEnabled(row, config.isChatSupport))
  const trees = await courseTrees(db, enabled.map(courseOf))
  const treeById = new Map(trees.map(tree => [tree.course.id, tree]))
  const reading = { userId, now, timezone, language: caller.language, config }
  return enabled
    .map(row => ({
      row,
      id: row.chatId,
      streamStatus: statusNow(row, now, timezone),
      lastMessageAt: row.lastMessageAt ?? undefined,
    }))
    .sort(compareChats)
    .flatMap(({ row }) => {
      const tree = treeById.get(row.course_id)
      return tree ? [chatWire(row, tree, reading)] : []
    })
}

/** A page of messages: of a learner whose chat it is, of staff who teach the course. */
export async function messagesPage(context: ChatContext<'GET /chats/:id/messages'>, { config }: Brand) {
  const { db, user, caller, params, query, now, refuse, setPage } = context
  const { sort = '-created_at', page = 1, 'per-page': perPage = 10, before = null, after = null } = query
  const { userId, role, brandId } = user
  const rows = await listMessages(
    db,
    ...([params.id, userId, role, brandId, before, after, sort === '-created_at', page, perPage] as const),
  )
  const [first] = rows
  if (!first?.side) return refuse('not_found')
  if (first.side === 'learner' && !isExpertMessageEnabled(first, config.isChatSupport)) return refuse('not_found')
  setPage({ page, perPage, total: first.total })
  const reader = { userId, language: caller.language, now }
  return rows.flatMap(({ message }) => (message ? [messageWire(message, reader)] : []))
}
