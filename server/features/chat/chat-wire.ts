import type { Brand } from '#shared/features/brands/schema.ts'
import type { ChatWire } from '#shared/features/chat/contract.ts'
import { closedReason, delayLeft } from '#shared/features/chat/rules.ts'
import { isExpertMessageEnabled, streamStatus } from '#shared/features/streams/rules.ts'
import { textIn } from '#server/features/courses/course-text.ts'
import type { CourseTree } from '#server/features/courses/course-tree.ts'
import { pictureWire } from '#server/features/media/wire.ts'
import { todayIn } from '#server/features/streams/local-days.ts'
import type { StreamRow } from '#server/features/streams/queries.ts'
import { termsOn } from '#server/features/streams/stream-wire.ts'
import type { DemoColumns } from './chat-place.ts'
import type { ChatRow } from './queries.ts'

/** For whom and when: `now` in ms, the learner's zone, the caller's language. */
export type Reading = { userId: number; now: number; timezone: string; language: string; config: Brand['config'] }

/** What a stream is on the learner's own date. */
export function statusNow(stream: StreamRow, now: number, timezone: string) {
  const today = todayIn(timezone, now)
  return streamStatus(termsOn(stream, today, timezone), today)
}

/** Why the learner of this stream may not write now. */
export function closedNow(stream: StreamRow, demo: DemoColumns, now: number, timezone: string) {
  const terms = { ...demo, messageExpiresAt: stream.message_expires_at, streamStatus: statusNow(stream, now, timezone) }
  return closedReason(terms, now)
}

/** A chat as its learner sees it. */
export function chatWire(row: ChatRow, tree: CourseTree, reading: Reading): ChatWire {
  const { userId, now, timezone, language, config } = reading
  const picture = tree.media.find(({ id }) => id === tree.course.imageId)
  const left = delayLeft(row.learnerWroteAt ?? undefined, config.messageDelay * 1000, now)
  return {
    id: row.chatId,
    title: textIn(tree.course.texts, 'title', language, tree.course.languages),
    stream_id: row.id,
    course_id: row.course_id,
    picture: picture ? pictureWire(picture) : null,
    stream_status: statusNow(row, now, timezone),
    is_expert_message_enable: isExpertMessageEnabled(row, config.isChatSupport),
    closed_reason: closedNow(row, row, now, timezone) ?? null,
    message_expires_date: row.message_expires_at,
    message_delay: config.messageDelay,
    message_delay_left: Math.ceil(left / 1000),
    unread_count: row.unread,
    message_count: row.messageCount,
    last_message: lastMessageWire(row.lastMessage, userId),
    live_seq: row.liveSeq,
  }
}

function lastMessageWire(last: ChatRow['lastMessage'], userId: number): ChatWire['last_message'] {
  if (!last) return null
  return {
    id: last.id,
    message: last.text,
    is_own: last.authorId === userId,
    kind: last.kind,
    files_count: last.filesCount,
    created_at: last.createdAt,
  }
}
