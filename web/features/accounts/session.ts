import { settings } from '#kit/request/connection.ts'
import { createStore } from '#kit/ui/store.ts'

/** Why a session ended: the server no longer knows it, or another device ended it. */
export type EndReason = 'ended' | 'loggedInOtherDevice'

const tokenKey = 'token'
const userKey = 'userId'
export const endReasonKey = 'ending'
const cookieSeconds = 30 * 86_400
/** How long the server may take to end a session before the device forgets it anyway, in ms. */
export const logoutTimeout = 3000
/** Settings of the device, not of the person: they survive a sign-out, as do the studio's own (`studio.…`). */
const deviceKeys = ['locale', 'colour-scheme', 'visitor', 'app-promo', 'data-saver', 'install']
/** What a tab keeps, as it is the tab's and not the person's. */
const tabKeys = ['app-type']

/** Whether this page has a session. It never turns false: a session ends by loading another page. */
export const isSignedIn = createStore(false)

/** On https the name has a prefix, so that no other host of the domain can plant a session here. */
const cookieName = () => (location.protocol === 'https:' ? `__Host-${tokenKey}` : tokenKey)

function setCookie(value: string, seconds: number) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${cookieName()}=${encodeURIComponent(value)}; Path=/; Max-Age=${seconds}; SameSite=Strict${secure}`
}

function storedToken(): string | null {
  const stored = localStorage.getItem(tokenKey)
  if (stored) return stored
  const start = `${cookieName()}=`
  const inCookie = document.cookie.split(/;\s*/).find(cookie => cookie.startsWith(start))
  return inCookie ? decodeURIComponent(inCookie.slice(start.length)) || null : null
}

/** Restores the session stored in this browser, if any. */
export function resumeSession(): void {
  const token = storedToken()
  if (token) keepToken(token)
  settings.userId = Number(localStorage.getItem(userKey)) || null
}

/** Stores the token in local storage and, for 30 days, in a cookie. */
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

/** Whether the page is about to be replaced, so that an ended session needs no handling. */
export const leaving = { hasBegun: false }

/**
 * Called just before a person ends their own session. What is answered is waited for, so that the last word is still said
 * within the session.
 */
export const beforeSignOut = new Set<() => unknown>()

/** Called when another tab has ended the session, for what this one may have stored since. What is answered is waited for. */
export const afterSignOutElsewhere = new Set<() => unknown>()

/** Tells everybody in `listeners`; waits for the slow ones no longer than a sign-out may take. */
export async function tellAll(listeners: Set<() => unknown>): Promise<void> {
  const patience = new Promise(resolve => setTimeout(resolve, logoutTimeout))
  await Promise.race([Promise.allSettled([...listeners].map(async tell => tell())), patience])
}

/** Forgets a session that ended elsewhere; waiting writes and drafts stay until the same person signs in again. */
export async function loseSession(returnUrl: string, why: EndReason = 'ended'): Promise<void> {
  if (leaving.hasBegun) return new Promise(() => {})
  await forget(null)
  keepEndReason(returnUrl, why)
}

/**
 * Another tab has ended the session and cleared the shared storage; this clears the tab's own, and what this tab has stored
 * since, but for drafts. From here on it keeps no answers: it no longer knows whose they are.
 */
export async function followSignOut(returnUrl: string): Promise<void> {
  settings.token = null
  settings.userId = null
  clearTab()
  keepEndReason(returnUrl, 'ended')
  // Unless somebody has signed in there already.
  if (localStorage.getItem(tokenKey) === null) {
    clearShared(null)
    await tellAll(afterSignOutElsewhere)
  }
  await clearReads(null)
}

function keepEndReason(returnUrl: string, why: EndReason) {
  keepReturnUrl(returnUrl)
  sessionStorage.setItem(endReasonKey, why)
}

const keysOf = (storage: Storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')

function clearTab() {
  for (const key of keysOf(sessionStorage)) if (!tabKeys.includes(key)) sessionStorage.removeItem(key)
}

/** Clears what the tabs share of a person; what they wrote and have not sent stays unless their id is given. */
function clearShared(userId: number | null) {
  // What is downloaded stays until its owner removes it, or the lease ends: nobody else's session opens it.
  const stays = (key: string) =>
    deviceKeys.includes(key) || /^(studio\.|downloads )/.test(key) || (userId === null && key.startsWith('draft '))
  for (const key of keysOf(localStorage)) if (!stays(key)) localStorage.removeItem(key)
}

/** Deletes the session and what is kept of the person; with an id also what they have not sent yet. */
export async function forget(userId: number | null) {
  settings.token = null
  settings.userId = null
  setCookie('', 0)
  clearShared(userId)
  clearTab()
  await clearReads(userId)
}

/** Deletes what was read and what other apps have shared, and with a user also what that user has not sent yet. */
async function clearReads(userId: number | null) {
  // The next page comes also where this part of the app cannot be loaded.
  const clear = await import('#kit/request/local-database.ts').catch(() => undefined)
  await clear?.clearDevice(userId)
}

const returnKey = 'returnUrl'

/** Stores where to go after sign-in. The address is validated when it is used, not here. */
export function keepReturnUrl(url: string): void {
  sessionStorage.setItem(returnKey, url)
}

/** Makes `url` the return address unless another one than `home` is stored. */
export function suggestReturnUrl(url: string, home: string): void {
  const stored = sessionStorage.getItem(returnKey)
  if (stored === null || stored === home) keepReturnUrl(url)
}

/** Returns the stored address and forgets it. */
export function takeReturnUrl(): string | null {
  const url = sessionStorage.getItem(returnKey)
  sessionStorage.removeItem(returnKey)
  return url
}

/** Calls `listener` when another tab signs in or out, with whether there is a session now. */
export function onOtherTab(listener: (hasSession: boolean) => void): void {
  addEventListener('storage', ({ key }) => {
    const token = localStorage.getItem(tokenKey)
    if ((key === tokenKey || key === null) && token !== settings.token) listener(token !== null)
  })
}
