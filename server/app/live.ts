import type { FastifyBaseLogger } from 'fastify'
import type { Listener } from '#server/platform/database/listener.ts'
import type { OpenedParts } from '#server/platform/feature.ts'
import type { Pace } from '#server/platform/live/heartbeat.ts'
import type { LiveEventWire } from '#shared/platform/live.ts'
import { type Live, openLive } from '#server/platform/live/open-live.ts'
import { features } from './open-features.ts'

type Dependencies = OpenedParts & {
  listener: Listener
  log: FastifyBaseLogger
  redisUrl?: string | undefined
  livePace?: Partial<Pace> | undefined
  onTold?: ((told: LiveEventWire) => void) | undefined
}

/** The live connection with every feature's rooms; ended sessions close their sockets. */
export function wireLive(parts: Dependencies): Live {
  const { database, listener, log, sessions, findBrand, authenticate, clock, redisUrl, livePace, onTold } = parts
  const live = openLive({
    database,
    listener,
    log,
    redisUrl,
    pace: livePace,
    onTold,
    parts: features.flatMap(feature => feature.live?.(parts, parts.of(feature)) ?? []),
    async authenticate({ token, appId, host }) {
      const brand = findBrand(appId || undefined, host)
      const actor = brand.isKnown ? await authenticate(token, clock(), { isUnattended: true }) : undefined
      return actor?.brandId === brand.brandId ? { actor, key: sessions.keyOf(token) } : undefined
    },
    listChangedSessions: sessions.listChanged,
  })
  sessions.onEnded(live.endSession)
  sessions.onChanged(live.renewSession)
  return live
}
