import { hasComeIn } from '#server/features/accounts/lock-person.ts'
import { nameOf } from '#server/features/accounts/people-search.ts'
import { many, one, run } from '#server/platform/database/statement.ts'
import type { PersonRowWire } from '#shared/features/people/contract.ts'

type Role = PersonRowWire['role']
export type Invitee = { brandId: string; email: string; language: 'en' | 'ru' | 'es'; role: Role; inviter: string }

/** SQL: whether the person `u` can be invited. */
const isOpen = `u.email is not null and u.status > 0 and u.blocked_at is null and not ${hasComeIn}`

/** Who is invited and by whom; undefined when they have come in meanwhile, or may not. */
export const findInvitee = one<[userId: number, inviterId: number], Invitee>(
  'find-invitee',
  `select u.brand_id as "brandId", u.email, u.language_code as language, u.role, ${nameOf('i')} as inviter
     from users u join users i on i.id = $2
    where u.id = $1 and ${isOpen}`,
)

/** Those of the people who can be invited, until the end of the transaction. */
export const lockInvitees = many<
  [userIds: readonly number[], brandId: string],
  { id: number; name: string; email: string; role: Role }
>(
  'lock-invitees',
  `select u.id, ${nameOf('u')} as name, u.email, u.role from users u
    where u.id = any($1) and u.brand_id = $2 and ${isOpen} order by u.id for update of u`,
)

/**
 * Stores the secrets of links (JSON of id, address and the hash in hex), each in place of any link before it. Those of a letter
 * leave alone what staff have handed over since it was asked for, and are then not counted; without that time they are handed over.
 */
export const upsertInvitations = run<
  [secrets: string, nowSeconds: number, lifeSeconds: number, inviterId: number, letterAskedSeconds: number | null]
>(
  'upsert-invitations',
  `insert into one_time_codes as c
     (user_id, purpose, address, secret_hash, created_at, expires_at, inviter_id, handed_at)
   select s.id, 'password-reset', s.address, decode(s.hash, 'hex'), to_timestamp($2),
          to_timestamp($2::float8 + $3::float8), $4, case when $5::float8 is null then to_timestamp($2) end
     from json_to_recordset($1) as s(id bigint, address text, hash text)
   on conflict (user_id, purpose) do update set address = excluded.address, secret_hash = excluded.secret_hash,
     attempts = 0, created_at = excluded.created_at, expires_at = excluded.expires_at, spent_at = null,
     inviter_id = excluded.inviter_id, handed_at = excluded.handed_at
   where $5::float8 is null or c.handed_at is null or c.handed_at < to_timestamp($5)`,
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
      and u.brand_id = $1 and lower(u.email) = c.address and ${isOpen}`,
)
