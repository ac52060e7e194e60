import { nameOf, numberOf, searchQuery } from '#server/features/accounts/people-search.ts'
import { type Db, many } from '#server/platform/database/statement.ts'
import type { PersonRowWire } from '#shared/features/people/contract.ts'

/** A search by words, role and block, for ids lower than `before`. */
export type PeopleFilter = {
  search?: string | undefined
  role?: PersonRowWire['role'] | undefined
  blocked?: 'yes' | 'no' | undefined
  before?: number | undefined
}

/** SQL: the columns of a PersonRowWire. */
export const personColumns = `u.id, ${nameOf('u')} as name, u.email, u.phone, u.role, u.status, u.avatar,
  unix(u.created_at) as created_at, unix(u.blocked_at) as blocked_at`

const selectPeople = many<
  [
    brandId: string,
    words: string | null,
    orId: number | null,
    role: string | null,
    isBlocked: boolean | null,
    before: number | null,
    limit: number,
  ],
  PersonRowWire
>(
  'list-people',
  `select ${personColumns} from find_people($1, to_tsquery('simple', $2), $3, $4, $5, $6, $7) u order by u.id desc`,
)

/** At most `limit` matching people of a brand, newest first. */
export async function listPeople(
  db: Db,
  brandId: string,
  { search = '', role, blocked, before }: PeopleFilter,
  limit: number,
): Promise<PersonRowWire[]> {
  const wanted = search.trim()
  const words = searchQuery(wanted)
  if (wanted && words === undefined) return []
  const isBlocked = blocked ? blocked === 'yes' : null
  const id = numberOf(wanted) ?? null
  return selectPeople(db, brandId, words ?? null, id, role ?? null, isBlocked, before ?? null, limit)
}
