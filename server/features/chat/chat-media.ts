import { type Db, many } from '#server/platform/database/statement.ts'
import { publishMessage } from './message-row.ts'

const publishMessagesWith = many<[mediaId: number], { chatId: number }>(
  'publish-messages-with-media',
  `select m.chat_id as "chatId", ${publishMessage('m.chat_id', 'm.id')}
   from chat_message_files f join chat_messages m on m.id = f.message_id where f.media_id = $1 order by m.chat_id`,
)

/**
 * Publishes the messages that have a media item again, since it is converted, or failed; answers their rooms, which the
 * caller nudges after the commit.
 */
export async function publishMediaChange(db: Db, mediaId: number): Promise<string[]> {
  const published = await publishMessagesWith(db, mediaId)
  return [...new Set(published.map(({ chatId }) => `chat:${chatId}`))]
}
