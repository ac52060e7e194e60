import type { Database } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import type { ChatWire } from '#shared/features/chat/contract.ts'
import { compareChats, delayLeft } from '#shared/features/chat/rules.ts'
import { isExpertMessageEnabled, isListed } from '#shared/features/streams/rules.ts'
import { courseTrees } from '#server/features/courses/course-memory.ts'
import { courseOf } from '#server/features/streams/queries.ts'
import { type ChatContext, statusNow, closedNow } from './chat-place.ts'
import { messageWire } from './message.ts'
import { type ChatRow, listChats, listMessages } from './queries.ts'
import { textIn, type CourseTree } from '#server/features/courses/course-tree.ts'
import { pictureWire } from '#server/features/media/media-item.ts'

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

/** The chats that the brand and their courses allow, in their order. */
async function chatsWire({ db, now, user, caller }: Asking, config: Brand['config'], rows: ChatRow[]) {
  const { timezone } = user
  const enabled = rows.filter(row => isExpertMessageEnabled(row, config.isChatSupport))
  const trees = await courseTrees(db, enabled.map(courseOf))
  const treeById = new Map(trees.map(tree => [tree.course.id, tree]))
  const reading = { now, timezone, language: caller.language, config }
  return enabled
    .map(row => ({
      row,
      id: row.chat.id,
      streamStatus: statusNow(row, now, timezone),
      lastMessageAt: row.lastMessageAt ?? undefined,
    }))
    .sort(compareChats)
    .flatMap(({ row }) => {
      const tree = treeById.get(row.course_id)
      return tree ? [chatWire(row, tree, reading)] : []
    })
}

/** A page of messages, for the chat's learner and for staff who teach the course. */
export async function messagesPage(context: ChatContext<'GET /chats/:id/messages'>, { config }: Brand) {
  const { db, user, caller, params, query, now, refuse, setPage } = context
  const { sort = '-created_at', page = 1, 'per-page': perPage = 10, before = null, after = null } = query
  const { userId, role, brandId } = user
  const paging = { before, after, isNewestFirst: sort === '-created_at', page, perPage }
  const rows = await listMessages(db, { chatId: params.id, userId, role, brandId, ...paging })
  const [first] = rows
  if (!first?.side) return refuse('not_found')
  if (first.side === 'learner' && !isExpertMessageEnabled(first, config.isChatSupport)) return refuse('not_found')
  setPage({ page, perPage, total: first.total })
  const reader = { userId, language: caller.language, now }
  return rows.flatMap(({ message }) => (message ? [messageWire(message, reader)] : []))
}

/** For whom and when: `now` in ms, the learner's zone, the caller's language. */
type Reading = { now: number; timezone: string; language: string; config: Brand['config'] }

/** A chat as its learner sees it now. */
function chatWire(row: ChatRow, tree: CourseTree, { now, timezone, language, config }: Reading): ChatWire {
  const picture = tree.media.find(({ id }) => id === tree.course.imageId)
  const left = delayLeft(row.learnerWroteAt ?? undefined, config.messageDelay * 1000, now)
  return {
    ...row.chat,
    title: textIn(tree.course.texts, 'title', language, tree.course.languages),
    picture: picture ? pictureWire(picture) : null,
    stream_status: statusNow(row, now, timezone),
    is_expert_message_enable: isExpertMessageEnabled(row, config.isChatSupport),
    closed_reason: closedNow(row, row, now, timezone) ?? null,
    message_delay: config.messageDelay,
    message_delay_left: Math.ceil(left / 1000),
  }
}
