import { titlesIn } from '#server/features/courses/course-text.ts'
import type { Texts } from '#server/features/courses/course-tree.ts'
import { mediaJson, type UploadedRow } from '#server/features/media/media-row.ts'
import { nameOf } from './person.ts'

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
