import { useSyncExternalStore } from 'react'
import { queryClient } from '#kit/cache/query-client.ts'
import { stopLive } from '#kit/live/live.ts'
import { settings } from '#kit/request/connection.ts'
import { request } from '#kit/request/request.ts'
import { createStore } from '#kit/ui/store.ts'
import type { UserWire } from '#shared/features/accounts/contract.ts'
import { type User, userFromWire } from '#shared/features/accounts/forms.ts'
import { forgetAll, recall, remember } from '#studio/platform/device-memory.ts'

/** Who works here: nobody, somebody who is not known yet, a member of staff; or the server did not say. */
type Session = { kind: 'none' } | { kind: 'checking' } | { kind: 'in'; user: User } | { kind: 'failed'; error: unknown }

/** Why somebody is at the sign-in: their session ended, or they are a learner. */
export type Ending = 'ended' | 'notStaff'

/** A learner's account opens nothing here. */
export class NotStaffError extends Error {
  constructor() {
    super('Only staff may sign in to the studio')
    this.name = 'NotStaffError'
  }
}

export const session = createStore<Session>({ kind: 'none' })

const tokenName = 'token'
const endingKey = 'studio.ending'
/** How long the server may take to end a session before the device forgets it anyway, in ms. */
const farewell = 3000

function keepToken(token: string | null): void {
  settings.token = token
  remember(tokenName, token ?? undefined)
}

function userOf(wire: UserWire): User {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return userFromWire(wire, { baseUrl: location.origin, timeZone })
}

/** Asks who holds the token; a learner is signed out again and refused. */
async function enter(): Promise<void> {
  const { data } = await request('GET /user')
  if (data.role === 'learner') {
    await end()
    throw new NotStaffError()
  }
  settings.userId = data.id
  session.change(() => ({ kind: 'in', user: userOf(data) }))
}

/** Takes up the session that this browser has, if any; what went wrong is in the session afterwards. */
export async function resumeSession(): Promise<void> {
  const token = recall<string>(tokenName)
  if (!token) return session.change(() => ({ kind: 'none' }))
  settings.token = token
  session.change(() => ({ kind: 'checking' }))
  try {
    await enter()
  } catch (error) {
    if (error instanceof NotStaffError) tellEnding('notStaff')
    session.change(() => (settings.token ? { kind: 'failed', error } : { kind: 'none' }))
  }
}

/** Signs in; rejects with the server's refusal, or NotStaffError for a learner. */
export async function signIn(email: string, password: string): Promise<void> {
  const { data } = await request('POST /auth/login', { body: { email, password } })
  keepToken(data.token)
  await enterOrForget()
}

/** Turns a one-time transfer token into a session of the studio, in the place of the one before. */
export async function exchangeToken(token: string): Promise<void> {
  await end()
  const { data } = await request('POST /auth/exchange-transfer-token', { body: { token } })
  keepToken(data.token)
  await enterOrForget()
}

async function enterOrForget(): Promise<void> {
  try {
    await enter()
  } catch (error) {
    keepToken(null)
    throw error
  }
}

async function end(): Promise<void> {
  if (settings.token) await request('POST /auth/logout', { signal: AbortSignal.timeout(farewell) }).catch(() => {})
  settings.userId = null
  keepToken(null)
  queryClient.clear()
}

/** Ends the session and forgets what the studio kept of this person; nothing of the learner app's. */
export async function signOut(): Promise<void> {
  const { userId } = settings
  // The end of the session would come back over the live connection as somebody else's doing.
  stopLive()
  await end()
  forgetAll()
  if (userId === null) return
  const { forgetUnsent } = await import('#kit/request/local-database.ts')
  await forgetUnsent(userId).catch(() => {})
}

/** Forgets a session that the server ended; drafts stay for the same person's next sign-in. */
export function loseSession(): void {
  keepToken(null)
  tellEnding('ended')
}

function tellEnding(ending: Ending): void {
  sessionStorage.setItem(endingKey, ending)
}

/** Why the last session of this tab ended without its holder's doing; told once. */
export function takeEnding(): Ending | undefined {
  const ending = sessionStorage.getItem(endingKey)
  sessionStorage.removeItem(endingKey)
  return ending === 'ended' || ending === 'notStaff' ? ending : undefined
}

/** Calls `listener` when another tab of this browser signs in to the studio or out of it. */
export function onOtherTab(listener: () => void): void {
  addEventListener('storage', ({ key }) => {
    if ((key === `studio.${tokenName}` || key === null) && (recall<string>(tokenName) ?? null) !== settings.token)
      listener()
  })
}

/** The member of staff who is signed in. */
export function useUser(): User {
  const state = useSyncExternalStore(session.subscribe, session.read)
  if (state.kind !== 'in') throw new Error('Nobody is signed in')
  return state.user
}
