import { many, one, run } from '#server/platform/database/statement.ts'
import type { Actor } from '#server/platform/http/routes.ts'

/**
 * SQL: whether session `s` has yet to be confirmed by the second factor `f` of its account. Whoever is signed in as somebody else
 * has confirmed a session of their own.
 */
export const isUnconfirmed = `(f.id is distinct from s.second_factor_id and f.id is not null and s.impersonator_id is null)`

/** SQL: whether staff `i` may still be signed in as the person `u`: authors only as the learner of a trial. */
const mayActAs = `(i.status > 0 and i.blocked_at is null and
  (i.role = 'admin' and u.role <> 'admin' or i.role = 'author' and u.is_trial))`

export const findActor = one<
  [tokenHash: Buffer, nowSeconds: number, isFactorRequired: boolean],
  Actor & { expiresAt: number }
>(
  'find-actor',
  `select u.id as "userId", s.id as "sessionId", u.brand_id as "brandId", u.role, u.timezone,
          unix(session_end(s.expires_at, s.seen_at, u.role)) as "expiresAt",
          case when i.id is not null then json_build_object('id', i.id,
            'name', coalesce(nullif(trim(i.first_name || ' ' || i.last_name), ''), i.email, i.username)) end as impersonator,
          case when ${isUnconfirmed} then 'needed'
            when $3 and f.id is null and i.id is null and u.role <> 'learner' then 'to_set_up' end as "secondFactor"
     from sessions s join users u on u.id = s.user_id left join users i on i.id = s.impersonator_id
     left join second_factors f on f.user_id = u.id
    where s.token_hash = $1 and session_end(s.expires_at, s.seen_at, u.role) > to_timestamp($2)
      and u.status > 0 and u.blocked_at is null
      and (i.id is null or ${mayActAs})`,
)

export const findCredentials = one<[brandId: string, email: string], { id: number; passwordHash: string | null }>(
  'find-credentials',
  `select id, password_hash as "passwordHash" from users where brand_id = $1 and lower(email) = $2 and status > 0
     and blocked_at is null`,
)

export const insertSession = run<
  [
    userId: number,
    tokenHash: Buffer,
    appType: string,
    userAgent: string,
    expiresAtSeconds: number,
    impersonatorId: number | null,
    nowSeconds: number,
    provenAtSeconds: number | null,
  ]
>(
  'insert-session',
  `insert into sessions (user_id, token_hash, app_type, user_agent, expires_at, impersonator_id, seen_at, proven_at)
   values ($1, $2, $3, $4, to_timestamp($5), $6, to_timestamp($7), to_timestamp($8))`,
)

/** Ends a session and notifies every node; returns the key it is cached under. */
export const deleteSession = one<[sessionId: number], { key: string }>(
  'delete-session',
  `with ended as (delete from sessions where id = $1 returning encode(token_hash, 'hex') as key)
   select key, pg_notify('session_ended', key)::text from ended`,
)

/**
 * Ends a person's sessions (all, all but one, or just one) and notifies every node; returns the keys they are cached
 * under.
 */
export const deleteSessionsOf = many<
  [userId: number, exceptSessionId: number | null, onlySessionId: number | null],
  { id: number; key: string }
>(
  'delete-sessions-of',
  `with ended as (
     delete from sessions where user_id = $1 and id is distinct from $2::bigint and id = coalesce($3, id)
     returning id, encode(token_hash, 'hex') as key
   ) select id, key, pg_notify('session_ended', key)::text from ended`,
)

/** Stores when devices were last seen (`seconds` by session), unless the stored time is less than five minutes old. */
export const updateSeen = run<[sessionIds: number[], seconds: number[]]>(
  'update-seen',
  `update sessions s set seen_at = to_timestamp(n.at)
     from unnest($1::bigint[], $2::float8[]) as n (id, at)
    where s.id = n.id and s.seen_at < to_timestamp(n.at - 300)`,
)

export const tellSessionsChanged = many<[userId: number], { key: string }>(
  'tell-sessions-changed',
  `select key, pg_notify('session_changed', key)::text
     from (select encode(token_hash, 'hex') as key from sessions where user_id = $1) as s`,
)

/**
 * Which of these sessions have ended (revoked, expired, unused for too long, or their person gone), and which belong to a person
 * whose role has changed or who has to confirm them by a second factor.
 */
export const listChangedSessions = many<
  [sessionIds: number[], roles: string[], nowSeconds: number],
  { id: number; isOver: boolean }
>(
  'list-changed-sessions',
  `select asked.id, u.id is null as "isOver" from unnest($1::bigint[], $2::text[]) as asked (id, role)
     left join sessions s on s.id = asked.id
     left join second_factors f on f.user_id = s.user_id
     left join users i on i.id = s.impersonator_id
     left join users u on u.id = s.user_id and u.status > 0 and u.blocked_at is null
       and session_end(s.expires_at, s.seen_at, u.role) > to_timestamp($3)
       and (i.id is null or ${mayActAs})
    where u.id is null or u.role <> asked.role or ${isUnconfirmed}`,
)

export const insertTransferToken = run<
  [tokenHash: Buffer, userId: number, sessionId: number, expiresAtSeconds: number, impersonatorId: number | null]
>(
  'insert-transfer-token',
  `insert into transfer_tokens (token_hash, user_id, session_id, expires_at, impersonator_id)
   values ($1, $2, $3, to_timestamp($4), $5)`,
)

/** Whose session a transfer token would start; `deviceHashes` are those of the browser that asks. */
export const findTransferHolder = one<
  [tokenHash: Buffer, brandId: string, nowSeconds: number, deviceHashes: Buffer[]],
  { userId: number; name: string; email: string; isStaff: boolean; isKnownDevice: boolean }
>(
  'find-transfer-holder',
  `select u.id as "userId", u.first_name as name, coalesce(u.email, '') as email, u.role <> 'learner' as "isStaff",
          exists (select from known_devices d where d.user_id = u.id and d.secret_hash = any($4)) as "isKnownDevice"
     from transfer_tokens t join users u on u.id = t.user_id
    where t.token_hash = $1 and u.brand_id = $2 and u.status > 0 and u.blocked_at is null
      and t.expires_at > to_timestamp($3)`,
)

/** Spends a transfer token; of two parallel exchanges only the first gets it. */
export const deleteTransferToken = one<
  [tokenHash: Buffer, brandId: string, nowSeconds: number],
  { userId: number; sessionId: number | null; impersonatorId: number | null }
>(
  'delete-transfer-token',
  `delete from transfer_tokens t using users u
    where t.token_hash = $1 and u.id = t.user_id and u.brand_id = $2 and u.status > 0 and u.blocked_at is null
      and t.expires_at > to_timestamp($3)
   returning t.user_id as "userId", t.session_id as "sessionId", t.impersonator_id as "impersonatorId"`,
)

export const deleteExpired = run<[nowSeconds: number]>(
  'delete-expired-access',
  `with s as (delete from sessions where expires_at < to_timestamp($1)),
        w as (delete from sessions s using users u where u.id = s.user_id and u.role <> 'learner'
          and session_end(s.expires_at, s.seen_at, u.role) < to_timestamp($1)),
        t as (delete from transfer_tokens where expires_at < to_timestamp($1)),
        o as (delete from social_attempts where expires_at < to_timestamp($1)),
        c as (delete from one_time_codes where expires_at < to_timestamp($1)),
        e as (delete from email_changes where created_at < to_timestamp($1) - interval '7 days'),
        d as (delete from known_devices where seen_at < to_timestamp($1) - interval '400 days')
   delete from sign_in_attempts where resets_at < to_timestamp($1)`,
)

/**
 * Undefined when the e-mail is taken in the brand, even by a deleted account. Creating an account with a password
 * counts as proof of its e-mail.
 */
export const insertUser = one<[user: string], { id: number }>(
  'insert-user',
  `insert into users (brand_id, email, username, password_hash, first_name, last_name, role, language_code, timezone,
     city, is_email_validated)
   select u."brandId", u.email, u.email, u."passwordHash", u."firstName", u."lastName", u.role, u."languageCode", u.timezone,
     coalesce(u.city, ''), u."passwordHash" is not null
     from json_to_record($1) as u("brandId" text, email text, "passwordHash" text, "firstName" text, "lastName" text,
                                  role text, "languageCode" text, timezone text, city text)
   on conflict (brand_id, lower(email)) do nothing
   returning id`,
)

/** Adds the learner as whom an author tries a draft, who speaks the author's language and lives in their time zone. */
export const insertTrialLearner = one<[authorId: number, name: string], { id: number }>(
  'insert-trial-learner',
  `insert into users (brand_id, username, first_name, language_code, timezone, is_trial)
   select brand_id, 'trial', $2, language_code, timezone, true from users where id = $1 returning id`,
)

/** Adds learners (JSON) without passwords; answers those whose e-mail nobody in the brand had. */
export const insertLearners = many<[learners: string], { id: number; email: string }>(
  'insert-learners',
  `insert into users (brand_id, email, username, first_name, phone, role, language_code, timezone)
   select u."brandId", u.email, u.email, u.name, u.phone, 'learner', u."languageCode", u.timezone
     from json_to_recordset($1) as u("brandId" text, email text, name text, phone text, "languageCode" text, timezone text)
   on conflict (brand_id, lower(email)) do nothing
   returning id, email`,
)

export const listUserEmails = many<[brandId: string], { id: number; email: string }>(
  'list-user-emails',
  'select id, email from users where brand_id = $1 and email is not null order by id',
)

/** Sets a password, ends all the person's sessions and notifies every node; returns nothing for an inactive account. */
export const updatePassword = one<
  [brandId: string, email: string, passwordHash: string],
  { id: number; endedSessions: number }
>(
  'update-password',
  `with changed as (
     update users set password_hash = $3, updated_at = now()
      where brand_id = $1 and lower(email) = $2 and status > 0 returning id
   ), ended as (
     delete from sessions using changed where user_id = changed.id returning encode(token_hash, 'hex') as key
   ), told as materialized (select pg_notify('session_ended', key) from ended)
   select id, (select count(*)::int from told) as "endedSessions" from changed`,
)

/**
 * Starts a session if the password is still this one and the person may sign in; otherwise 0. Waits for a concurrent
 * password change, after which only sessions with the new password count.
 */
export const insertSessionByPassword = run<
  [
    userId: number,
    passwordHash: string,
    tokenHash: Buffer,
    appType: string,
    userAgent: string,
    expiresAtSeconds: number,
    nowSeconds: number,
  ]
>(
  'insert-session-by-password',
  `with owner as (select id from users where id = $1 and password_hash = $2 and status > 0 and blocked_at is null for share)
   insert into sessions (user_id, token_hash, app_type, user_agent, expires_at, seen_at, proven_at)
   select id, $3, $4, $5, to_timestamp($6), to_timestamp($7), to_timestamp($7) from owner`,
)
