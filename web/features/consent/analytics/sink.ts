import type { AnalyticsEvent, Person } from '#web/platform/analytics.ts'

/** Receives events. Its methods may throw: callers ignore that. */
export type Sink = {
  tell: (event: AnalyticsEvent) => void
  /** Further events belong to this person, or to nobody known. */
  identify: (person: Person | undefined) => void
  /** Marketing is allowed from here on, or not any more. */
  setMarketing?: (isAllowed: boolean) => void
  /** Sends pending events, because the page may be about to close; answers when all that was sent has arrived or failed. */
  flush?: () => unknown
  /** Consent was withdrawn: nothing more is sent, and what was stored on the device is deleted. */
  stop: () => void
}

/** Loads another site's script, which the page's policy allows for this brand alone. Returns a function that removes it. */
export function loadScript(address: string): () => void {
  const script = Object.assign(document.createElement('script'), { src: address, async: true })
  document.head.append(script)
  return () => script.remove()
}

/** Deletes a sink's cookies on this host and its parent domains. */
export function forgetCookies(names: RegExp): void {
  const parts = location.hostname.split('.')
  const hosts = ['', ...parts.map((_, index) => `; Domain=${parts.slice(index).join('.')}`)]
  for (const pair of document.cookie.split('; ')) {
    const [name = ''] = pair.split('=')
    if (names.test(name)) for (const host of hosts) document.cookie = `${name}=; Path=/; Max-Age=0${host}`
  }
}
