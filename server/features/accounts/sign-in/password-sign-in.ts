import type { Database } from '#server/platform/database/database.ts'
import type { BrowserCookies } from '#server/platform/http/browser-cookies.ts'
import type { Caller } from '#server/platform/http/routes.ts'
import { hashToken, isPassword, newToken } from '../secrets.ts'
import { sessionSeconds } from '../sessions/sessions.ts'
import { forgetAttempts, judgeSignIn, signInKeys } from './attempts.ts'
import { placeOf, rememberDevice } from './known-devices.ts'
import { insertSessionByPassword } from '../queries.ts'

type Credentials = { id: number; passwordHash: string | null }
type Outcome = { token: string } | { waitSeconds: number } | 'wrong'

/**
 * Signs in with a password. The try is counted before anything is checked, an unknown account takes just as long, and
 * the session starts only if the compared password is still current. `account` is the e-mail or the installation id.
 */
export async function signInByPassword(
  db: Database,
  { caller, cookies }: { caller: Caller; cookies: BrowserCookies },
  { account, password, find }: { account: string; password: string; find(): Promise<Credentials | undefined> },
  now: number,
): Promise<Outcome> {
  const place = await placeOf(db, caller, cookies, account)
  const waitSeconds = await judgeSignIn(db, place, now)
  if (waitSeconds !== undefined) return { waitSeconds }
  const found = await find()
  if (!(await isPassword(password, found?.passwordHash, caller.network)) || !found?.passwordHash) return 'wrong'
  const token = newToken()
  const seconds = Math.floor(now / 1000)
  const { appType, userAgent } = caller
  const session = [hashToken(token), appType, userAgent, seconds + sessionSeconds, seconds] as const
  const started = await insertSessionByPassword(db, found.id, found.passwordHash, ...session)
  if (started === 0) return 'wrong'
  await forgetAttempts(db, signInKeys(place))
  await rememberDevice(db, cookies, found.id, now)
  return { token }
}
