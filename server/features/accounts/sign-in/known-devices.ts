import type { BrowserCookies } from '#server/platform/http/browser-cookies.ts'
import { type Db, one } from '#server/platform/database/statement.ts'
import type { Caller } from '#server/platform/http/routes.ts'
import type { SignInPlace } from './attempts.ts'
import { hashToken, newToken } from '../secrets.ts'

const cookieName = 'device'
/** 400 days, the longest that browsers keep a cookie. */
const cookieSeconds = 400 * 86_400
/** People who share a browser each have a secret of their own in its cookie. */
const mostSecrets = 5

const secretsOf = (cookies: BrowserCookies) =>
  (cookies.read(cookieName) ?? '')
    .split('.')
    .filter(secret => /^[\w-]{43}$/.test(secret))
    .slice(0, mostSecrets)

/** The stored forms of the secrets by which this browser is known. */
export const deviceHashes = (cookies: BrowserCookies): Buffer[] => secretsOf(cookies).map(hashToken)

const findDevice = one<[hashes: Buffer[], brandId: string, account: string], { id: number }>(
  'find-known-device',
  `select d.id from known_devices d join users u on u.id = d.user_id
    where d.secret_hash = any($1) and u.brand_id = $2 and (lower(u.email) = $3 or 'app ' || u.app_id = $3)`,
)

/** Where a try at an account comes from; `account` is its e-mail, or `app` and its installation id. */
export async function placeOf(
  db: Db,
  { brandId, network }: Caller,
  cookies: BrowserCookies,
  account: string,
): Promise<SignInPlace> {
  const hashes = deviceHashes(cookies)
  const device = hashes.length === 0 ? undefined : (await findDevice(db, hashes, brandId, account))?.id
  return { brandId, account, network, device }
}

const findDeviceOf = one<[hashes: Buffer[], userId: number], { id: number }>(
  'find-known-device-of',
  'select id from known_devices where secret_hash = any($1) and user_id = $2',
)

/** Where a try of a signed-in person comes from. */
export async function placeOfPerson(
  db: Db,
  { brandId, network }: Caller,
  cookies: BrowserCookies,
  userId: number,
): Promise<SignInPlace> {
  const hashes = deviceHashes(cookies)
  const device = hashes.length === 0 ? undefined : (await findDeviceOf(db, hashes, userId))?.id
  return { brandId, account: `person ${userId}`, network, device }
}

const keepDevice = one<
  [userId: number, hashes: Buffer[], newHash: Buffer, nowSeconds: number, isConfirmed: boolean],
  { isNew: boolean }
>(
  'keep-known-device',
  `with known as (
     update known_devices set seen_at = to_timestamp($4) where user_id = $1 and secret_hash = any($2) returning id
   ), added as (
     insert into known_devices (user_id, secret_hash, seen_at)
     select $1, $3, to_timestamp($4) where not exists (select from known)
       and ($5 or not exists (select from second_factors where user_id = $1))
     returning id
   ), dropped as (
     delete from known_devices where exists (select from added) and id in (
       select id from known_devices where user_id = $1 order by seen_at desc, id desc offset 19)
   ) select exists (select from added) as "isNew"`,
)

/**
 * Makes the calling browser one of the person's known devices, at most 20, after it has proven to be theirs; with a second factor
 * only a code of it proves that (`isConfirmed`).
 */
export async function rememberDevice(
  db: Db,
  cookies: BrowserCookies,
  userId: number,
  now: number,
  { isConfirmed = false }: { isConfirmed?: boolean } = {},
): Promise<void> {
  const secrets = secretsOf(cookies)
  const secret = newToken()
  const kept = await keepDevice(db, userId, secrets.map(hashToken), hashToken(secret), now / 1000, isConfirmed)
  const known = kept?.isNew ? [secret, ...secrets].slice(0, mostSecrets) : secrets
  cookies.keep(cookieName, known.join('.'), cookieSeconds)
}
