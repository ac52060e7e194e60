import { many, one } from '#server/platform/database/statement.ts'

/** A session that has ended or whose person's rights have changed, by the key it is cached under. */
export type TouchedSession = { key: string; isEnded: boolean }

/**
 * Applies `change` (JSON of columns). A new e-mail is not validated yet, and codes sent to the old one become invalid.
 * A role change ends sign-ins as somebody else, whether by this person or as this person; all nodes are notified.
 */
export const updatePerson = many<[id: number, change: string], TouchedSession>(
  'update-person',
  `with p as (
     select * from json_to_record($2) as p(first_name text, last_name text, email text, role text, language_code text,
       timezone text, is_require_update_password boolean, is_require_update_profile boolean,
       is_require_email_validate boolean, is_require_phone_validate boolean, segments jsonb)
   ), changed as (
     update users u set
       first_name = coalesce(p.first_name, u.first_name), last_name = coalesce(p.last_name, u.last_name),
       email = coalesce(p.email, u.email),
       username = case when u.username = u.email then coalesce(p.email, u.username) else u.username end,
       is_email_validated = u.is_email_validated and (p.email is null or p.email is not distinct from lower(u.email)),
       role = coalesce(p.role, u.role), language_code = coalesce(p.language_code, u.language_code),
       timezone = coalesce(p.timezone, u.timezone),
       is_require_update_password = coalesce(p.is_require_update_password, u.is_require_update_password),
       is_require_update_profile = coalesce(p.is_require_update_profile, u.is_require_update_profile),
       is_require_email_validate = coalesce(p.is_require_email_validate, u.is_require_email_validate),
       is_require_phone_validate = coalesce(p.is_require_phone_validate, u.is_require_phone_validate),
       segments = coalesce(p.segments, u.segments), updated_at = now()
     from p where u.id = $1
   ), codes as (
     delete from one_time_codes using p where p.email is not null and user_id = $1
   ), tokens as (
     delete from transfer_tokens t using p
     where p.role is not null and (t.impersonator_id = $1 or (t.user_id = $1 and t.impersonator_id is not null))
   ), ended as (
     delete from sessions s using p
     where p.role is not null and (s.impersonator_id = $1 or (s.user_id = $1 and s.impersonator_id is not null))
     returning encode(s.token_hash, 'hex') as key
   ), own as (
     select encode(s.token_hash, 'hex') as key from sessions s, p
     where s.user_id = $1 and s.impersonator_id is null and (p.role is not null or p.timezone is not null)
   )
   select key, true as "isEnded", pg_notify('session_ended', key)::text from ended
   union all select key, false, pg_notify('session_changed', key)::text from own`,
)

/** SQL: ends a person's sessions, including those as somebody else, and their unused tokens; notifies every node. */
const endAll = `ended as (
     delete from sessions where user_id = $1 or impersonator_id = $1 returning encode(token_hash, 'hex') as key
   ), tokens as (
     delete from transfer_tokens where user_id = $1 or impersonator_id = $1
   )
   select key, true as "isEnded", pg_notify('session_ended', key)::text from ended`

export const deleteAllSessions = many<[userId: number], TouchedSession>('delete-all-sessions', `with ${endAll}`)

/** Blocks a person and ends their sessions. */
export const setBlocked = many<[id: number, reason: string], TouchedSession>(
  'set-blocked',
  `with blocked as (
     update users set blocked_at = coalesce(blocked_at, now()), block_reason = $2, updated_at = now() where id = $1
   ), codes as (
     delete from one_time_codes where user_id = $1
   ), ${endAll}`,
)

/** Returns nothing when the person was not blocked. */
export const setUnblocked = one<[id: number, brandId: string], { id: number }>(
  'set-unblocked',
  `update users set blocked_at = null, block_reason = '', updated_at = now()
   where id = $1 and brand_id = $2 and blocked_at is not null returning id`,
)

/**
 * Erases a person and everything that belongs to them, notifies every node that their sessions ended, and clears the
 * details of log entries about them; the entries themselves stay.
 */
export const deletePerson = many<[id: number], TouchedSession>(
  'delete-person',
  `with ended as (
     select encode(token_hash, 'hex') as key from sessions where user_id = $1 or impersonator_id = $1
   ), cleared as (
     update audit_log set detail = '{}' where target_type = 'user' and target_id = $1 and detail <> '{}'
   ), gone as (
     delete from users where id = $1
   )
   select key, true as "isEnded", pg_notify('session_ended', key)::text from ended`,
)

/** Whether a person with this id was erased before, or their invitation withdrawn. */
export const findErasure = one<[brandId: string, userId: number], { id: number }>(
  'find-erasure',
  `select id from audit_log
   where brand_id = $1 and target_type = 'user' and target_id = $2 and action in ('user.erase', 'user.withdraw') limit 1`,
)
