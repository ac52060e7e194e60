import { one, run } from '#server/platform/database/statement.ts'

export const findFactorState = one<[userId: number], { is_on: boolean; recovery_codes_left: number }>(
  'find-second-factor-state',
  `select exists (select from second_factors where user_id = $1) as is_on,
     (select count(*)::int from recovery_codes c join second_factors f on f.id = c.second_factor_id
       where f.user_id = $1) as recovery_codes_left`,
)

/** How the app names the account, and whether it has a factor already. */
export const findFactorOwner = one<[userId: number], { account: string; isOn: boolean }>(
  'find-second-factor-owner',
  `select coalesce(email, username) as account, exists (select from second_factors where user_id = u.id) as "isOn"
     from users u where id = $1`,
)

export const findFactor = one<[userId: number], { sealedSecret: Buffer; lastStep: number }>(
  'find-second-factor',
  'select sealed_secret as "sealedSecret", last_step as "lastStep" from second_factors where user_id = $1',
)

/**
 * Adds a person's factor unless there is one, confirms this session by it, forgets the devices that are known by the password
 * alone, but the calling one, and notifies every node of the others; returns nothing when there is a factor.
 */
export const insertFactor = one<
  [
    userId: number,
    sealedSecret: Buffer,
    step: number,
    sessionId: number,
    ownDevices: Buffer[],
    codeHashes: Buffer[],
    nowSeconds: number,
  ],
  { id: number }
>(
  'insert-second-factor',
  `with made as (
     insert into second_factors (user_id, sealed_secret, last_step, created_at) values ($1, $2, $3, to_timestamp($7))
     on conflict (user_id) do nothing returning id
   ), codes as (
     insert into recovery_codes (second_factor_id, code_hash) select id, unnest($6::bytea[]) from made
   ), confirmed as (
     update sessions set second_factor_id = made.id from made where sessions.id = $4
   ), forgotten as (
     delete from known_devices using made where user_id = $1 and secret_hash <> all($5)
   )
   select id from made`,
)

/** Takes the code of a step, which works once: of two at a time only the first gets it. Returns the factor. */
export const takeStep = one<[userId: number, step: number], { id: number }>(
  'take-second-factor-step',
  'update second_factors set last_step = $2 where user_id = $1 and last_step < $2 returning id',
)

/** Takes a recovery code, which works once. Returns the factor. */
export const takeRecoveryCode = one<[userId: number, codeHash: Buffer], { id: number }>(
  'take-recovery-code',
  `delete from recovery_codes c using second_factors f
    where f.id = c.second_factor_id and f.user_id = $1 and c.code_hash = $2 returning f.id`,
)

/** Confirms a session by a factor and notifies every node; returns the key it is cached under. */
export const confirmSession = one<[sessionId: number, factorId: number], { key: string }>(
  'confirm-session',
  `with confirmed as (
     update sessions set second_factor_id = $2 where id = $1 returning encode(token_hash, 'hex') as key
   ) select key, pg_notify('session_changed', key)::text from confirmed`,
)

export const replaceRecoveryCodes = run<[factorId: number, codeHashes: Buffer[]]>(
  'replace-recovery-codes',
  `with gone as (delete from recovery_codes where second_factor_id = $1)
   insert into recovery_codes (second_factor_id, code_hash) select $1, unnest($2::bytea[])`,
)

/**
 * Removes a person's factor with its recovery codes and notifies every node; returns the keys under which the person's sessions are
 * cached, and nothing when there was no factor.
 */
export const deleteFactor = one<[userId: number], { keys: string[] }>(
  'delete-second-factor',
  `with gone as (
     delete from second_factors where user_id = $1 returning user_id
   ), told as materialized (
     select key, pg_notify('session_changed', key)
       from (select encode(s.token_hash, 'hex') as key from sessions s join gone on gone.user_id = s.user_id) theirs
   ) select (select coalesce(array_agg(key), '{}') from told) as keys from gone`,
)
