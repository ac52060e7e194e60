import { type Db, many, run } from '#server/platform/database/statement.ts'
import { hashToken } from './secrets.ts'

/** How often something may be tried: `most` times in `seconds`, counted under `key`. */
export type Limit = { key: string; most: number; seconds: number }

/** What was counted: of each limit, in the order given, how many tries there were and when counting starts again (Unix seconds). */
export type Counted = { attempts: number; resetsAt: number }

const quarter = 15 * 60
const hour = 3600
const day = 86_400

// In the order of the keys, so that two calls that count the same never wait for each other.
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

/** Counts one more try under each limit: one statement, before anything is looked at, so that parallel tries count too. */
export async function count(db: Db, limits: readonly Limit[], now: number): Promise<Counted[]> {
  const keys = limits.map(({ key }) => hashToken(key))
  const seconds = limits.map(limit => limit.seconds)
  const rows = await countAttempts(db, keys, seconds, now / 1000)
  return keys.map(key => rows.find(row => row.key.equals(key)) ?? { attempts: 1, resetsAt: Math.ceil(now / 1000) })
}

/** Seconds to wait when any of the limits is passed; undefined when one may go on. */
export function waitFor(limits: readonly Limit[], counted: readonly Counted[], now: number): number | undefined {
  const passed = counted.filter(({ attempts }, index) => attempts > (limits[index]?.most ?? 0))
  if (passed.length === 0) return undefined
  return Math.max(1, ...passed.map(({ resetsAt }) => resetsAt - Math.floor(now / 1000)))
}

/** Counts one more try; answers the seconds to wait when that is too many. */
export async function judgeAttempt(db: Db, limits: readonly Limit[], now: number): Promise<number | undefined> {
  return waitFor(limits, await count(db, limits, now), now)
}

/** Where a password is tried: `account` is the e-mail or the installation's id. */
export type SignInPlace = { brandId: string; account: string; network: string }

const fromHere = ({ brandId, account, network }: SignInPlace) => `${brandId} ${account} ${network}`
const fromAnywhere = ({ brandId, account }: Omit<SignInPlace, 'network'>) => `sign-in ${brandId} ${account}`

/** What is forgotten when an account's owner has proven who they are: the tries from everywhere. */
export const signInKey = (brandId: string, account: string) => hashToken(fromAnywhere({ brandId, account }))

/** The keys of tries that a right password makes forgotten. */
export const signInKeys = (place: SignInPlace) => [hashToken(fromHere(place)), signInKey(place.brandId, place.account)]

const underAttackFrom = 50
const closedFrom = 500

/**
 * Counts one more try to sign in by a password; answers the seconds to wait when that is too many. In a quarter of an
 * hour a network has ten tries at an account; once there were fifty from everywhere, a network that has not tried yet has one.
 * After five hundred passwords are taken from nobody. The owner is never shut out for good: codes and links by e-mail go on
 * working, and a right one makes all of these tries forgotten.
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

/** Of new accounts from one network, and of questions whether an e-mail is taken. */
export const limitsOfSigningUp = (network: string): Limit[] => [
  { key: `sign-ups ${network}`, most: 200, seconds: hour },
]

/** Of codes and links sent to one account: by the network that asks, and from everywhere. */
export function limitsOfLetters(purpose: string, brandId: string, account: string, network: string): Limit[] {
  return [
    { key: `${purpose} ${brandId} ${account} ${network}`, most: 5, seconds: hour },
    { key: `${purpose} ${brandId} ${account}`, most: 20, seconds: hour },
    { key: `${purpose} ${network}`, most: 100, seconds: hour },
  ]
}

/** Of codes tried: all those of an account, however often it was sent a new one, and all those of a network. */
export function limitsOfCodes(purpose: string, brandId: string, account: string, network: string): Limit[] {
  return [
    { key: `tries ${purpose} ${brandId} ${account}`, most: 20, seconds: day },
    { key: `tries ${purpose} ${network}`, most: 200, seconds: hour },
  ]
}

/** Of texts sent to a phone, which cost money: by person, by number, by network. */
export function limitsOfTexts(userId: number, phone: string, network: string): Limit[] {
  return [
    { key: `texts of ${userId}`, most: 10, seconds: hour },
    { key: `texts to ${phone}`, most: 10, seconds: hour },
    { key: `texts ${network}`, most: 60, seconds: hour },
  ]
}

/** Of the current password that a signed-in person gives: a session left open is no way to guess it. */
export const limitsOfOwnPassword = (userId: number): Limit[] => [
  { key: `change password ${userId}`, most: 10, seconds: quarter },
]

/** Of the addresses that a signed-in person tries to take: which ones have accounts cannot be asked without end. */
export const limitsOfOwnEmails = (userId: number): Limit[] => [
  { key: `e-mails of ${userId}`, most: 20, seconds: quarter },
]

/** What was counted under these keys is forgotten, as after a sign-in that went well. */
export const forgetAttempts = run<[keys: Buffer[]]>(
  'forget-attempts',
  'delete from sign_in_attempts where key = any($1)',
)
