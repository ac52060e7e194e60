import { hasComeIn } from '#server/features/accounts/lock-person.ts'
import { nameOf, numberOf, searchQuery } from '#server/features/accounts/people-search.ts'
import { type Db, many } from '#server/platform/database/statement.ts'
import type { PeopleQuery, PersonRowWire } from '#shared/features/people/contract.ts'

/** SQL: the columns of a PersonRowWire. */
export const personColumns = `u.id, ${nameOf('u')} as name, u.email, u.phone, u.role, u.status, u.avatar,
  unix(u.created_at) as created_at, unix(u.blocked_at) as blocked_at, ${hasComeIn} as has_come_in,
  (select unix(max(s.seen_at)) from sessions s where s.user_id = u.id and s.impersonator_id is null) as seen_at`

type Asked = {
  brandId: string
  words: string | null
  orId: number | null
  role: string | null
  isBlocked: boolean | null
  sort: string
  isDescending: boolean
  beforeId: number | null
  beforeKey: string | null
  limit: number
}

const selectPeople = many<Asked, PersonRowWire & { key: string }>(
  'list-people',
  `select ${personColumns}, case $sort::text when 'name' then u.sort_name when 'seen' then coalesce((
       select unix(max(s.seen_at)) from sessions s where s.user_id = u.id and s.impersonator_id is null), 0)::text else '' end as key
   from find_people($brandId, to_tsquery('simple', $words), $orId, $role, $isBlocked, $beforeId, $limit, $sort, $isDescending, $beforeKey)
     with ordinality u
   order by u.ordinality`,
)

/** A page of the matching people of a brand; undefined when it is to go on from nowhere. */
export async function listPeople(db: Db, brandId: string, query: PeopleQuery) {
  const { search = '', role, blocked, sort = 'created', order, after, 'per-page': perPage = 50 } = query
  const edge = edgeOf(after, sort)
  if (!edge) return undefined
  const wanted = search.trim()
  const words = searchQuery(wanted)
  if (wanted && words === undefined) return { users: [], next: null }
  const found = await selectPeople(db, {
    brandId,
    words: words ?? null,
    orId: numberOf(wanted) ?? null,
    role: role ?? null,
    isBlocked: blocked ? blocked === 'yes' : null,
    sort,
    isDescending: order ? order === 'desc' : sort !== 'name',
    beforeId: edge.id,
    beforeKey: edge.key,
    limit: perPage + 1,
  })
  const shown = found.slice(0, perPage)
  const last = found.length > perPage ? shown.at(-1) : undefined
  return {
    users: shown.map(({ key: _key, ...person }) => person),
    next: last ? [last.id, last.key].filter(Boolean).join('.') : null,
  }
}

/** The last person of the page before, from `<id>.<what they are sorted by>`, or only the id by age; both null at the beginning. */
function edgeOf(after: string | undefined, sort: PeopleQuery['sort']) {
  if (after === undefined) return { id: null, key: null }
  const [, id, key = ''] = /^([1-9]\d{0,14})(?:\.([^\0]*))?$/.exec(after) ?? []
  if (id === undefined || (sort === 'seen' && !/^\d{1,12}$/.test(key))) return undefined
  return { id: Number(id), key }
}
