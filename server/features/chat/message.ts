import { titlesIn, type Texts, textIn } from '#server/features/courses/course-tree.ts'
import { mediaJson, type UploadedRow, mediaFileWire } from '#server/features/media/media-item.ts'
import type { MessageWire } from '#shared/features/chat/contract.ts'

/** A remark at a moment of a video, as chat_messages.comments holds it. */
export type StoredComment = { mediaId: number; seconds: number; text: string }

/** A message as `messageJson` reads it; times in Unix seconds. */
export type MessageRow = {
  id: number
  chatId: number
  number: number
  /** Null when the person was erased. */
  authorId: number | null
  isExpert: boolean
  kind: 'message' | 'submission' | 'verdict' | 'consultation'
  text: string
  comments: StoredComment[]
  clientKey: string
  isViewed: boolean
  rating: number | null
  createdAt: number
  updatedAt: number
  editedAt: number | null
  /** Of a message by staff. */
  authorName: string | null
  files: UploadedRow[]
  homework: {
    statusId: number
    homeworkId: number
    titles: Texts
    languages: string[]
    attemptId: number
    attemptNumber: number
    verdict: 'DONE' | 'FAIL' | null
    points: number
  } | null
}

const homeworkJson = (message: string) => `(
  select json_build_object('statusId', uh.id, 'homeworkId', ch.id, 'titles', ${titlesIn('ch.texts')}, 'languages', hc.languages, 'attemptId', a.id, 'attemptNumber', a.number, 'verdict', a.verdict, 'points', a.points)
  from homework_attempts a join user_homeworks uh on uh.id = a.user_homework_id
  join course_homeworks ch on ch.id = uh.homework_id join courses hc on hc.id = ch.course_id
  where a.message_id = ${message}.id or a.verdict_message_id = ${message}.id)`

/** A part of a larger statement: tells the chat's room of a message that is new or another than it was. */
export const publishMessage = (chatId: string, messageId: string) =>
  `publish_event('chat:' || ${chatId}, 'message', json_build_object('message_id', ${messageId})::jsonb)`

/** A part of a larger statement: the message under the alias `message` of chat_messages as JSON, a MessageRow. */
export const messageJson = (message: string) => `json_build_object('id', ${message}.id, 'chatId', ${message}.chat_id,
  'number', ${message}.number, 'authorId', ${message}.author_id, 'isExpert', ${message}.is_expert, 'kind', ${message}.kind,
  'text', ${message}.text, 'comments', ${message}.comments, 'clientKey', ${message}.client_key,
  'isViewed', ${message}.number <= (select case when ${message}.is_expert then mk.learner_seen else mk.staff_seen end
    from chats mk where mk.id = ${message}.chat_id), 'rating', ${message}.rating, 'createdAt', unix(${message}.created_at),
  'updatedAt', unix(${message}.updated_at), 'editedAt', unix(${message}.edited_at),
  'authorName', case when ${message}.is_expert then
    (select ${nameOf('mu')} from users mu where mu.id = ${message}.author_id) end,
  'files', coalesce((select json_agg(${mediaJson('mm')} order by mf.sort)
    from chat_message_files mf join media mm on mm.id = mf.media_id where mf.message_id = ${message}.id), '[]'),
  'homework', case when ${message}.kind in ('submission', 'verdict') then ${homeworkJson(message)} end)`

/** Who reads a message, and when (ms): texts are in their language, addresses of files open for hours, and the key is only of their own. */
export type Reader = { userId: number; language: string; now: number }

/** A message as the wire has it. */
export function messageWire(row: MessageRow, reader: Reader): MessageWire {
  return {
    id: row.id,
    dialog_id: row.chatId,
    number: row.number,
    user_id: row.authorId,
    kind: row.kind,
    message: row.text,
    client_key: row.authorId === reader.userId ? row.clientKey : null,
    is_viewed: row.isViewed,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    edited_at: row.editedAt,
    employee: row.isExpert ? { id: row.authorId, name: row.authorName ?? '', isExpert: true, file: null } : null,
    files: row.files.map(file => mediaFileWire(file, reader.now)),
    comments: row.comments.map(({ mediaId, seconds, text }) => ({ file_id: mediaId, seconds, message: text })),
    rating: row.rating,
    homework: homeworkWire(row.homework, reader.language),
  }
}

function homeworkWire(homework: MessageRow['homework'], language: string): MessageWire['homework'] {
  if (!homework) return null
  return {
    status_id: homework.statusId,
    homework_id: homework.homeworkId,
    title: textIn(homework.titles, 'title', language, homework.languages),
    attempt_id: homework.attemptId,
    attempt_number: homework.attemptNumber,
    verdict: homework.verdict,
    points: homework.points,
  }
}

/** Somebody as staff see them. */
export type Person = { id: number; name: string; avatar: string | null }

/** What a person is called where a learner reads it: never an address; empty when they gave no name. */
export const nameOf = (user: string) => `trim(${user}.first_name || ' ' || ${user}.last_name)`

/** What a person is called among staff. */
export const staffNameOf = (user: string) => `coalesce(nullif(${nameOf(user)}, ''), ${user}.email, ${user}.username)`

/** A part of a larger statement: the person under the alias `user` of users as JSON, a Person. */
export const personJson = (user: string) =>
  `json_build_object('id', ${user}.id, 'name', ${staffNameOf(user)}, 'avatar', ${user}.avatar)`
