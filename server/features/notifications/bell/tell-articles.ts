import { clubMembers } from '#server/features/clubs/queries.ts'
import { type Db, many, one, run } from '#server/platform/database/statement.ts'
import { notify } from '../notify.ts'

/** Locked by the one node that looks at articles; in Unix seconds. */
const lockTold = one<[], { until: number }>(
  'lock-told-articles',
  'select unix(until) as until from told_articles for update skip locked',
)

type PublishedRow = { id: number; clubId: number; publishedAt: number }

/** What clubs have published after a time and up to another (Unix seconds). */
const listPublished = many<[after: number, until: number, withClubs: readonly string[]], PublishedRow>(
  'list-articles-to-tell',
  `select a.id, a.community_id as "clubId", unix(a.published_at) as "publishedAt"
     from articles a join communities c on c.id = a.community_id
    where not c.is_hidden and c.brand_id = any ($3::text[]) and a.published_at > to_timestamp($1) and a.published_at <= to_timestamp($2) order by a.published_at, a.id`,
)

/** Members of a club at `now` (Unix seconds), by their ids after one. */
const listMembers = many<{ clubId: number; now: number; afterId: number; count: number }, { userId: number }>(
  'list-members-to-tell',
  `select m.user_id as "userId" from (${clubMembers}) m where m.user_id > $afterId order by m.user_id limit $count`,
)

const setTold = run<[until: number]>('set-told-articles', 'update told_articles set until = to_timestamp($1)')

const batch = 500
/** By then whoever publishes has ended their transaction, in seconds. */
const settled = 60

/** Lists articles of the brands `withClubs` for the members of their clubs, a minute after they were published; one node at a time. */
export async function tellArticles(tx: Db, now: number, withClubs: readonly string[]): Promise<void> {
  const told = await lockTold(tx)
  const until = Math.floor(now / 1000) - settled
  if (!told || until <= told.until) return
  for (const article of await listPublished(tx, told.until, until, withClubs)) await tellMembers(tx, article, now)
  await setTold(tx, until)
}

async function tellMembers(tx: Db, { id, clubId, publishedAt }: PublishedRow, now: number): Promise<void> {
  const asked = { clubId, now: now / 1000, count: batch }
  let members = await listMembers(tx, { ...asked, afterId: 0 })
  while (members.length > 0) {
    // Published again after it was taken back, it is news again.
    const notices = members.map(({ userId }) => ({
      userId,
      key: `article:${id}:${publishedAt}`,
      kind: 'article' as const,
      articleId: id,
    }))
    await notify(tx, notices, now)
    members = await listMembers(tx, { ...asked, afterId: members.at(-1)?.userId ?? 0 })
  }
}
