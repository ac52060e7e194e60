import { nameOf, staffNameOf } from '#server/features/chat/message.ts'
import { mediaJson, type UploadedRow } from '#server/features/media/media-item.ts'
import type { DeskRequestWire, SupportMessageWire, SupportRequestWire } from '#shared/features/support/contract.ts'

/** What a request is about, by ids: its names are the brand's and the course's, in the reader's language. */
type About = {
  category_id: number | null
  stream_id: number | null
  course_id: number | null
  course_version: number | null
}
type Named = 'category' | 'stream'

/** A request as its asker sees it, but for the names. */
export type RequestRow = Omit<SupportRequestWire, Named> & About

/** A request as staff see it, but for the names. */
export type DeskRow = Omit<DeskRequestWire, Named> & About

export type Staff = { id: number; name: string }

/** A message with its author's key, whoever reads it. */
export type MessageRow = Omit<SupportMessageWire, 'files'> & { author_id: number | null; files: UploadedRow[] }

const commonColumns = `r.id, r.state, r.category_id, us.id as stream_id, c.id as course_id, c.version as course_version,
  unix(r.created_at) as created_at,
  json_build_object('text', last.text, 'files_count',
    (select count(*) from support_message_files f where f.message_id = last.id),
    'is_staff', last.is_staff, 'created_at', unix(last.created_at)) as last_message`

export const requestColumns = `${commonColumns}, r.unread_count`

export const requestTables = `support_requests r
  join support_messages last on last.request_id = r.id and last.number = r.message_count
  left join user_streams us on us.id = r.user_stream_id left join courses c on c.id = us.course_id`

export const staffJson = (user: string) => `json_build_object('id', ${user}.id, 'name', ${staffNameOf(user)})`

export const deskColumns = `${commonColumns}, r.name, coalesce(r.email, u.email) as email, r.user_id, u.avatar,
  r.language_code as language, r.is_auto, r.message_count, unix(r.waiting_since) as waiting_since,
  (select ${staffJson('o')} from users o where o.id = r.owner_id) as owner`

export const deskTables = `${requestTables} left join users u on u.id = r.user_id`

/** SQL: the message `m` as a MessageRow; `author` is the SQL of its author's name. */
export const messageJson = (author: string) => `json_build_object('id', m.id, 'number', m.number, 'text', m.text,
  'is_staff', m.is_staff, 'author_id', m.author_id, 'author', coalesce(${author}, ''), 'client_key', m.client_key,
  'files', coalesce((select json_agg(${mediaJson('mm')} order by mf.sort)
    from support_message_files mf join media mm on mm.id = mf.media_id where mf.message_id = m.id), '[]'),
  'created_at', unix(m.created_at))`

/** SQL: the messages of the request `r`, oldest first. */
const messagesJson = (author: string) => `(
  select json_agg(${messageJson(author)} order by m.number)
  from support_messages m left join users a on a.id = m.author_id where m.request_id = r.id)`

/** Askers see only the names staff have given themselves. */
export const messagesForAsker = messagesJson(`case when m.is_staff then ${nameOf('a')} else r.name end`)
export const messagesForStaff = messagesJson(`case when m.is_staff then ${staffNameOf('a')} else r.name end`)
