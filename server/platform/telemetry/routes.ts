import { isWorthTelling, withoutPeople } from '#shared/platform/failure-reports.ts'
import { telemetry } from '#shared/platform/telemetry-contract.ts'
import { ExpiringMemory } from '../expiring-memory.ts'
import { routes } from '../http/routes.ts'
import { eventBudget } from './event-budget.ts'
import { insertEvents } from './events.ts'

/** `keepsFigures` tells whether a brand collects its own analytics; events for one that does not are dropped. */
export function telemetryRoutes(keepsFigures: (brandId: string) => boolean, budget = eventBudget()) {
  const known = knownFailures()
  return routes(telemetry, {
    'POST /analytics-events': async ({ db, body, user, caller, now }) => {
      if (!keepsFigures(caller.brandId)) return { accepted: 0 }
      const accepted = budget.take(caller.network, body.events.length, now)
      if (accepted === 0) return { accepted }
      // What staff do while signed in as somebody else is not that person's activity.
      const person = user?.impersonator ? undefined : user
      const isInternal = user?.role === 'admin' || user?.impersonator != null
      const seconds = Math.floor(now / 1000)
      const events = JSON.stringify(body.events.slice(0, accepted))
      await insertEvents(db, caller.brandId, person?.userId ?? null, body.visitor ?? null, isInternal, seconds, events)
      return { accepted }
    },
    'POST /error-reports': ({ body, caller, now, log }) => {
      // Anyone can post here, so the app's filters are applied again.
      const reports = body.reports.filter(isWorthTelling).map(({ kind, ...texts }) => ({
        kind,
        name: withoutPeople(texts.name),
        message: withoutPeople(texts.message),
        stack: withoutPeople(texts.stack),
        path: withoutPeople(texts.path),
      }))
      for (const report of reports) {
        const { name, message, stack } = report
        const place = stack.split('\n').find(line => /^\s*at |@/.test(line)) ?? ''
        const times = known.timesToLog([caller.brandId, name, message, place].join('\n'), now)
        if (times === 0) continue
        const { brandId, appType, userAgent } = caller
        log.warn({ failure: { ...report, times, brandId, appType, userAgent } }, 'The app failed in a browser')
      }
      return { accepted: reports.length }
    },
  })
}

const windowMs = 600_000

/** Tracks which failures this node has logged lately: a repeat within ten minutes is only counted, and told with the next line. */
function knownFailures() {
  const logged = new ExpiringMemory<{ since: number; repeats: number }>({
    keptMs: Number.POSITIVE_INFINITY,
    most: 1000,
  })
  return {
    /** How often it occurred since it was last logged, including now; 0 when it should not be logged. `now` in ms. */
    timesToLog(failure: string, now: number): number {
      const last = logged.find(failure, now)
      if (last && now - last.since < windowMs) {
        last.repeats += 1
        return 0
      }
      logged.keep(failure, { since: now, repeats: 0 }, now)
      return (last?.repeats ?? 0) + 1
    },
  }
}
