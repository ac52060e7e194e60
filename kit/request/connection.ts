import type { Language } from '#shared/platform/contract.ts'

type SessionLost = () => void

const listeners = new Set<SessionLost>()
let lostToken: string | null = null

/** What every request carries; set by the session and the shell, read only by kit/request. */
export const settings = {
  /** '' is the page's own origin. */
  origin: '',
  appId: '',
  appType: 'web' as 'web' | 'mobile',
  language: 'en' as Language,
  token: null as string | null,
  /** Prefix of this app's drafts on the device, so that two apps of one origin clear only their own. */
  storagePrefix: '',
  /** Whether nobody has touched the page for a while: what it asks then does not keep the session of staff going. */
  isUnattended: undefined as (() => boolean) | undefined,
  /** Lets the person supply the second factor that the session lacks; whether the refused call may be made once more. */
  supplyFactor: undefined as ((refusal: string) => Promise<boolean>) | undefined,
  /** Whose data is stored on the device; null until the user is known. */
  userId: null as number | null,
  /** Raises the session-lost event once per token, however many calls fail with it. */
  loseSession(token: string) {
    if (token !== settings.token || token === lostToken) return
    lostToken = token
    for (const listener of listeners) listener()
  },
}

/** Calls `listener` once for each session the server no longer knows. Returns the unsubscribe function. */
export function onSessionLost(listener: SessionLost): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
