import { ownedClubsOf } from '#server/features/clubs/queries.ts'
import { type Db, many, one, run } from '#server/platform/database/statement.ts'
import { secondsFromMs } from '#shared/platform/times.ts'
import { nextSettled } from '../next-settled.ts'
import { notify } from '../notify.ts'

/** Locked by the one node that looks at messages of clubs. */
const lockTold = one<[], { lastMessageId: number }>(
  'lock-told-mentions',
  'select last_message_id as "lastMessageId" from told_mentions for update skip locked',
)

/** A message, and those whom it names and who can read it and have not; null for nobody. */
type NamingRow = { id: number; userIds: number[] | null }

const batch = 500

/** Messages of clubs after `afterId` in order, up to the first younger than `until` (Unix seconds). */
const listNaming = many<{ afterId: number; until: number; now: number }, NamingRow>(
  'list-mentions-to-tell',
  `with ${nextSettled('club_messages', batch, { after: '$afterId', until: '$until' })}
   select m.id, (
       select array_agg(n.user_id order by n.user_id) from club_mentions n join users u on u.id = n.user_id
       left join club_readers r on r.community_id = m.community_id and r.user_id = n.user_id
       where n.message_id = m.id and n.user_id <> m.author_id and m.hidden_at is null and coalesce(r.read_number, 0) < m.number
         and (u.role = 'admin' or m.community_id = any (coalesce(${ownedClubsOf('n.user_id')}, '{}')))
     ) as "userIds"
   from next m order by m.id`,
)

const setTold = run<[lastMessageId: number]>('set-told-mentions', 'update told_mentions set last_message_id = $1')

/** Who has the chat open has seen it by then, in seconds. */
const unseenFor = 60

/**
 * Tells members of clubs who named them in a message that they have not seen for a minute; one node at a time. Adds no work to posting.
 * Answers whether there may be more.
 */
export async function tellMentions(tx: Db, now: number): Promise<boolean> {
  const told = await lockTold(tx)
  if (!told) return false
  const seconds = secondsFromMs(now)
  const asked = { afterId: told.lastMessageId, until: seconds - unseenFor, now: seconds }
  const messages = await listNaming(tx, asked)
  const last = messages.at(-1)
  if (!last) return false
  const notices = messages.flatMap(({ id, userIds }) =>
    (userIds ?? []).map(userId => ({ userId, key: `mention:${id}`, kind: 'mention' as const, clubMessageId: id })),
  )
  await notify(tx, notices, now)
  await setTold(tx, last.id)
  return messages.length === batch
}
