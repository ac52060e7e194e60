import { type Db, many } from '#server/platform/database/statement.ts'
import type { PersonRowWire } from '#shared/features/people/contract.ts'

/** Who is looked for: by words, role, and whether they are blocked; those with a lower id than `before`. */
export type PeopleFilter = {
  search?: string | undefined
  role?: PersonRowWire['role'] | undefined
  blocked?: 'yes' | 'no' | undefined
  before?: number | undefined
}

/** The name by which a person is known to others; part of a larger statement. */
export const nameOf = (alias: string) =>
  `coalesce(nullif(trim(${alias}.first_name || ' ' || ${alias}.last_name), ''), ${alias}.email, ${alias}.username)`

/** The columns of a PersonRowWire; part of a larger statement. */
export const personColumns = `u.id, ${nameOf('u')} as name, u.email, u.phone, u.role, u.status, u.avatar,
  unix(u.created_at) as created_at, unix(u.blocked_at) as blocked_at`

const words = /[\p{L}\p{N}]+/gu
const mostWords = 8

/** Each word of a search as the beginning of a word of the person; undefined when there is none in it. */
function searchQuery(search: string): string | undefined {
  const found = (search.toLowerCase().match(words) ?? []).slice(0, mostWords)
  return found.length ? found.map(word => `${word}:*`).join(' & ') : undefined
}

/** A number alone may be an id; a phone is written with spaces, a plus and brackets. */
function numberOf(search: string): number | undefined {
  const digits = search.replace(/^#/, '')
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : undefined
}

/** What a phone is written with between its digits; joined, they are one word. */
const joined = (search: string) => (/^[+\d\s().-]+$/.test(search.trim()) ? search.replace(/\D/g, '') : search)

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

/** At most `limit` people of a brand who fit, the newest first. */
export async function listPeople(
  db: Db,
  brandId: string,
  { search = '', role, blocked, before }: PeopleFilter,
  limit: number,
): Promise<PersonRowWire[]> {
  const wanted = search.trim()
  const words = searchQuery(joined(wanted))
  if (wanted && words === undefined) return []
  const isBlocked = blocked ? blocked === 'yes' : null
  const id = numberOf(wanted) ?? null
  return selectPeople(db, brandId, words ?? null, id, role ?? null, isBlocked, before ?? null, limit)
}
