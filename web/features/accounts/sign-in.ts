import { request } from '#kit/request/request.ts'
import { track } from '#web/platform/analytics.ts'
import { type EndReason, endReasonKey, keepToken } from './session.ts'

/** Signs in; rejects with the server's refusal. */
export async function signIn(email: string, password: string): Promise<void> {
  const { data } = await request('POST /auth/login', { body: { email, password } })
  keepToken(data.token)
  track({ name: 'login', method: 'password' })
}

/**
 * Why the last session of this tab ended against the learner's will; null if it did not or the learner has already been
 * told.
 */
export function endReason(): EndReason | null {
  const why = sessionStorage.getItem(endReasonKey)
  return why === 'loggedInOtherDevice' || why === 'ended' ? why : null
}

export function forgetEndReason(): void {
  sessionStorage.removeItem(endReasonKey)
}
