import { useSyncExternalStore } from 'react'
import { queryClient } from '#kit/cache/query-client.ts'
import { stopLive } from '#kit/live/live.ts'
import { settings } from '#kit/request/connection.ts'
import { request } from '#kit/request/request.ts'
import { createStore } from '#kit/ui/store.ts'
import type { UserWire } from '#shared/features/accounts/contract.ts'
import { type User, userFromWire } from '#shared/features/accounts/forms.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { forgetAll, recall, remember } from '#studio/platform/device-memory.ts'

/** `checking`: there is a token, but the user is not loaded yet; `failed`: the server could not be reached. */
type Session = { kind: 'none' } | { kind: 'checking' } | { kind: 'in'; user: User } | { kind: 'failed'; error: unknown }

/** Why a person was sent to sign-in: their session ended, or they are a learner. */
export type EndReason = 'ended' | 'notStaff'

export class NotStaffError extends Error {
  constructor() {
    super('Only staff may sign in to the studio')
    this.name = 'NotStaffError'
  }
}

export const session = createStore<Session>({ kind: 'none' })

const tokenName = 'token'
const endReasonKey = 'studio.ending'
/** How long the server may take to end a session before the device forgets it anyway, in ms. */
const logoutTimeout = 3000

function keepToken(token: string | null): void {
  settings.token = token
  remember(tokenName, token ?? undefined)
}

function userOf(wire: UserWire): User {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return userFromWire(wire, { baseUrl: location.origin, timeZone })
}

/** Loads the user of the token; a learner is signed out again and refused. */
async function enter(): Promise<void> {
  const { data } = await request('GET /user')
  if (data.role === 'learner') {
    await end()
    throw new NotStaffError()
  }
  settings.userId = data.id
  session.change(() => ({ kind: 'in', user: userOf(data) }))
}

/** Shows what the member of staff has changed about their own account. */
export function keepUser(wire: UserWire): void {
  session.change(() => ({ kind: 'in', user: userOf(wire) }))
}

/** Restores the session stored in this browser, if any; never rejects, see `session`. */
export async function resumeSession(): Promise<void> {
  const token = recall<string>(tokenName)
  if (!token) return session.change(() => ({ kind: 'none' }))
  settings.token = token
  session.change(() => ({ kind: 'checking' }))
  try {
    await enter()
  } catch (error) {
    if (error instanceof NotStaffError) keepEndReason('notStaff')
    session.change(() => (settings.token ? { kind: 'failed', error } : { kind: 'none' }))
  }
}

/** Signs in; rejects with the server's refusal, or NotStaffError for a learner. */
export async function signIn(email: string, password: string): Promise<void> {
  const { data } = await request('POST /auth/login', { body: { email, password } })
  arrival.change(() => 'none')
  keepToken(data.token)
  await enterOrForget()
}

/** Keeps the session that a new account begins with; the page is loaded afresh, as its school may look otherwise by now. */
export function beginSession(token: string): void {
  keepToken(token)
  location.replace(pathTo('home'))
}

/** The arrival by a one-time token in the address: under way, or why it failed. */
type Arrival = 'none' | 'running' | 'spent' | 'notStaff'
export const arrival = createStore<Arrival>('none')

/** Whose link it is, for a question; `present` is who is signed in here. */
export type LinkNames = { present?: string; offered: string; name: string }

/**
 * Signs in with a one-time token; never rejects, see `arrival`. It may be somebody else's link: `ask` is asked first,
 * unless it is of the one signed in here, or nobody is and its owner has signed in in this browser before. Who is here
 * stays when the answer is no, and when the token is spent or a learner's.
 */
export async function arriveBy(oneTimeToken: string, ask: (names: LinkNames) => Promise<boolean>): Promise<void> {
  arrival.change(() => 'running')
  try {
    const failure = await takeOver(oneTimeToken, ask)
    arrival.change(() => failure)
  } catch {
    arrival.change(() => 'spent')
  }
}

async function takeOver(token: string, ask: (names: LinkNames) => Promise<boolean>): Promise<Arrival> {
  const state = session.read()
  const present = state.kind === 'in' ? state.user : undefined
  const asker = present ? settings.token : null
  const { data: holder } = await request('POST /auth/transfer-token-holder', { body: { token }, token: asker })
  if (!holder.is_staff) return 'notStaff'
  const offered = [holder.name, holder.email].filter(Boolean).join(', ')
  const names = { offered, name: holder.name || offered, ...(present && { present: accountName(present) }) }
  const isExpected = holder.is_own || (!present && holder.is_known_device)
  if (!isExpected && !(await ask(names))) return 'none'
  const { data } = await request('POST /auth/exchange-transfer-token', { body: { token }, token: null })
  await end()
  keepToken(data.token)
  await enterOrForget()
  return 'none'
}

/** How a question names an account. */
export const accountName = ({ email, username }: User) => email ?? username

async function enterOrForget(): Promise<void> {
  try {
    await enter()
  } catch (error) {
    keepToken(null)
    session.change(() => ({ kind: 'none' }))
    throw error
  }
}

async function end(): Promise<void> {
  const { token } = settings
  // What is read within the session from here on would be refused, and look as if it had ended by itself.
  await queryClient.cancelQueries()
  settings.token = null
  if (token) await request('POST /auth/logout', { token, signal: AbortSignal.timeout(logoutTimeout) }).catch(() => {})
  settings.userId = null
  keepToken(null)
  queryClient.clear()
}

/** Ends the session and forgets what the studio stored for this person, but nothing of the learner app. */
export async function signOut(): Promise<void> {
  const { userId } = settings
  // Or the live connection would report the end of the session as if another device had ended it.
  stopLive()
  await end()
  forgetAll()
  if (userId === null) return
  const { forgetUnsent } = await import('#kit/request/local-database.ts')
  await forgetUnsent(userId).catch(() => {})
}

/** Forgets a session that the server ended; drafts stay until the same person signs in again. */
export function loseSession(): void {
  keepToken(null)
  keepEndReason('ended')
}

function keepEndReason(ending: EndReason): void {
  sessionStorage.setItem(endReasonKey, ending)
}

/** Why the last session of this tab ended against the person's will; returned once. */
export function takeEndReason(): EndReason | undefined {
  const ending = sessionStorage.getItem(endReasonKey)
  sessionStorage.removeItem(endReasonKey)
  return ending === 'ended' || ending === 'notStaff' ? ending : undefined
}

/** Calls `listener` when another tab signs in to the studio or out of it. */
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
