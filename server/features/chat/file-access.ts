import type { Db } from '#server/platform/database/statement.ts'
import { one } from '#server/platform/database/statement.ts'
import type { Actor } from '#server/platform/http/routes.ts'

const findSeenFile = one<[mediaId: number, userId: number, role: string, brandId: string], { isSeen: boolean }>(
  'find-seen-file',
  `select exists (
     select from chat_message_files f
       join chat_messages m on m.id = f.message_id
       join chats c on c.id = m.chat_id
      where f.media_id = $1 and (c.user_id = $2 or teaches($2, $3, $4, c.course_id))
   ) as "isSeen"`,
)

/** Whether a file stands in a chat that the person takes part in, as its learner or as one of its experts. */
export async function maySeeFile(db: Db, actor: Actor, mediaId: number): Promise<boolean> {
  const { userId, role, brandId } = actor
  return (await findSeenFile(db, mediaId, userId, role, brandId))?.isSeen ?? false
}
