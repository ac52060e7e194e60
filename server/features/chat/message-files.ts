import { mediaTypeCodes } from '#shared/features/media/forms.ts'
import { mediaJson, type UploadedRow } from '#server/features/media/media-item.ts'
import { type Db, many, one } from '#server/platform/database/statement.ts'
import { publishMessage } from './message.ts'
import type { Actor } from '#server/platform/http/routes.ts'

/** SQL: those of the files `ids` that `owner` uploaded, as JSON in the order of `ids`. */
export const ownFilesJson = (ids: string, owner: string) => `case when cardinality(${ids}) > 0 then (
  select coalesce(json_agg(${mediaJson('f')} order by array_position(${ids}, f.id)), '[]')
  from media f where f.id = any(${ids}) and f.owner_id = ${owner} and f.is_private) else '[]' end`

/** Why a person cannot send the files `wanted`, of which those `found` are their own. */
export function filesRefusal(
  wanted: readonly number[],
  found: readonly UploadedRow[],
): 'files_uploading' | 'file_unusable' | undefined {
  const types: readonly number[] = [mediaTypeCodes.video, mediaTypeCodes.image]
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
 * Publishes the messages with a file that is now converted or has failed; answers their rooms, which the caller nudges
 * after the commit.
 */
export async function publishMediaChange(db: Db, mediaId: number): Promise<string[]> {
  const published = await publishMessagesWith(db, mediaId)
  return [...new Set(published.map(({ chatId }) => `chat:${chatId}`))]
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
