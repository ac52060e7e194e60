import { feature as brands } from '#server/features/brands/feature.ts'
import { feature as media } from '#server/features/media/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { chatRoom } from '#shared/features/chat/contract.ts'
import { chatLive } from './live.ts'
import { maySeeFile, publishMediaChange } from './message.ts'
import { chatRoutes } from './routes.ts'

export const feature = serverFeature({
  name: 'chat',
  routes: ({ of }) => chatRoutes(of(brands).brands),
  live: ({ of, clock }) => chatLive(of(brands).brands, clock),
  subscribe({ database, live, log, of }) {
    const { onChange, mayWatch } = of(media)
    // Of what people upload, those see it who take part in a chat that has it.
    mayWatch(async (actor, { id, isPrivate }) => isPrivate && (await maySeeFile(database, actor, id)))
    onChange(mediaId => {
      publishMediaChange(database, mediaId)
        .then(chatIds => live.nudge(chatRoom, ...chatIds))
        .catch((error: unknown) => log.warn({ err: error, mediaId }, 'Could not tell of a file'))
    })
  },
})
