import type { Language } from '#shared/platform/contract.ts'

type SessionLost = () => void

const listeners = new Set<SessionLost>()
let lostToken: string | null = null

/** What every request carries; the session and the shell set it, only kit/request reads it. */
export const settings = {
  /** '' is the page's own origin. */
  origin: '',
  appId: '',
  appType: 'web' as 'web' | 'mobile',
  language: 'en' as Language,
  token: null as string | null,
  /** Begins the names under which this app keeps drafts on the device, so that two apps of one origin clear only their own. */
  storagePrefix: '',
  /** Whose data is kept on the device; null until the user is known. */
  userId: null as number | null,
  /** Raises the session-lost event, once a token however many calls fail with it. */
  loseSession(token: string) {
    if (token !== settings.token || token === lostToken) return
    lostToken = token
    for (const listener of listeners) listener()
  },
}

/** Calls `listener` once for each session that the server no longer knows. Returns the way to stop. */
export function onSessionLost(listener: SessionLost): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
