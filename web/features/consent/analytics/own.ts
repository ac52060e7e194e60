import { newUuid } from '#kit/request/new-key.ts'
import { request } from '#kit/request/request.ts'
import { NetworkError } from '#kit/request/request-errors.ts'
import { type EventDetails, eventLimits } from '#shared/platform/analytics.ts'
import type { AnalyticsEvent } from '#web/platform/analytics.ts'
import type { Sink } from './sink.ts'

const visitorKey = 'analytics-visitor'
const pauseMs = 5000
const mostWaiting = 200
/** Enough for a short visit; browsers limit what a closing page may still send. */
const batch = eventLimits.events

type Waiting = { name: AnalyticsEvent['name']; params: EventDetails; occurred_at: number }

/** Identifies the device by a random number, created once analytics are allowed. */
function visitor(): string {
  const known = localStorage.getItem(visitorKey)
  if (known) return known
  const made = newUuid()
  localStorage.setItem(visitorKey, made)
  return made
}

function paramsOf(event: AnalyticsEvent): EventDetails {
  const { name: _, ...details } = event
  const short = (value: string | number) => (typeof value === 'string' ? value.slice(0, eventLimits.characters) : value)
  const fitting = Object.entries(details).filter(([key]) => /^[A-Za-z_]{1,40}$/.test(key))
  return Object.fromEntries(fitting.slice(0, eventLimits.details).map(([key, value]) => [key, short(value)]))
}

/**
 * The school's own analytics: batches every five seconds and when the page is left, by a request that outlives it and,
 * unlike a beacon, carries the session and the school. Offline, the latest 200 events wait for the next batch.
 */
export function ownSink(): Sink {
  let waiting: Waiting[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<unknown> = Promise.resolve()
  const send = async (events: Waiting[]) => {
    try {
      await request('POST /analytics-events', { body: { visitor: visitor(), events }, outlivesPage: true })
    } catch (error) {
      if (error instanceof NetworkError) waiting = [...events, ...waiting].slice(-mostWaiting)
    }
  }
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const events = waiting.splice(0, batch)
    if (events.length > 0) sending = Promise.all([sending, send(events)])
    if (waiting.length) schedule()
    return sending
  }
  const flushUnwatched = () => void flush()
  const schedule = () => {
    timer ??= setTimeout(flushUnwatched, pauseMs)
  }
  const flushHidden = () => {
    if (document.visibilityState === 'hidden') flushUnwatched()
  }
  addEventListener('pagehide', flushUnwatched)
  document.addEventListener('visibilitychange', flushHidden)
  return {
    tell(event) {
      waiting.push({ name: event.name, params: paramsOf(event), occurred_at: Math.floor(Date.now() / 1000) })
      waiting = waiting.slice(-mostWaiting)
      schedule()
    },
    // The session says whose events they are; earlier ones are sent under the earlier session.
    identify: flushUnwatched,
    flush,
    stop() {
      clearTimeout(timer)
      waiting = []
      removeEventListener('pagehide', flushUnwatched)
      document.removeEventListener('visibilitychange', flushHidden)
      localStorage.removeItem(visitorKey)
    },
  }
}
