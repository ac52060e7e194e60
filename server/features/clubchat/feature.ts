import { feature as brands } from '#server/features/brands/feature.ts'
import { whereClubsAreOn } from '#server/features/clubs/club-school.ts'
import { feature as media } from '#server/features/media/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { ownedBy } from '#server/platform/personal-tables.ts'
import { clubRoom } from '#shared/features/clubchat/contract.ts'
import { clubchatLive, maySeeFile, publishMediaChange } from './live.ts'
import { clubchatRoutes } from './routes.ts'

export const feature = serverFeature({
  name: 'clubchat',
  routes: ({ of }) => clubchatRoutes(of(brands).brands),
  live: ({ clock, of }) => clubchatLive(clock, of(brands).brands),
  personalTables: {
    club_messages: ownedBy('author_id'),
    club_message_files: { where: 't.message_id in (select id from club_messages where author_id = $1)' },
    club_mentions: ownedBy('user_id'),
    club_readers: ownedBy('user_id'),
    club_reports: ownedBy('user_id'),
  },
  subscribe({ database, live, log, of, clock }) {
    const { onChange, mayWatch } = of(media)
    // What is sent to a club is seen by all who may enter its chat.
    mayWatch(async (actor, { id, isPrivate }) => {
      const { user } = whereClubsAreOn(of(brands).brands)({ user: actor })
      return isPrivate && (await maySeeFile(database, user, id, clock()))
    })
    onChange(mediaId => {
      publishMediaChange(database, mediaId)
        .then(clubIds => live.nudge(clubRoom, ...clubIds))
        .catch((error: unknown) => log.warn({ err: error, mediaId }, 'Could not publish a file’s change in clubs'))
    })
  },
})
