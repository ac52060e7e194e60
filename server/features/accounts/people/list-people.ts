import { type Db, many } from '#server/platform/database/statement.ts'
import type { PersonRowWire } from '#shared/features/accounts/people-contract.ts'

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
export function searchQuery(search: string): string | undefined {
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

const conditions = {
  words: (at: number) => `u.search @@ to_tsquery('simple', $${at})`,
  wordsOrId: (at: number) => `(u.search @@ to_tsquery('simple', $${at}) or u.id = $${at + 1}::bigint)`,
  role: (at: number) => `u.role = $${at}`,
  isBlocked: () => 'u.blocked_at is not null',
  isNotBlocked: () => 'u.blocked_at is null',
  before: (at: number) => `u.id < $${at}::bigint`,
} as const
type Condition = { name: keyof typeof conditions; values: (string | number)[] }

function conditionsOf({ search, role, blocked, before }: PeopleFilter): Condition[] | undefined {
  const asked: Condition[] = []
  if (search?.trim()) {
    const query = searchQuery(joined(search))
    if (query === undefined) return undefined
    const id = numberOf(search.trim())
    asked.push(id === undefined ? { name: 'words', values: [query] } : { name: 'wordsOrId', values: [query, id] })
  }
  if (role) asked.push({ name: 'role', values: [role] })
  if (blocked) asked.push({ name: blocked === 'yes' ? 'isBlocked' : 'isNotBlocked', values: [] })
  if (before) asked.push({ name: 'before', values: [before] })
  return asked
}

const statements = new Map<string, ReturnType<typeof many<(string | number)[], PersonRowWire>>>()

/** One statement for each combination of conditions, so that each has the plan that fits it. */
function statementFor(asked: Condition[]) {
  const name = ['list-people', ...asked.map(condition => condition.name)].join('-')
  let at = 3
  const where = asked.map(condition => {
    const text = conditions[condition.name](at)
    at += condition.values.length
    return ` and ${text}`
  })
  const known = statements.get(name)
  if (known) return known
  const made = many<(string | number)[], PersonRowWire>(
    name,
    `select ${personColumns} from users u where u.brand_id = $1${where.join('')} order by u.id desc limit $2`,
  )
  statements.set(name, made)
  return made
}

/** At most `limit` people of a brand who fit, the newest first. */
export async function listPeople(
  db: Db,
  brandId: string,
  filter: PeopleFilter,
  limit: number,
): Promise<PersonRowWire[]> {
  const asked = conditionsOf(filter)
  if (!asked) return []
  return statementFor(asked)(db, brandId, limit, ...asked.flatMap(({ values }) => values))
}
