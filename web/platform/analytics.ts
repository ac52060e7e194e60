import { createStore } from '#kit/ui/store.ts'
import type { EventName } from '#shared/platform/analytics.ts'

/** An analytics event; sinks listen to `kurso:analytics` on the window. */
export type AnalyticsEvent = { name: EventName; [detail: string]: string | number }

/**
 * The person whose events are counted; `isInternal`: a member of the school's staff; `isActing`: staff signed in as
 * this person.
 */
export type Person = { id: number; segments: readonly string[]; isInternal: boolean; isActing: boolean }

/** The signed-in person; undefined for visitors and after signing out. */
export const person = createStore<Person | undefined>(undefined)

/** Events from before a sink was listening; the first sink takes them. */
export const untold: AnalyticsEvent[] = []
const mostUntold = 50

/** Reports an event. Nothing leaves the browser unless a sink listens, and a failing sink cannot break the app. */
export function track(event: AnalyticsEvent): void {
  if (untold.length < mostUntold) untold.push(event)
  globalThis.dispatchEvent?.(new CustomEvent('kurso:analytics', { detail: event }))
}
