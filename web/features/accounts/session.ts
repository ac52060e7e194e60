import { settings } from '#kit/request/connection.ts'
import { request } from '#kit/request/request.ts'
import { createStore } from '#kit/ui/store.ts'
import { track } from '#web/platform/analytics.ts'

/** Why a session ended: the server no longer knows it, or another device ended it. */
export type Ending = 'ended' | 'loggedInOtherDevice'

const tokenKey = 'token'
const userKey = 'userId'
const endingKey = 'ending'
const cookieSeconds = 30 * 86_400
/** How long the server may take to end a session before the device forgets it anyway, in ms. */
const farewell = 3000
/** What belongs to the device, not to the person: survives a logout, as does what the studio keeps (`studio.…`). */
const deviceKeys = ['locale', 'colour-scheme', 'visitor', 'app-promo']

/** Whether this page has a session, for components to follow; it never ends without a load. */
export const isSignedIn = createStore(false)

function setCookie(value: string, seconds: number) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${tokenKey}=${encodeURIComponent(value)}; Path=/; Max-Age=${seconds}; SameSite=Strict${secure}`
}

function storedToken(): string | null {
  const stored = localStorage.getItem(tokenKey)
  if (stored) return stored
  const inCookie = /(?:^|;\s*)token=([^;]+)/.exec(document.cookie)?.[1]
  return inCookie ? decodeURIComponent(inCookie) : null
}

/** Takes up the session that this browser has, if any. */
export function resumeSession(): void {
  const token = storedToken()
  if (token) keepToken(token)
  settings.userId = Number(localStorage.getItem(userKey)) || null
}

/** Keeps a session: token in local storage and in a cookie for 30 days. */
export function keepToken(token: string): void {
  settings.token = token
  localStorage.setItem(tokenKey, token)
  setCookie(token, cookieSeconds)
  isSignedIn.change(() => true)
}

/** Remembers whose data this device keeps. */
export function keepUser(userId: number): void {
  settings.userId = userId
  localStorage.setItem(userKey, String(userId))
}

/** Signs in; rejects with the server's refusal. */
export async function signIn(email: string, password: string): Promise<void> {
  const { data } = await request('POST /auth/login', { body: { email, password } })
  keepToken(data.token)
  track({ name: 'login', method: 'password' })
}

/** Turns a one-time transfer token into a session of this browser. */
export async function exchangeToken(token: string): Promise<void> {
  const { data } = await request('POST /auth/exchange-transfer-token', { body: { token } })
  keepToken(data.token)
}

/** From now on this page only ends; the end of its session is no news. */
let isLeaving = false

/**
 * Goes on with another session of the same person instead of this one, which ends. The caller opens the next page by a load,
 * since the live connection knows the old one.
 */
export async function replaceSession(token: string): Promise<void> {
  isLeaving = true
  await request('POST /auth/logout', { signal: AbortSignal.timeout(farewell) }).catch(() => {})
  keepToken(token)
}

/**
 * Ends the account and forgets everything of the person on this device. Rejects, and changes nothing, when the server
 * did not end it. The caller opens the next page by a load.
 */
export async function endAccount(): Promise<void> {
  const { userId } = settings
  // The server's own word that the session is over must not be taken for another device's.
  isLeaving = true
  try {
    await request('DELETE /user')
  } catch (error) {
    isLeaving = false
    throw error
  }
  for (const tell of farewells) tell()
  await forget(userId)
}

/** What is done before a person ends their own session. */
export const farewells = new Set<() => void>()

/**
 * Ends the session on the server and forgets everything of the person on this device: token, what was read, writes that
 * wait, pictures. The caller opens the next page by a load, so that no memory survives either.
 */
export async function logOut(): Promise<void> {
  const { userId } = settings
  if (settings.token) track({ name: 'logout' })
  for (const tell of farewells) tell()
  if (settings.token) await request('POST /auth/logout', { signal: AbortSignal.timeout(farewell) }).catch(() => {})
  await forget(userId)
}

/**
 * Forgets a session that was ended elsewhere; writes that wait and drafts stay for the same person's next
 * sign-in.
 */
export async function loseSession(returnUrl: string, why: Ending = 'ended'): Promise<void> {
  if (isLeaving) return new Promise(() => {})
  await forget(null)
  keepEnding(returnUrl, why)
}

/** Follows another tab, which has forgotten everything already: this tab's own memory goes too. */
export function followEnding(returnUrl: string): void {
  sessionStorage.clear()
  keepEnding(returnUrl, 'ended')
}

function keepEnding(returnUrl: string, why: Ending) {
  keepReturnUrl(returnUrl)
  sessionStorage.setItem(endingKey, why)
}

async function forget(userId: number | null) {
  settings.token = null
  settings.userId = null
  setCookie('', 0)
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
  const stays = (key: string) =>
    deviceKeys.includes(key) || key.startsWith('studio.') || (userId === null && key.startsWith('draft '))
  for (const key of keys) if (!stays(key)) localStorage.removeItem(key)
  sessionStorage.clear()
  const { clearLocalDatabase } = await import('#kit/request/local-database.ts')
  await Promise.allSettled([clearLocalDatabase(userId), globalThis.caches?.delete('pictures')])
}

/** Why the last session of this tab ended without its learner's doing; null when it did not, or it was told already. */
export function endingToTell(): Ending | null {
  const why = sessionStorage.getItem(endingKey)
  return why === 'loggedInOtherDevice' || why === 'ended' ? why : null
}

/** It has been told. */
export function dropEnding(): void {
  sessionStorage.removeItem(endingKey)
}

const returnKey = 'returnUrl'

/** Stores where to go after sign-in. It is judged when it is used. */
export function keepReturnUrl(url: string): void {
  sessionStorage.setItem(returnKey, url)
}

/** Makes `url` the return address unless another one than `home` is stored. */
export function suggestReturnUrl(url: string, home: string): void {
  const stored = sessionStorage.getItem(returnKey)
  if (stored === null || stored === home) keepReturnUrl(url)
}

/** The stored return address, handed over once. */
export function takeReturnUrl(): string | null {
  const url = sessionStorage.getItem(returnKey)
  sessionStorage.removeItem(returnKey)
  return url
}

/** Calls `listener` when another tab of this browser signs out or in; told whether there is a session now. */
export function onOtherTab(listener: (hasSession: boolean) => void): void {
  addEventListener('storage', ({ key }) => {
    const token = localStorage.getItem(tokenKey)
    if ((key === tokenKey || key === null) && token !== settings.token) listener(token !== null)
  })
}
