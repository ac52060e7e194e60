/** An event as ANL-01 names it; sinks listen to `kurso:analytics` on the window. */
export type AnalyticsEvent = { name: string; [detail: string]: string | number }

/** Tells that something happened. Nothing leaves the browser unless a sink listens, and none can break the app. */
export function track(event: AnalyticsEvent): void {
  dispatchEvent(new CustomEvent('kurso:analytics', { detail: event }))
}
