import { msFromSeconds } from '#shared/platform/times.ts'
import type { MediaFileWire, PictureWire } from '#shared/features/media/contract.ts'
import type { StreamStatus } from '#shared/features/streams/rules.ts'
import type { ChatWire, MessageWire } from './contract.ts'

/** The learner whose chat it is, or the staff of the course. */
export type ChatSide = 'learner' | 'expert'
export type MessageKind = MessageWire['kind']

/** A remark at a moment of a video; `at` in ms from its start. */
export type TimedComment = { fileId: number; at: number; text: string }

/** The homework of a submission or a verdict; `verdict` is undefined until an expert gave one. */
export type MessageHomework = {
  statusId: number
  homeworkId: number
  title: string
  attemptId: number
  attemptNumber: number
  verdict: 'DONE' | 'FAIL' | undefined
  points: number
}

/** A message of a chat; times in ms, `number` is its place in the chat from 1 without gaps. */
export type ChatMessage = {
  id: number
  chatId: number
  number: number
  kind: MessageKind
  text: string
  side: ChatSide
  /** Undefined when the person was erased. */
  authorId: number | undefined
  /** The key by which the author's device recognises its own message; for its author only. */
  clientKey: string | undefined
  isViewed: boolean
  createdAt: number
  updatedAt: number
  editedAt: number | undefined
  /** Of a message by staff: its author. */
  expert: { id: number | undefined; name: string; picture: PictureWire | undefined } | undefined
  files: MediaFileWire[]
  comments: TimedComment[]
  rating: number | undefined
  homework: MessageHomework | undefined
}

function homeworkFromWire(wire: MessageWire['homework']): MessageHomework | undefined {
  if (!wire) return undefined
  return {
    statusId: wire.status_id,
    homeworkId: wire.homework_id,
    title: wire.title,
    attemptId: wire.attempt_id,
    attemptNumber: wire.attempt_number,
    verdict: wire.verdict ?? undefined,
    points: wire.points,
  }
}

function expertFromWire(wire: MessageWire['employee']): ChatMessage['expert'] {
  return wire ? { id: wire.id ?? undefined, name: wire.name, picture: wire.file ?? undefined } : undefined
}

/** A message from the wire: seconds to ms; whoever has an `employee` is staff, everybody else the learner. */
export function messageFromWire(wire: MessageWire): ChatMessage {
  return {
    id: wire.id,
    chatId: wire.dialog_id,
    number: wire.number,
    kind: wire.kind,
    text: wire.message,
    side: wire.employee ? 'expert' : 'learner',
    authorId: wire.user_id ?? undefined,
    clientKey: wire.client_key ?? undefined,
    isViewed: wire.is_viewed,
    createdAt: msFromSeconds(wire.created_at),
    updatedAt: msFromSeconds(wire.updated_at),
    editedAt: wire.edited_at === null ? undefined : msFromSeconds(wire.edited_at),
    expert: expertFromWire(wire.employee),
    files: wire.files,
    comments: wire.comments.map(one => ({
      fileId: one.file_id,
      at: Math.round(msFromSeconds(one.seconds)),
      text: one.message,
    })),
    rating: wire.rating ?? undefined,
    homework: homeworkFromWire(wire.homework),
  }
}

/** A chat in the learner's list; times and delays in ms. */
export type Chat = {
  id: number
  title: string
  streamId: number
  courseId: number
  picture: PictureWire | undefined
  streamStatus: StreamStatus
  isExpertMessageEnable: boolean
  /** Why the learner may not write now. */
  closedReason: NonNullable<ChatWire['closed_reason']> | undefined
  messageExpiresDate: number | undefined
  /** The delay between two messages of a learner, and how much of it was left when the server answered. */
  messageDelay: number
  messageDelayLeft: number
  unreadCount: number
  messageCount: number
  lastMessage:
    | { id: number; text: string; isOwn: boolean; kind: MessageKind; filesCount: number; createdAt: number }
    | undefined
  /** The number that the room had reached. */
  liveSeq: number
}

function lastMessageFromWire(wire: ChatWire['last_message']): Chat['lastMessage'] {
  if (!wire) return undefined
  return {
    id: wire.id,
    text: wire.message,
    isOwn: wire.is_own,
    kind: wire.kind,
    filesCount: wire.files_count,
    createdAt: msFromSeconds(wire.created_at),
  }
}

/** A chat from the wire: seconds to ms. */
export function chatFromWire(wire: ChatWire): Chat {
  return {
    id: wire.id,
    title: wire.title,
    streamId: wire.stream_id,
    courseId: wire.course_id,
    picture: wire.picture ?? undefined,
    streamStatus: wire.stream_status,
    isExpertMessageEnable: wire.is_expert_message_enable,
    closedReason: wire.closed_reason ?? undefined,
    messageExpiresDate: wire.message_expires_date === null ? undefined : msFromSeconds(wire.message_expires_date),
    messageDelay: msFromSeconds(wire.message_delay),
    messageDelayLeft: msFromSeconds(wire.message_delay_left),
    unreadCount: wire.unread_count,
    messageCount: wire.message_count,
    lastMessage: lastMessageFromWire(wire.last_message),
    liveSeq: wire.live_seq,
  }
}
