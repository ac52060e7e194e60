import { settings } from '#kit/request/connection.ts'
import { request } from '#kit/request/request.ts'
import { track } from '#web/platform/analytics.ts'
import { beforeSignOut, forget, keepToken, leaving, logoutTimeout, tellAll } from './session.ts'

/**
 * Ends the session and deletes everything of the person on this device: token, cached answers, waiting writes,
 * pictures. The caller loads the next page, which clears the memory too.
 */
export async function logOut(): Promise<void> {
  const { userId, token } = settings
  if (token) track({ name: 'logout' })
  await tellAll(beforeSignOut)
  // What is asked from here on is not of this session.
  settings.token = null
  if (token) await request('POST /auth/logout', { token, signal: AbortSignal.timeout(logoutTimeout) }).catch(() => {})
  await forget(userId)
}

/**
 * Replaces this session by another one of the same person. The caller loads the next page, since the live connection
 * uses the old one.
 */
export async function replaceSession(token: string): Promise<void> {
  leaving.hasBegun = true
  await request('POST /auth/logout', { signal: AbortSignal.timeout(logoutTimeout) }).catch(() => {})
  keepToken(token)
}

/**
 * Deletes the account and everything of the person on this device. Rejects, and changes nothing, when the server
 * refuses. The caller loads the next page.
 */
export async function endAccount(): Promise<void> {
  const { userId } = settings
  // Otherwise the server's notice would look as if another device had ended the session.
  leaving.hasBegun = true
  try {
    await request('DELETE /user')
  } catch (error) {
    leaving.hasBegun = false
    throw error
  }
  await tellAll(beforeSignOut)
  await forget(userId)
}
