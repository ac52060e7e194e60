import type { AnalyticsEvent, Person } from '#web/platform/analytics.ts'

/** Where events go. None of its parts may throw for long: whoever calls them swallows it. */
export type Sink = {
  tell: (event: AnalyticsEvent) => void
  /** From now on events are of this person, or of nobody known. */
  identify: (person: Person | undefined) => void
  /** Sends what waits, as the page may be gone in a moment. */
  flush?: () => void
  /** Consent was withdrawn: nothing more leaves, and what was kept on the device goes. */
  stop: () => void
}

/** Loads another site's script, which the page's policy allows for this brand alone. Returns what takes it out. */
export function loadScript(address: string): () => void {
  const script = Object.assign(document.createElement('script'), { src: address, async: true })
  document.head.append(script)
  return () => script.remove()
}

/** Deletes the cookies of a sink, on this host and on those above it, which it may have chosen. */
export function forgetCookies(names: RegExp): void {
  const parts = location.hostname.split('.')
  const hosts = ['', ...parts.map((_, index) => `; Domain=${parts.slice(index).join('.')}`)]
  for (const pair of document.cookie.split('; ')) {
    const [name = ''] = pair.split('=')
    if (names.test(name)) for (const host of hosts) document.cookie = `${name}=; Path=/; Max-Age=0${host}`
  }
}
