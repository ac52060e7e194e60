import { type Db, many, one, run } from '#server/platform/database/statement.ts'
import { notify } from '../notify.ts'

/** Locked by the one node that looks at points. */
const lockTold = one<[], { lastScoreId: number }>(
  'lock-told-points',
  'select last_score_id as "lastScoreId" from told_points for update skip locked',
)

/**
 * Entries after `afterId` in the order of their ids, up to the first that is younger than `untilSeconds` (Unix seconds): one with a
 * lower id may still be on its way. Nobody is told what they have spent themselves.
 */
const listScores = many<
  [afterId: number, untilSeconds: number, count: number],
  { id: number; userId: number; isNews: boolean }
>(
  'list-points-to-tell',
  `select p.id, p.user_id as "userId", p.amount > 0 or p.type = 'staff' as "isNews" from user_scores p
    where p.id > $1 and p.id < coalesce(
      (select min(y.id) from user_scores y where y.id > $1 and y.created_at > to_timestamp($2::float8)), 9223372036854775807)
    order by p.id limit $3`,
)

const setTold = run<[lastScoreId: number]>('set-told-points', 'update told_points set last_score_id = $1')

/** Takes the points that people have so far as told. */
export const passOverScores = run<[]>(
  'pass-over-scores',
  'update told_points set last_score_id = coalesce((select max(id) from user_scores), last_score_id)',
)

const batch = 500
/** By then whoever adds points has ended their transaction, in ms. */
const settledMs = 60_000

/** Lists points that were added to people, or changed by staff; one node at a time. Returns whether there may be more. */
export async function tellPoints(tx: Db, now: number): Promise<boolean> {
  const told = await lockTold(tx)
  if (!told) return false
  const scores = await listScores(tx, told.lastScoreId, (now - settledMs) / 1000, batch)
  const last = scores.at(-1)
  if (!last) return false
  const news = scores.filter(({ isNews }) => isNews)
  const notices = news.map(({ id, userId }) => ({ userId, key: `points:${id}`, kind: 'points' as const, scoreId: id }))
  await notify(tx, notices, now)
  await setTold(tx, last.id)
  return scores.length === batch
}
