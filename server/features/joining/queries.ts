import { many, one, run } from '#server/platform/database/statement.ts'

/** Who may sign in; part of every statement that looks up a user for that. */
const present = `status > 0 and blocked_at is null`

/** Undefined when the e-mail or installation is taken in the brand, even by a deleted account. */
export const insertNewUser = one<[user: string], { id: number }>(
  'insert-new-user',
  `insert into users (brand_id, email, app_id, username, first_name, password_hash, language_code, timezone, status,
     referred_by)
   select u."brandId", u.email, u."appId", u.username, coalesce(u."firstName", ''), u."passwordHash", u."languageCode",
          u.timezone, u.status,
          (select r.id from users r where r.brand_id = u."brandId" and r.referral_code = u.referral and r.status > 0)
     from json_to_record($1) as u("brandId" text, email text, "appId" text, username text, "firstName" text,
                                  "passwordHash" text, "languageCode" text, timezone text, status smallint, referral text)
   on conflict do nothing
   returning id`,
)

export const findTaken = one<
  [brandId: string, email: string | null, appId: string | null],
  { email: boolean; appId: boolean }
>(
  'find-taken',
  `select exists(select from users where brand_id = $1 and lower(email) = $2) as email,
          exists(select from users where brand_id = $1 and app_id = $3) as "appId"`,
)

export const findAppCredentials = one<[brandId: string, appId: string], { id: number; passwordHash: string | null }>(
  'find-app-credentials',
  `select id, password_hash as "passwordHash" from users where brand_id = $1 and app_id = $2 and ${present}`,
)

export const findReachable = one<[brandId: string, email: string], { id: number }>(
  'find-reachable',
  `select id from users where brand_id = $1 and lower(email) = $2 and ${present}`,
)

export type Addressee = { brandId: string; email: string; language: 'en' | 'ru' | 'es'; hasPassword: boolean }

/** Whom to send an e-mail to; undefined when the person has no e-mail or may not sign in. */
export const findAddressee = one<[userId: number], Addressee>(
  'find-addressee',
  `select brand_id as "brandId", email, language_code as language, password_hash is not null as "hasPassword"
     from users where id = $1 and email is not null and ${present}`,
)

/** Replaces the previous secret. */
export const upsertCode = run<
  [userId: number, purpose: string, address: string, secretHash: Buffer, nowSeconds: number, lifeSeconds: number]
>(
  'upsert-code',
  `insert into one_time_codes (user_id, purpose, address, secret_hash, created_at, expires_at)
   values ($1, $2, $3, $4, to_timestamp($5), to_timestamp($5::float8 + $6::float8))
   on conflict (user_id, purpose) do update set address = excluded.address, secret_hash = excluded.secret_hash,
     attempts = 0, created_at = excluded.created_at, expires_at = excluded.expires_at, spent_at = null,
     inviter_id = null, handed_at = null`,
)

/** Stores which phone a code is meant for; the code itself is set when it is sent. */
export const preparePhoneCode = run<[userId: number, phone: string, nowSeconds: number]>(
  'prepare-phone-code',
  `insert into one_time_codes (user_id, purpose, address, created_at, expires_at)
   values ($1, 'phone', $2, to_timestamp($3), to_timestamp($3))
   on conflict (user_id, purpose) do update set address = excluded.address, secret_hash = null,
     attempts = 0, created_at = excluded.created_at, expires_at = excluded.expires_at, spent_at = null`,
)

export const findPhoneAwaited = one<[userId: number], { brandId: string; phone: string; language: 'en' | 'ru' | 'es' }>(
  'find-phone-awaited',
  `select u.brand_id as "brandId", c.address as phone, u.language_code as language
     from one_time_codes c join users u on u.id = c.user_id
    where c.user_id = $1 and c.purpose = 'phone' and c.spent_at is null and u.status > 0 and u.blocked_at is null`,
)

/** Stores the code for a phone if that phone is still the expected one; otherwise 0. */
export const setPhoneCode = run<
  [userId: number, phone: string, secretHash: Buffer, nowSeconds: number, lifeSeconds: number]
>(
  'set-phone-code',
  `update one_time_codes set secret_hash = $3, attempts = 0, expires_at = to_timestamp($4::float8 + $5::float8)
    where user_id = $1 and purpose = 'phone' and address = $2 and spent_at is null`,
)

/** Counts one try at a person's code and spends the code if it is right; of parallel tries only the first succeeds. */
const tryCode = (purpose: string, isUnlimited = 'false') => `
  tried as (
    update one_time_codes c set attempts = c.attempts + 1,
           spent_at = case when c.secret_hash = $3 then to_timestamp($4) end
      from person p
     where c.user_id = p.id and c.purpose = '${purpose}' and c.address = $2
       and c.spent_at is null and (c.attempts < 5 or ${isUnlimited}) and c.expires_at > to_timestamp($4)
    returning c.user_id, c.address, c.spent_at is not null as "isRight"
  )`

/**
 * Spends an e-mailed code, which validates the e-mail and clears its tries. Until an e-mail is proven, anybody may have
 * opened the account: unless it is proven from the account's own session, `isTakenOver` is true, the password is
 * removed and removeStrangers must follow. Others’ wrong tries do not end the code for a known device, whose own are
 * limited. Undefined for a wrong code.
 */
export const takeEmailCode = one<
  [
    brandId: string,
    email: string,
    secretHash: Buffer,
    nowSeconds: number,
    keys: Buffer[],
    signedInId: number | null,
    isKnownDevice: boolean,
  ],
  { id: number; isTakenOver: boolean }
>(
  'take-email-code',
  `with person as (
     select id, not is_email_validated and id is distinct from $6::bigint as is_taken_over
       from users where brand_id = $1 and lower(email) = $2 and ${present}
   ),
   ${tryCode('email', '$7::boolean')},
   proven as (
     update users u set is_email_validated = true, is_require_email_validate = false, updated_at = now(),
            password_hash = case when not p.is_taken_over then u.password_hash end
       from tried t join person p on p.id = t.user_id
      where t."isRight" and u.id = t.user_id and lower(u.email) = t.address and u.status > 0 and u.blocked_at is null
     returning u.id, p.is_taken_over as "isTakenOver"
   ),
   forgotten as (delete from sign_in_attempts where key = any($5) and exists(select from proven))
   select id, "isTakenOver" from proven`,
)

/**
 * Removes every way in that a stranger who opened the account may have kept: sessions, linked networks, known devices,
 * unused tokens.
 * Call it after the change that locks the person, so that no sign-in with the old password slips in between. Returns
 * the sessions' keys.
 */
export const removeStrangers = many<[userId: number], { key: string }>(
  'remove-strangers',
  `with unlinked as (delete from user_external_auths where user_id = $1),
        tokens as (delete from transfer_tokens where user_id = $1),
        devices as (delete from known_devices where user_id = $1),
        ended as (delete from sessions where user_id = $1 returning encode(token_hash, 'hex') as key)
   select key, pg_notify('session_ended', key)::text from ended`,
)

/** Spends a code sent by phone; the number is then the person's and validated. Undefined for a wrong code. */
export const takePhoneCode = one<
  [userId: number, phone: string, secretHash: Buffer, nowSeconds: number, keys: Buffer[]],
  { id: number }
>(
  'take-phone-code',
  `with person as (select id from users where id = $1 and ${present}),
   ${tryCode('phone')},
   proven as (
     update users u set phone = t.address, is_phone_validated = true, is_require_phone_validate = false, updated_at = now()
       from tried t where t."isRight" and u.id = t.user_id and u.status > 0 and u.blocked_at is null
     returning u.id
   ),
   forgotten as (delete from sign_in_attempts where key = any($5) and exists(select from proven))
   select id from proven`,
)

/** The owner of a password, which must not be one of their names. */
export type Owner = { userId: number; email: string | null; username: string; firstName: string; lastName: string }

const ownerColumns = `u.id as "userId", u.email, u.username, u.first_name as "firstName", u.last_name as "lastName"`

/** Whose password a link sets, while it is valid. */
export const findReset = one<[brandId: string, secretHash: Buffer, nowSeconds: number], Owner>(
  'find-reset',
  `select ${ownerColumns}
     from one_time_codes c join users u on u.id = c.user_id
    where c.secret_hash = $2 and c.purpose = 'password-reset' and c.spent_at is null and c.expires_at > to_timestamp($3)
      and u.brand_id = $1 and lower(u.email) = c.address and u.status > 0 and u.blocked_at is null`,
)

/** Concurrent sign-ins with the old password wait for this lock; earlier ones have their session ended. */
export const lockUser = run<[userId: number]>('lock-user', 'select from users where id = $1 for update')

/**
 * Spends a link and sets the password: all sessions end, no device is known, a demand for a new password is met and,
 * unless staff handed the link over themselves, the e-mail counts as validated. Until an e-mail is proven, anybody may have opened the account, so networks they linked are removed as well.
 * Undefined when the link was spent meanwhile; `keys` are those of the ended sessions.
 */
export const resetPassword = one<
  [userId: number, secretHash: Buffer, passwordHash: string, nowSeconds: number, attemptKeys: Buffer[]],
  { id: number; keys: string[] }
>(
  'reset-password',
  `with spent as (
     update one_time_codes set spent_at = to_timestamp($4)
      where user_id = $1 and purpose = 'password-reset' and secret_hash = $2 and spent_at is null
        and expires_at > to_timestamp($4)
     returning user_id, address, handed_at
   ), before as (
     select u.id, u.is_email_validated, s.handed_at is null as "isProof" from users u join spent s on s.user_id = u.id
      where lower(u.email) = s.address and u.status > 0 and u.blocked_at is null
   ), changed as (
     update users u set password_hash = $3, is_require_update_password = false,
            is_email_validated = u.is_email_validated or b."isProof",
            is_require_email_validate = u.is_require_email_validate and not b."isProof", updated_at = now()
       from before b where u.id = b.id returning u.id
   ), unlinked as (
     delete from user_external_auths a using before b where a.user_id = b.id and not b.is_email_validated
   ), tokens as (
     delete from transfer_tokens t using changed where t.user_id = changed.id
   ), devices as (
     delete from known_devices d using changed where d.user_id = changed.id
   ), codes as (
     delete from one_time_codes c using changed where c.user_id = changed.id and c.purpose = 'email'
   ), ended as (
     delete from sessions s using changed where s.user_id = changed.id returning encode(s.token_hash, 'hex') as key
   ), told as materialized (select key, pg_notify('session_ended', key) from ended),
   forgotten as (delete from sign_in_attempts where key = any($5) and exists(select from changed))
   select id, array(select key from told) as keys from changed`,
)

export const findOwner = one<[userId: number], Owner & { passwordHash: string | null; isNewPasswordDemanded: boolean }>(
  'find-owner',
  `select ${ownerColumns}, u.password_hash as "passwordHash", u.is_require_update_password as "isNewPasswordDemanded"
     from users u where u.id = $1`,
)

/**
 * Replaces a known password and ends all sessions but one; earlier password links become invalid and no device is known. Undefined when the
 * password changed meanwhile; `keys` are those of the ended sessions.
 */
export const changePassword = one<
  [userId: number, exceptSessionId: number, passwordHash: string, knownHash: string | null, attemptKeys: Buffer[]],
  { id: number; keys: string[] }
>(
  'change-password',
  `with changed as (
     update users set password_hash = $3, is_require_update_password = false, updated_at = now()
      where id = $1 and password_hash is not distinct from $4 and ${present} returning id
   ), resets as (
     delete from one_time_codes c using changed where c.user_id = changed.id and c.purpose = 'password-reset'
   ), devices as (
     delete from known_devices d using changed where d.user_id = changed.id
   ), ended as (
     delete from sessions s using changed where s.user_id = changed.id and s.id <> $2
     returning encode(s.token_hash, 'hex') as key
   ), told as materialized (select key, pg_notify('session_ended', key) from ended),
   forgotten as (delete from sign_in_attempts where key = any($5) and exists(select from changed))
   select id, array(select key from told) as keys from changed`,
)

/** Postpones the demand for a phone by seven days. */
export const putPhoneDemandOff = run<[userId: number]>(
  'put-phone-demand-off',
  `update users set phone_demand_from = now() + interval '7 days', updated_at = now() where id = $1`,
)
