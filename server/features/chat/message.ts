import { publishEvent } from '#server/platform/live/publishing.ts'
import { chat, type MessageWire } from '#shared/features/chat/contract.ts'
import { textIn, type Texts, titlesIn } from '#server/features/courses/course-tree.ts'
import { mediaFileWire, mediaJson, type UploadedRow } from '#server/features/media/media-item.ts'
import { mediaTypeCodes } from '#shared/features/media/forms.ts'
import { type Db, many, one } from '#server/platform/database/statement.ts'
import type { Actor } from '#server/platform/http/routes.ts'

type HomeworkWire = NonNullable<MessageWire['homework']>

/** A message as the contract has it, but for what depends on its reader: see `messageWire`. */
export type MessageRow = Omit<MessageWire, 'client_key' | 'files' | 'homework'> & {
  client_key: string
  files: UploadedRow[]
  homework: (Omit<HomeworkWire, 'title'> & { titles: Texts; languages: string[] }) | null
}

const homeworkJson = (message: string) => `(
  select json_build_object('status_id', uh.id, 'homework_id', ch.id, 'titles', ${titlesIn('ch.texts')}, 'languages', hc.languages,
    'attempt_id', a.id, 'attempt_number', a.number, 'verdict', a.verdict, 'points', a.points)
  from homework_attempts a join user_homeworks uh on uh.id = a.user_homework_id
  join course_homeworks ch on ch.id = uh.homework_id join courses hc on hc.id = ch.course_id
  where a.message_id = ${message}.id or a.verdict_message_id = ${message}.id)`

const commentsJson = (message: string) => `case when ${message}.comments = '[]' then ${message}.comments else (
  select jsonb_agg(jsonb_build_object('file_id', mc.value -> 'mediaId', 'seconds', mc.value -> 'seconds',
    'message', mc.value -> 'text') order by mc.ordinality)
  from jsonb_array_elements(${message}.comments) with ordinality mc) end`

/** SQL: the member of staff under the alias `user` of users as learners see them; their picture is given out in one size. */
export const employeeJson = (
  user: string,
) => `json_build_object('id', ${user}.id, 'isExpert', true, 'name', ${nameOf(user)},
  'file', case when ${user}.avatar is not null then
    json_build_object('large', ${user}.avatar, 'medium', ${user}.avatar, 'small', ${user}.avatar) end)`

/** SQL: the message under the alias `message` of chat_messages as JSON, a MessageRow. */
export const messageJson = (message: string) => `json_build_object('id', ${message}.id, 'dialog_id', ${message}.chat_id,
  'number', ${message}.number, 'user_id', ${message}.author_id, 'kind', ${message}.kind, 'message', ${message}.text,
  'client_key', ${message}.client_key,
  'is_viewed', ${message}.number <= (select case when ${message}.is_expert then mk.learner_seen else mk.staff_seen end
    from chats mk where mk.id = ${message}.chat_id),
  'created_at', unix(${message}.created_at), 'updated_at', unix(${message}.updated_at),
  'edited_at', unix(${message}.edited_at),
  'employee', case when ${message}.is_expert then coalesce((select ${employeeJson('mu')} from users mu where mu.id = ${message}.author_id),
    json_build_object('id', null, 'isExpert', true, 'file', null, 'name', '')) end,
  'files', coalesce((select json_agg(${mediaJson('mm')} order by mf.sort)
    from chat_message_files mf join media mm on mm.id = mf.media_id where mf.message_id = ${message}.id), '[]'),
  'comments', ${commentsJson(message)}, 'rating', ${message}.rating,
  'homework', case when ${message}.kind in ('submission', 'verdict') then ${homeworkJson(message)} end)`

/** Who reads, and when (ms). */
export type Reader = { userId: number; language: string; now: number }

/** A message for its reader: titles in their language, signed file addresses, and the key only for its author. */
export function messageWire(row: MessageRow, { userId, language, now }: Reader): MessageWire {
  return {
    ...row,
    client_key: row.user_id === userId ? row.client_key : null,
    files: row.files.map(file => mediaFileWire(file, now)),
    homework: row.homework && homeworkWire(row.homework, language),
  }
}

function homeworkWire({ titles, languages, ...homework }: NonNullable<MessageRow['homework']>, language: string) {
  return { ...homework, title: textIn(titles, 'title', language, languages) }
}

/** SQL: publishes a message that is new or changed to its chat's room. */
export const publishMessage = (chatId: string, messageId: string) =>
  publishEvent(chat, 'message', chatId, { message_id: messageId })

/** A person as staff see them. */
export type Person = { id: number; name: string; avatar: string | null }

/** SQL: a person's name for learners; empty when they gave none, never their address. */
export const nameOf = (user: string) => `trim(${user}.first_name || ' ' || ${user}.last_name)`

/** SQL: a person's name for staff. */
export const staffNameOf = (user: string) => `coalesce(nullif(${nameOf(user)}, ''), ${user}.email, ${user}.username)`

/** SQL: the row under the alias `user` of users as JSON, a Person. */
export const personJson = (user: string) =>
  `json_build_object('id', ${user}.id, 'name', ${staffNameOf(user)}, 'avatar', ${user}.avatar)`

/** SQL: those of the files `ids` that `owner` uploaded, as JSON in the order of `ids`. */
export const ownFilesJson = (ids: string, owner: string) => `case when cardinality(${ids}) > 0 then (
  select coalesce(json_agg(${mediaJson('f')} order by array_position(${ids}, f.id)), '[]')
  from media f where f.id = any(${ids}) and f.owner_id = ${owner} and f.is_private and f.recording_id is null) else '[]' end`

const photoOrVideo: readonly number[] = [mediaTypeCodes.image, mediaTypeCodes.video]
/** What a message of a chat with experts may have beside its words. */
export const chatFileTypes: readonly number[] = [...photoOrVideo, mediaTypeCodes.sound]

/** Why a person cannot send the files `wanted`, of which those `found` are their own; `types` are those that may be sent. */
export function filesRefusal(
  wanted: readonly number[],
  found: readonly UploadedRow[],
  types = photoOrVideo,
): 'files_uploading' | 'file_unusable' | undefined {
  if (found.length !== wanted.length) return 'file_unusable'
  if (found.some(file => file.status === 'FAIL')) return 'file_unusable'
  if (found.some(file => file.status === 'NOT_UPLOADED')) return 'files_uploading'
  return found.every(file => types.includes(file.type)) ? undefined : 'file_unusable'
}

const publishMessagesWith = many<[mediaId: number], { chatId: number }>(
  'publish-messages-with-media',
  `select m.chat_id as "chatId", ${publishMessage('m.chat_id', 'm.id')}
   from chat_message_files f join chat_messages m on m.id = f.message_id where f.media_id = $1 order by m.chat_id`,
)

/**
 * Publishes the messages with a file that is now converted or has failed; answers the ids of their
 * chats, whose rooms the caller nudges after the commit.
 */
export async function publishMediaChange(db: Db, mediaId: number): Promise<number[]> {
  const published = await publishMessagesWith(db, mediaId)
  return [...new Set(published.map(({ chatId }) => chatId))]
}

const findSeenFile = one<[mediaId: number, userId: number, role: string, brandId: string], { isSeen: boolean }>(
  'find-seen-file',
  `select exists (
     select from chat_message_files f
       join chat_messages m on m.id = f.message_id
       join chats c on c.id = m.chat_id
      where f.media_id = $1 and (c.user_id = $2 or teaches($2, $3, $4, c.course_id))
   ) as "isSeen"`,
)

/** Whether a file is in a chat of the person, as its learner or as one of its experts. */
export async function maySeeFile(db: Db, actor: Actor, mediaId: number): Promise<boolean> {
  const { userId, role, brandId } = actor
  return (await findSeenFile(db, mediaId, userId, role, brandId))?.isSeen ?? false
}
