import { hasComeIn } from '#server/features/accounts/lock-person.ts'
import { nameOf } from '#server/features/accounts/people-search.ts'
import { one, run } from '#server/platform/database/statement.ts'
import type { PersonRowWire } from '#shared/features/people/contract.ts'

type Role = PersonRowWire['role']
export type Invitee = { brandId: string; email: string; language: 'en' | 'ru' | 'es'; role: Role; inviter: string }

/** Who is invited and by whom; undefined when they have come in meanwhile, or may not. */
export const findInvitee = one<[userId: number, inviterId: number], Invitee>(
  'find-invitee',
  `select u.brand_id as "brandId", u.email, u.language_code as language, u.role, ${nameOf('i')} as inviter
     from users u join users i on i.id = $2
    where u.id = $1 and u.email is not null and u.status > 0 and u.blocked_at is null and not ${hasComeIn}`,
)

/** Stores the secret of an invitation in place of any link before it. */
export const upsertInvitation = run<
  [userId: number, address: string, secretHash: Buffer, nowSeconds: number, lifeSeconds: number, inviterId: number]
>(
  'upsert-invitation',
  `insert into one_time_codes (user_id, purpose, address, secret_hash, created_at, expires_at, inviter_id)
   values ($1, 'password-reset', $2, $3, to_timestamp($4), to_timestamp($4::float8 + $5::float8), $6)
   on conflict (user_id, purpose) do update set address = excluded.address, secret_hash = excluded.secret_hash,
     attempts = 0, created_at = excluded.created_at, expires_at = excluded.expires_at, spent_at = null,
     inviter_id = excluded.inviter_id`,
)

/** What the page of an invitation says while it is valid; the inviter is null once their account is gone. */
export const findInvitation = one<
  [brandId: string, secretHash: Buffer, nowSeconds: number],
  { inviter: string | null; role: Role; email: string }
>(
  'find-invitation',
  `select case when i.id is not null then ${nameOf('i')} end as inviter, u.role, u.email
     from one_time_codes c join users u on u.id = c.user_id left join users i on i.id = c.inviter_id
    where c.secret_hash = $2 and c.purpose = 'password-reset' and c.spent_at is null and c.expires_at > to_timestamp($3)
      and u.brand_id = $1 and lower(u.email) = c.address and u.status > 0 and u.blocked_at is null and not ${hasComeIn}`,
)
