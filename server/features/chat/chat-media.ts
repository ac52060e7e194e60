import { type Db, many } from '#server/platform/database/statement.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import { isExpertMessageEnabled } from '#shared/features/streams/rules.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import { type DemoColumns, demoColumns, type Side, sideOf } from './chat-place.ts'

const publishMessagesWith = many<[mediaId: number], { chatId: number }>(
  'publish-messages-with-media',
  `select m.chat_id as "chatId", publish_event('chat:' || m.chat_id, 'message', json_build_object('message_id', m.id)::jsonb)
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

const listPlacesWith = many<
  [mediaId: number, userId: number, role: string, brandId: string],
  DemoColumns & { side: Side; kind: string }
>(
  'list-chat-places-with-media',
  `select distinct ${demoColumns}, m.kind, ${sideOf('k', '$2', '$3', '$4')} as side
   from chat_message_files f join chat_messages m on m.id = f.message_id join chats k on k.id = m.chat_id
   join user_streams us on us.id = k.user_stream_id join courses c on c.id = k.course_id where f.media_id = $1`,
)

/** Whether somebody may open a file because it belongs to a message of a chat of theirs; their homework also without a chat. */
export async function mayOpenFile(db: Db, user: Actor, { config }: Brand, mediaId: number): Promise<boolean> {
  const places = await listPlacesWith(db, mediaId, user.userId, user.role, user.brandId)
  return places.some(
    ({ side, kind, ...demo }) =>
      side === 'expert' ||
      (side === 'learner' && (kind !== 'message' || isExpertMessageEnabled(demo, config.isChatSupport))),
  )
}
