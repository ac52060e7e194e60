import { type Db, many, run } from '#server/platform/database/statement.ts'
import { hashToken } from '../secrets.ts'

/**
 * A rate limit: at most `most` tries in `seconds`, counted under `key`. One of an account, `isShared`, counts what comes
 * from everywhere, but only what the asker's own limits let pass: nobody can use it up alone.
 */
export type Limit = { key: string; most: number; seconds: number; isShared?: true }

/** For each limit in the given order: the number of tries, and when counting restarts (Unix seconds). */
export type Counted = { attempts: number; resetsAt: number }

/** How long to wait before another code is sent, in seconds. */
export const resendSeconds = 60
const quarter = 15 * 60
const hour = 3600
const day = 86_400

/** Locks in key order, so that two calls counting the same keys never deadlock. */
const countIf = (condition: string) => `
  insert into sign_in_attempts as a (key, attempts, resets_at)
  select key, 1, to_timestamp($3::float8 + seconds) from asked where ${condition} order by key
  on conflict (key) do update set
    attempts = case when a.resets_at <= to_timestamp($3) then 1 else a.attempts + 1 end,
    resets_at = case when a.resets_at <= to_timestamp($3) then excluded.resets_at else a.resets_at end
  returning a.key, a.attempts, unix(a.resets_at) as "resetsAt"`

const countAttempts = many<
  [keys: Buffer[], seconds: number[], nowSeconds: number, most: number[], areShared: boolean[]],
  Counted & { key: Buffer }
>(
  'count-attempts',
  `with asked as (
     select * from unnest($1::bytea[], $2::float8[], $4::int[], $5::bool[]) as c (key, seconds, most, is_shared)
   ), own as (${countIf('not is_shared')}),
   refused as (select from own join asked using (key) where own.attempts > asked.most),
   shared as (${countIf('is_shared and not exists (select from refused)')})
   select * from own union all select * from shared`,
)

/**
 * Counts one more try under each limit, but under shared ones only if no other is exceeded. A single statement, run
 * before anything else is checked, so that parallel tries count too.
 */
export async function count(db: Db, limits: readonly Limit[], now: number): Promise<Counted[]> {
  const keys = limits.map(({ key }) => hashToken(key))
  const seconds = limits.map(limit => limit.seconds)
  const most = limits.map(limit => limit.most)
  const areShared = limits.map(({ isShared = false }) => isShared)
  const rows = await countAttempts(db, keys, seconds, now / 1000, most, areShared)
  return keys.map(key => rows.find(row => row.key.equals(key)) ?? { attempts: 0, resetsAt: Math.ceil(now / 1000) })
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

/**
 * Where a try at an account comes from: `account` is the e-mail or the installation id, `device` the known device of
 * that account, whose tries are counted by it alone.
 */
export type SignInPlace = { brandId: string; account: string; network: string; device: number | undefined }

const fromHere = ({ brandId, account, network }: SignInPlace) => `${brandId} ${account} ${network}`
const fromAnywhere = ({ brandId, account }: Pick<SignInPlace, 'brandId' | 'account'>) => `sign-in ${brandId} ${account}`

/** The key of tries from everywhere, cleared when the account's owner has proven their identity. */
export const signInKey = (brandId: string, account: string) => hashToken(fromAnywhere({ brandId, account }))

const codesFromHere = (place: SignInPlace) => `codes ${fromHere(place)}`
const codesFromAnywhere = ({ brandId, account }: SignInPlace) => `codes ${brandId} ${account}`
const ofDevice = (what: string, device: number) => `${what} of device ${device}`

/** The keys of tries that a correct password clears; a known device's leaves those of others. */
export const signInKeys = (place: SignInPlace) =>
  place.device === undefined
    ? [hashToken(fromHere(place)), signInKey(place.brandId, place.account)]
    : [hashToken(ofDevice('sign-in', place.device))]

/** The keys of tries that a correct e-mailed code clears; a known device's leaves those of others. */
export function codeKeys(place: SignInPlace): Buffer[] {
  if (place.device !== undefined) return [hashToken(ofDevice('codes', place.device))]
  return [codesFromHere(place), codesFromAnywhere(place), fromAnywhere(place)].map(hashToken)
}

const underAttackFrom = 50
const closedFrom = 500

/**
 * Counts one more password sign-in; returns the seconds to wait when that is too many. Per quarter of an hour a network
 * gets ten tries at an account; after fifty from everywhere, each new network gets one; after five hundred, no password
 * is accepted. A known device has ten tries of its own whatever others do. Nor is the owner of a new device locked out
 * for good: e-mailed codes and links keep working, and a correct one clears all these tries.
 */
export async function judgeSignIn(db: Db, place: SignInPlace, now: number): Promise<number | undefined> {
  if (place.device !== undefined)
    return judgeAttempt(db, [{ key: ofDevice('sign-in', place.device), most: 10, seconds: quarter }], now)
  const limits: Limit[] = [
    { key: fromHere(place), most: 10, seconds: quarter },
    { key: fromAnywhere(place), most: closedFrom, seconds: quarter, isShared: true },
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

/**
 * Limits on codes and links sent to one account: per requesting network and overall, or those of its known device. The
 * last one is exceeded while the previous e-mail is less than a minute old.
 */
export function limitsOfLetters(purpose: string, { brandId, account, network, device }: SignInPlace): Limit[] {
  if (device !== undefined)
    return [
      { key: ofDevice(purpose, device), most: 5, seconds: hour },
      { key: ofDevice(`${purpose} again`, device), most: 1, seconds: resendSeconds, isShared: true },
    ]
  return [
    { key: `${purpose} ${brandId} ${account} ${network}`, most: 5, seconds: hour },
    { key: `${purpose} ${network}`, most: 100, seconds: hour },
    { key: `${purpose} ${brandId} ${account}`, most: 20, seconds: hour, isShared: true },
    { key: `${purpose} again ${brandId} ${account}`, most: 1, seconds: resendSeconds, isShared: true },
  ]
}

/**
 * Limits on entered codes: per account, across all codes it was sent, and per network, or those of the account's known
 * device.
 */
export function limitsOfCodes(place: SignInPlace): Limit[] {
  if (place.device !== undefined) return [{ key: ofDevice('codes', place.device), most: 20, seconds: day }]
  return [
    { key: codesFromHere(place), most: 10, seconds: day },
    { key: `codes ${place.network}`, most: 200, seconds: hour },
    { key: codesFromAnywhere(place), most: 20, seconds: day, isShared: true },
  ]
}

const factorFromHere = (place: SignInPlace) => `second factor ${fromHere(place)}`
const factorFromAnywhere = ({ brandId, account }: SignInPlace) => `second factor ${brandId} ${account}`

/**
 * Limits on codes of the second factor: per account and network, or those of a known device. A device is known only once such
 * a code was right in it, so whoever has nothing but the password gains no tries by signing in again.
 */
export function limitsOfSecondFactor(place: SignInPlace): Limit[] {
  if (place.device !== undefined) return [{ key: ofDevice('second factor', place.device), most: 10, seconds: quarter }]
  return [
    { key: factorFromHere(place), most: 10, seconds: day },
    { key: `second factor ${place.network}`, most: 200, seconds: hour },
    { key: factorFromAnywhere(place), most: 20, seconds: day, isShared: true },
  ]
}

/** The keys of tries that a right code of the second factor clears; a known device's leaves those of others. */
export function secondFactorKeys(place: SignInPlace): Buffer[] {
  if (place.device !== undefined) return [hashToken(ofDevice('second factor', place.device))]
  return [factorFromHere(place), factorFromAnywhere(place)].map(hashToken)
}

/**
 * Limits on text messages, which cost money: per person, network and number. The last one is exceeded while the previous
 * message is less than a minute old.
 */
export function limitsOfTexts(userId: number, phone: string, network: string): Limit[] {
  return [
    { key: `texts of ${userId}`, most: 10, seconds: hour },
    { key: `texts ${network}`, most: 60, seconds: hour },
    { key: `texts to ${phone}`, most: 10, seconds: hour, isShared: true },
    { key: `texts again ${userId} ${phone}`, most: 1, seconds: resendSeconds, isShared: true },
  ]
}

/** Limits on entered codes of a signed-in person's phone: per person and per network. */
export const limitsOfPhoneCodes = (userId: number, network: string): Limit[] => [
  { key: `tries phone ${network}`, most: 200, seconds: hour },
  { key: `tries phone ${userId}`, most: 20, seconds: day, isShared: true },
]

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
