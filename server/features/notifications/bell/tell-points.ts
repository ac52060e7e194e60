import { type Db, many, one, run } from '#server/platform/database/statement.ts'
import { localDate } from '#shared/platform/times.ts'
import { nextSettled } from '../next-settled.ts'
import { type Notice, notify } from '../notify.ts'

/** Locked by the one node that looks at points. */
const lockTold = one<[], { lastScoreId: number }>(
  'lock-told-points',
  'select last_score_id as "lastScoreId" from told_points for update skip locked',
)

/** An entry being looked at; of a finished day also its stream. `createdAt` in Unix seconds. */
type ScoreRow = {
  id: number
  userId: number
  isNews: boolean
  createdAt: number
  timezone: string
  streamId: number | null
}

const batch = 500

/**
 * Entries after `afterId` in order, up to the first younger than `untilSeconds` (Unix seconds). Nobody is told what they have spent
 * themselves.
 */
const listScores = many<[afterId: number, untilSeconds: number], ScoreRow>(
  'list-points-to-tell',
  `with ${nextSettled('user_scores', batch, { after: '$1', until: '$2::float8' })}
   select p.id, p.user_id as "userId", p.amount > 0 or p.type = 'staff' as "isNews", unix(p.created_at) as "createdAt", u.timezone,
     case when p.type = 'day' then substring(p.source from '^stream:(\\d{1,15}):')::bigint end as "streamId"
     from next p join users u on u.id = p.user_id order by p.id`,
)

/** Takes back notices, [{userId, key}], to say more than they did; answers from which entry on each said it. */
const takeBack = many<[notices: string], { userId: number; key: string; sinceId: number }>(
  'take-back-points-notices',
  `delete from notices n using json_to_recordset($1) as t("userId" bigint, key text)
   where n.user_id = t."userId" and n.key = t.key
   returning n.user_id as "userId", n.key, (n.data->>'since_id')::bigint as "sinceId"`,
)

const setTold = run<[lastScoreId: number]>('set-told-points', 'update told_points set last_score_id = $1')

/** Takes the points that people have so far as told. */
export const passOverScores = run<[]>(
  'pass-over-scores',
  'update told_points set last_score_id = coalesce((select max(id) from user_scores), last_score_id)',
)

/** By then whoever adds points has ended their transaction, in ms. */
const settledMs = 60_000

/** Lists points that were added to people, or changed by staff; one node at a time. Returns whether there may be more. */
export async function tellPoints(tx: Db, now: number): Promise<boolean> {
  const told = await lockTold(tx)
  if (!told) return false
  const scores = await listScores(tx, told.lastScoreId, (now - settledMs) / 1000)
  const last = scores.at(-1)
  if (!last) return false
  const notices = gathered(scores.filter(({ isNews }) => isNews))
  const before = await takeBack(tx, JSON.stringify(notices.filter(({ streamId }) => streamId !== undefined)))
  const sinceOf = ({ userId, key, sinceId }: PointsNotice) =>
    before.find(one => one.userId === userId && one.key === key)?.sinceId ?? sinceId
  await notify(
    tx,
    notices.map(notice => ({ ...notice, sinceId: sinceOf(notice) })),
    now,
  )
  await setTold(tx, last.id)
  return scores.length === batch
}

type PointsNotice = Extract<Notice, { kind: 'points' }>

/** One notice for each entry, but a single one for all days of a stream that somebody has finished on the same date. */
function gathered(news: readonly ScoreRow[]): PointsNotice[] {
  const notices = new Map<string, PointsNotice>()
  for (const { id, userId, streamId, createdAt, timezone } of news) {
    const date = localDate(createdAt * 1000, timezone)
    const key = streamId === null ? `points:${id}` : `points:stream:${streamId}:${date}`
    const sinceId = notices.get(`${userId} ${key}`)?.sinceId ?? id
    const stream = streamId === null ? {} : { streamId }
    notices.set(`${userId} ${key}`, { userId, key, kind: 'points', scoreId: id, sinceId, ...stream })
  }
  return [...notices.values()]
}
