import { feature as brands } from '#server/features/brands/feature.ts'
import { feature as media } from '#server/features/media/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { ownedBy } from '#server/platform/personal-tables.ts'
import { chatRoom } from '#shared/features/chat/contract.ts'
import { chatLive } from './live.ts'
import { maySeeFile, publishMediaChange } from './message.ts'
import { chatRoutes } from './routes.ts'

const ofOwnChats = 't.chat_id in (select id from chats where user_id = $1)'
/** The rows of a table that stand in one of the person's chats, or that name the person in `column`. */
export const ofOwnChatsOr = (column: string) => ({ where: `${ofOwnChats} or t.${column} = $1` })

export const feature = serverFeature({
  name: 'chat',
  routes: ({ of }) => chatRoutes(of(brands).brands),
  live: ({ of, clock }) => chatLive(of(brands).brands, clock),
  personalTables: {
    chats: ownedBy('user_id'),
    chat_messages: ofOwnChatsOr('author_id'),
    chat_message_files: {
      where: `t.message_id in (select m.id from chat_messages m join chats c on c.id = m.chat_id
        where c.user_id = $1 or m.author_id = $1)`,
    },
    chat_notes: ofOwnChatsOr('author_id'),
    saved_phrases: ownedBy('user_id'),
  },
  subscribe({ database, live, log, of }) {
    const { onChange, mayWatch } = of(media)
    // An upload may be seen by those who take part in a chat that contains it.
    mayWatch(async (actor, { id, isPrivate }) => isPrivate && (await maySeeFile(database, actor, id)))
    onChange(mediaId => {
      publishMediaChange(database, mediaId)
        .then(chatIds => live.nudge(chatRoom, ...chatIds))
        .catch((error: unknown) => log.warn({ err: error, mediaId }, 'Could not publish a file’s change'))
    })
  },
})
