import { ownedClubs } from '#server/features/clubs/queries.ts'
import { many } from '#server/platform/database/statement.ts'
import type { Context } from '#server/platform/http/routes.ts'
import type { articles } from '#shared/features/articles/contract.ts'
import { secondsFromMs } from '#shared/platform/times.ts'
import { type CommunityHosts, HostUnreachable } from './community-host.ts'
import type { AskedClub } from './host-article.ts'

type Asked = Context<'GET /articles/preview', (typeof articles)['calls']['GET /articles/preview']>

/** The clubs of a reader at `now` (Unix seconds) that have more than a chat, of those asked for. */
const listOwnClubs = many<
  { userId: number; brandId: string; now: number; clubIds: readonly number[] | null },
  AskedClub
>(
  'list-own-clubs',
  `select c.id, c.slug from communities c
   where c.brand_id = $brandId and not c.is_hidden and not c.chat_only and c.id = any (coalesce(${ownedClubs}, '{}'))
     and ($clubIds::bigint[] is null or c.id = any ($clubIds)) order by c.id limit 200`,
)

/** The articles of the reader's clubs as the site of the school's clubs lists them, a page of them. */
export async function listFromHost(
  { db, user, query, caller, now, setPage, refuse }: Asked,
  host: string,
  hosts: CommunityHosts,
) {
  const { page = 1, perPage = 20 } = query
  const clubIds = query['external_id[]'] ?? null
  const reader = { userId: user.userId, brandId: user.brandId, now: secondsFromMs(now) }
  const clubs = await listOwnClubs(db, { ...reader, clubIds })
  if (clubs.length === 0) return refuse('communities_not_fetched')
  const found = await hosts.list({ host, clubs, language: caller.language }).catch((error: unknown) => {
    if (error instanceof HostUnreachable) return refuse('community_unreachable')
    throw error
  })
  setPage({ page, perPage, total: found.length })
  return { member: found.slice((page - 1) * perPage, page * perPage) }
}
