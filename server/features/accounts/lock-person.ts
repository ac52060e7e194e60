import { type Db, many } from '#server/platform/database/statement.ts'
import type { UserWire } from '#shared/features/accounts/contract.ts'

export type LockedPerson = Pick<
  UserWire,
  | 'id'
  | 'role'
  | 'email'
  | 'username'
  | 'last_name'
  | 'language_code'
  | 'timezone'
  | 'status'
  | 'segments'
  | 'is_require_update_password'
  | 'is_require_update_profile'
  | 'is_require_email_validate'
  | 'is_require_phone_validate'
> & { first_name: string; isBlocked: boolean; blockReason: string; isEmailProven: boolean; hasComeIn: boolean }

/** SQL: whether the person `u` was ever here. */
export const hasComeIn = `(u.password_hash is not null or u.is_email_validated or u.app_id is not null
  or exists (select from sessions s where s.user_id = u.id and s.impersonator_id is null)
  or exists (select from user_external_auths a where a.user_id = u.id))`

/**
 * Locks a person and, with `$3`, all active administrators of the brand until the end of the transaction, always in the
 * same order, so that two administrators removing each other's rights take turns.
 */
const lockPeople = many<[id: number, brandId: string, withAdmins: boolean], LockedPerson>(
  'lock-people',
  `select id, role, email, username, first_name, last_name, language_code, timezone, status, segments,
     is_require_update_password, is_require_update_profile, is_require_email_validate, is_require_phone_validate,
     blocked_at is not null as "isBlocked", block_reason as "blockReason",
     is_email_validated as "isEmailProven", ${hasComeIn} as "hasComeIn"
   from users u
   where brand_id = $2 and (id = $1 or ($3 and role = 'admin' and status > 0 and blocked_at is null))
   order by id for update of u`,
)

/** Locks one person until the end of the transaction. */
export async function lockPerson(tx: Db, id: number, brandId: string): Promise<LockedPerson | undefined> {
  const [person] = await lockPeople(tx, id, brandId, false)
  return person
}

/** Locks one person and the administrators; `isLastAdmin` tells whether the brand would be left without one. */
export async function lockWithAdmins(
  tx: Db,
  id: number,
  brandId: string,
): Promise<{ person: LockedPerson | undefined; isLastAdmin: boolean }> {
  const rows = await lockPeople(tx, id, brandId, true)
  const person = rows.find(row => row.id === id)
  const isActiveAdmin = (row: LockedPerson) => row.role === 'admin' && row.status > 0 && !row.isBlocked
  const others = rows.filter(row => row.id !== id && isActiveAdmin(row))
  return { person, isLastAdmin: person !== undefined && isActiveAdmin(person) && others.length === 0 }
}
