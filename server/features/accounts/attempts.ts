import { type Db, many, run } from '#server/platform/database/statement.ts'
import { hashToken } from './secrets.ts'

/** A rate limit: at most `most` tries in `seconds`, counted under `key`. */
export type Limit = { key: string; most: number; seconds: number }

/** For each limit in the given order: the number of tries, and when counting restarts (Unix seconds). */
export type Counted = { attempts: number; resetsAt: number }

const quarter = 15 * 60
const hour = 3600
const day = 86_400

// Locks in key order, so that two calls counting the same keys never deadlock.
const countAttempts = many<[keys: Buffer[], seconds: number[], nowSeconds: number], Counted & { key: Buffer }>(
  'count-attempts',
  `insert into sign_in_attempts as a (key, attempts, resets_at)
   select c.key, 1, to_timestamp($3::float8 + c.seconds)
     from unnest($1::bytea[], $2::float8[]) as c (key, seconds) order by c.key
   on conflict (key) do update set
     attempts = case when a.resets_at <= to_timestamp($3) then 1 else a.attempts + 1 end,
     resets_at = case when a.resets_at <= to_timestamp($3) then excluded.resets_at else a.resets_at end
   returning a.key, a.attempts, unix(a.resets_at) as "resetsAt"`,
)

/**
 * Counts one more try under each limit. A single statement, run before anything else is checked, so that parallel tries
 * count too.
 */
export async function count(db: Db, limits: readonly Limit[], now: number): Promise<Counted[]> {
  const keys = limits.map(({ key }) => hashToken(key))
  const seconds = limits.map(limit => limit.seconds)
  const rows = await countAttempts(db, keys, seconds, now / 1000)
  return keys.map(key => rows.find(row => row.key.equals(key)) ?? { attempts: 1, resetsAt: Math.ceil(now / 1000) })
}

/** Seconds to wait when any limit is exceeded; undefined otherwise. */
export function waitFor(limits: readonly Limit[], counted: readonly Counted[], now: number): number | undefined {
  const passed = counted.filter(({ attempts }, index) => attempts > (limits[index]?.most ?? 0))
  if (passed.length === 0) return undefined
  return Math.max(1, ...passed.map(({ resetsAt }) => resetsAt - Math.floor(now / 1000)))
}

/** Counts one more try; returns the seconds to wait when that is too many. */
export async function judgeAttempt(db: Db, limits: readonly Limit[], now: number): Promise<number | undefined> {
  return waitFor(limits, await count(db, limits, now), now)
}

/** A password attempt: `account` is the e-mail or the installation id. */
export type SignInPlace = { brandId: string; account: string; network: string }

const fromHere = ({ brandId, account, network }: SignInPlace) => `${brandId} ${account} ${network}`
const fromAnywhere = ({ brandId, account }: Omit<SignInPlace, 'network'>) => `sign-in ${brandId} ${account}`

/** The key of tries from everywhere, cleared when the account's owner has proven their identity. */
export const signInKey = (brandId: string, account: string) => hashToken(fromAnywhere({ brandId, account }))

/** The keys of tries that a correct password clears. */
export const signInKeys = (place: SignInPlace) => [hashToken(fromHere(place)), signInKey(place.brandId, place.account)]

const underAttackFrom = 50
const closedFrom = 500

/**
 * Counts one more password sign-in; returns the seconds to wait when that is too many. Per quarter of an hour a network
 * gets ten tries at an account; after fifty from everywhere, each new network gets one; after five hundred, no password
 * is accepted. The owner is never locked out for good: e-mailed codes and links keep working, and a correct one clears
 * all these tries.
 */
export async function judgeSignIn(db: Db, place: SignInPlace, now: number): Promise<number | undefined> {
  const limits = [
    { key: fromHere(place), most: 10, seconds: quarter },
    { key: fromAnywhere(place), most: closedFrom, seconds: quarter },
  ]
  const counted = await count(db, limits, now)
  const isUnderAttack = (counted[1]?.attempts ?? 0) > underAttackFrom
  return waitFor(
    isUnderAttack ? limits.map((limit, at) => (at === 0 ? { ...limit, most: 1 } : limit)) : limits,
    counted,
    now,
  )
}

/** Limits on sign-ups, and on checks whether an e-mail is taken, per network. */
export const limitsOfSigningUp = (network: string): Limit[] => [
  { key: `sign-ups ${network}`, most: 200, seconds: hour },
]

/** Limits on codes and links sent to one account: per requesting network and overall. */
export function limitsOfLetters(purpose: string, brandId: string, account: string, network: string): Limit[] {
  return [
    { key: `${purpose} ${brandId} ${account} ${network}`, most: 5, seconds: hour },
    { key: `${purpose} ${brandId} ${account}`, most: 20, seconds: hour },
    { key: `${purpose} ${network}`, most: 100, seconds: hour },
  ]
}

/** Limits on entered codes: per account, across all codes it was sent, and per network. */
export function limitsOfCodes(purpose: string, brandId: string, account: string, network: string): Limit[] {
  return [
    { key: `tries ${purpose} ${brandId} ${account}`, most: 20, seconds: day },
    { key: `tries ${purpose} ${network}`, most: 200, seconds: hour },
  ]
}

/** Limits on text messages, which cost money: per person, number and network. */
export function limitsOfTexts(userId: number, phone: string, network: string): Limit[] {
  return [
    { key: `texts of ${userId}`, most: 10, seconds: hour },
    { key: `texts to ${phone}`, most: 10, seconds: hour },
    { key: `texts ${network}`, most: 60, seconds: hour },
  ]
}

/** Limits on checks of the current password, so that an open session cannot be used to guess it. */
export const limitsOfOwnPassword = (userId: number): Limit[] => [
  { key: `change password ${userId}`, most: 10, seconds: quarter },
]

/** Limits on the e-mails a signed-in person may try, so that they cannot find out at will which ones have accounts. */
export const limitsOfOwnEmails = (userId: number): Limit[] => [
  { key: `e-mails of ${userId}`, most: 20, seconds: quarter },
]

/** Clears the counts under these keys, as after a successful sign-in. */
export const forgetAttempts = run<[keys: Buffer[]]>(
  'forget-attempts',
  'delete from sign_in_attempts where key = any($1)',
)
