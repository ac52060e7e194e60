import type { FastifyBaseLogger } from 'fastify'
import { listChangedSessions } from '#server/features/accounts/queries.ts'
import type { sessionKeeper } from '#server/features/accounts/sessions.ts'
import type { Brands } from '#server/features/brands/load-brands.ts'
import { chatLive } from '#server/features/chat/chat-live.ts'
import { consultationLive } from '#server/features/consultations/consultation-live.ts'
import { homeworkLive } from '#server/features/homework/homework-live.ts'
import { supportLive } from '#server/features/support/support-live.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Listener } from '#server/platform/database/listener.ts'
import type { HttpDependencies } from '#server/platform/http/http-server.ts'
import type { Pace } from '#server/platform/live/heartbeat.ts'
import type { LiveParts } from '#server/platform/live/live-parts.ts'
import { type Live, openLive } from '#server/platform/live/open-live.ts'

type Dependencies = {
  database: Database
  brands: Brands
  listener: Listener
  log: FastifyBaseLogger
  clock(): number
  redisUrl?: string | undefined
  livePace?: Partial<Pace> | undefined
  sessions: ReturnType<typeof sessionKeeper>
  findBrand: HttpDependencies['findBrand']
}

/** Everyone's own news, and hints for all of a school. */
const ownRooms: LiveParts = {
  rooms: {
    user: (_db, { userId }, ids) => ids.filter(id => id === String(userId)),
    brand: (_db, { brandId }, ids) => ids.filter(id => id === brandId),
  },
}

/** The live connection with what every feature adds to it; the end of a session reaches its sockets. */
export function wireLive({ sessions, brands, findBrand, clock, redisUrl, livePace, ...rest }: Dependencies): Live {
  const live = openLive({
    ...rest,
    redisUrl,
    pace: livePace,
    parts: [ownRooms, chatLive(brands, clock), consultationLive, homeworkLive(rest.database, clock), supportLive],
    async authenticate({ token, appId, host }) {
      const brand = findBrand(appId || undefined, host)
      const actor = brand.isKnown ? await sessions.authenticate(token, clock()) : undefined
      return actor?.brandId === brand.brandId ? { actor, key: sessions.keyOf(token) } : undefined
    },
    listChangedSessions(actors) {
      const [ids, roles] = [actors.map(({ sessionId }) => sessionId), actors.map(({ role }) => role)]
      return listChangedSessions(rest.database, ids, roles, clock() / 1000)
    },
  })
  sessions.onEnded(live.endSession)
  sessions.onChanged(live.renewSession)
  return live
}
