import { ordersOfFriends } from '#server/features/accounts/user-query.ts'
import { many, one, run } from '#server/platform/database/statement.ts'

export type OwnCredentials = {
  email: string | null
  isEmailProven: boolean
  passwordHash: string | null
  isNewPasswordDemanded: boolean
}

export const findOwnCredentials = one<[userId: number], OwnCredentials>(
  'find-own-credentials',
  `select email, is_email_validated as "isEmailProven", password_hash as "passwordHash",
       is_require_update_password as "isNewPasswordDemanded"
     from users where id = $1`,
)

/** Changes to a person: absent fields stay; an empty text removes gender, phone or birthday. */
export type ProfileChange = Partial<{
  firstName: string
  lastName: string
  city: string
  gender: string
  phone: string
  /** Year-month-day. */
  birthday: string
  instagram: string
  languageCode: string
  timezone: string
  email: string
  passwordHash: string
  /** The registration chat only moves forward. */
  status: number
}>

/**
 * Changes a person and clears the demand for a profile once name and e-mail are there. With `credentials` (JSON of
 * OwnCredentials) it applies only while those are current; codes sent to a replaced e-mail and links for a replaced
 * password become invalid. Returns the number of changed rows; a taken e-mail violates `users_email`.
 */
export const updateProfile = run<[userId: number, change: string, credentials: string | null]>(
  'update-profile',
  `with p as (
     select * from json_to_record($2) as p("firstName" text, "lastName" text, city text, gender text, phone text,
       birthday text, instagram text, "languageCode" text, timezone text, email text, "passwordHash" text, status smallint)
   ), changed as (
   update users u set
     first_name = coalesce(p."firstName", u.first_name), last_name = coalesce(p."lastName", u.last_name),
     city = coalesce(p.city, u.city), instagram = coalesce(p.instagram, u.instagram),
     gender = case when p.gender is null then u.gender else nullif(p.gender, '') end,
     phone = case when p.phone is null then u.phone else nullif(p.phone, '') end,
     is_phone_validated = u.is_phone_validated and (p.phone is null or p.phone = u.phone),
     birthday = case when p.birthday is null then u.birthday else nullif(p.birthday, '')::date end,
     language_code = coalesce(p."languageCode", u.language_code), timezone = coalesce(p.timezone, u.timezone),
     email = coalesce(p.email, u.email),
     username = case when u.username = u.email then coalesce(p.email, u.username) else u.username end,
     is_email_validated = u.is_email_validated and (p.email is null or p.email is not distinct from lower(u.email)),
     password_hash = coalesce(p."passwordHash", u.password_hash),
     is_require_update_password = u.is_require_update_password and p."passwordHash" is null,
     is_require_update_profile = u.is_require_update_profile
       and (coalesce(p."firstName", u.first_name) = '' or coalesce(p.email, u.email) is null),
     status = greatest(u.status, p.status), updated_at = now()
    from p, json_to_record(coalesce($3::json, '{}')) as c(email text, "passwordHash" text)
   where u.id = $1 and u.status > 0 and ($3::json is null
     or (u.email is not distinct from c.email and u.password_hash is not distinct from c."passwordHash"))
   returning u.id
   ), codes as (
     delete from one_time_codes o using changed, p where o.user_id = changed.id and o.purpose <> 'phone'
       and (p.email is not null or (p."passwordHash" is not null and o.purpose = 'password-reset'))
   ), devices as (
     delete from known_devices d using changed, p where d.user_id = changed.id and p."passwordHash" is not null
   )
   select id from changed`,
)

/** The address of a person's picture, or null for none. */
export const setAvatar = run<[userId: number, address: string | null]>(
  'set-avatar',
  'update users set avatar = $2, updated_at = now() where id = $1',
)

export const setNotificationsOff = run<[userId: number, isOff: boolean]>(
  'set-notifications-off',
  'update users set is_notification_disabled = $2, updated_at = now() where id = $1',
)

type SessionRow = {
  id: number
  app_type: 'web' | 'mobile'
  user_agent: string
  created_at: number
  seen_at: number
  /** The staff member signed in as this user. */
  impersonator: { id: number; name: string } | null
}

export const listSessions = many<[userId: number, nowSeconds: number], SessionRow>(
  'list-sessions',
  `select s.id, s.app_type, s.user_agent, unix(s.created_at) as created_at, unix(s.seen_at) as seen_at,
          case when i.id is not null then json_build_object('id', i.id,
            'name', coalesce(nullif(trim(i.first_name || ' ' || i.last_name), ''), i.username)) end as impersonator
     from sessions s join users u on u.id = s.user_id left join users i on i.id = s.impersonator_id
    where s.user_id = $1 and session_end(s.expires_at, s.seen_at, u.role) > to_timestamp($2) order by s.seen_at desc, s.id desc`,
)

/** Ends an account and all its sessions and notifies all nodes; returns the keys the sessions were cached under. */
export const endAccount = many<[userId: number], { key: string }>(
  'end-account',
  `with gone as (update users set status = 0, updated_at = now() where id = $1 and status > 0 returning id),
        codes as (delete from one_time_codes using gone where user_id = gone.id),
        ended as (delete from sessions using gone where user_id = gone.id returning encode(token_hash, 'hex') as key)
   select key, pg_notify('session_ended', key)::text from ended`,
)

type Referrals = { code: string; link_jumps: number; sign_ups: number; referral_orders: number }

export const findReferrals = one<[userId: number], Referrals>(
  'find-referrals',
  `select referral_code as code,
          (select count(*) from referral_jumps where referrer_id = u.id) as link_jumps,
          (select count(*) from users r where r.referred_by = u.id) as sign_ups, ${ordersOfFriends} as referral_orders
     from users u where u.id = $1`,
)

/** Counts a browser that opened a referral link, once; unknown and own codes are ignored. */
export const insertReferralJump = run<[brandId: string, code: string, visitor: string, viewerId: number | null]>(
  'insert-referral-jump',
  `insert into referral_jumps (referrer_id, visitor)
   select id, $3::uuid from users
    where brand_id = $1 and referral_code = $2 and status > 0 and id is distinct from $4::bigint
   on conflict do nothing`,
)
