import { nameOf, staffNameOf } from '#server/features/chat/message.ts'
import type { RequestState } from '#shared/features/support/rules.ts'

/** What every reader of a request sees; times in Unix seconds. */
export type RequestRow = {
  id: number
  state: RequestState
  categoryId: number | null
  /** The stream it is about, with its course and the course's version. */
  streamId: number | null
  courseId: number | null
  courseVersion: number | null
  messageCount: number
  unreadCount: number
  createdAt: number
  lastText: string
  isLastByStaff: boolean
  lastAt: number
}

export type Staff = { id: number; name: string }

/** What only staff see. */
export type DeskRow = RequestRow & {
  name: string
  email: string | null
  userId: number | null
  avatar: string | null
  language: 'en' | 'ru' | 'es'
  isAuto: boolean
  owner: Staff | null
  waitingSince: number | null
}

export type MessageRow = {
  id: number
  number: number
  text: string
  isStaff: boolean
  authorId: number | null
  author: string
  clientKey: string
  createdAt: number
}

export const requestColumns = `r.id, r.state, r.category_id as "categoryId", us.id as "streamId", c.id as "courseId",
  c.version as "courseVersion", r.message_count as "messageCount", r.unread_count as "unreadCount",
  unix(r.created_at) as "createdAt", last.text as "lastText", last.is_staff as "isLastByStaff",
  unix(last.created_at) as "lastAt"`

export const requestTables = `support_requests r
  join support_messages last on last.request_id = r.id and last.number = r.message_count
  left join user_streams us on us.id = r.user_stream_id left join courses c on c.id = us.course_id`

export const staffJson = (user: string) => `json_build_object('id', ${user}.id, 'name', ${staffNameOf(user)})`

export const deskColumns = `${requestColumns}, r.name, coalesce(r.email, u.email) as email, r.user_id as "userId", u.avatar,
  r.language_code as language, r.is_auto as "isAuto", unix(r.waiting_since) as "waitingSince",
  (select ${staffJson('o')} from users o where o.id = r.owner_id) as owner`

export const deskTables = `${requestTables} left join users u on u.id = r.user_id`

/** SQL: the messages of the request `r`, oldest first; `authorName` is the SQL of an author's name. */
const messagesJson = (authorName: string) => `(
  select json_agg(json_build_object('id', m.id, 'number', m.number, 'text', m.text, 'isStaff', m.is_staff,
    'authorId', m.author_id, 'author', coalesce(${authorName}, ''), 'clientKey', m.client_key,
    'createdAt', unix(m.created_at)) order by m.number)
  from support_messages m left join users a on a.id = m.author_id where m.request_id = r.id)`

/** Askers see only the names staff have given themselves. */
export const messagesForAsker = messagesJson(`case when m.is_staff then ${nameOf('a')} else r.name end`)
export const messagesForStaff = messagesJson(`case when m.is_staff then ${staffNameOf('a')} else r.name end`)
