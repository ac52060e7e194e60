import { createStore } from '#kit/ui/store.ts'
import type { EventName } from '#shared/platform/analytics.ts'

/** An event by one of the names below; sinks listen to `kurso:analytics` on the window. */
export type AnalyticsEvent = { name: EventName; [detail: string]: string | number }

/** Whom figures are of; `isInternal` is of the school itself. */
export type Person = { id: number; segments: readonly string[]; isInternal: boolean }

/** The person of this visit once they are known; undefined for a visitor and after a logout. */
export const person = createStore<Person | undefined>(undefined)

/** What happened before a sink listened. */
export const untold: AnalyticsEvent[] = []
const mostUntold = 50

/** Tells that something happened. Nothing leaves the browser unless a sink listens, and none can break the app. */
export function track(event: AnalyticsEvent): void {
  if (untold.length < mostUntold) untold.push(event)
  globalThis.dispatchEvent?.(new CustomEvent('kurso:analytics', { detail: event }))
}
