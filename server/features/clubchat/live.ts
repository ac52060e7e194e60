import type { Brands } from '#server/features/brands/load-brands.ts'
import { whereClubsAreOn } from '#server/features/clubs/club-school.ts'
import { ownedClubs } from '#server/features/clubs/queries.ts'
import { type Db, many, one } from '#server/platform/database/statement.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import { asStored, liveParts, type PresenterOf, type RoomGate } from '#server/platform/live/live-parts.ts'
import { clubchat } from '#shared/features/clubchat/contract.ts'
import { secondsFromMs } from '#shared/platform/times.ts'
import { clubMessageJson, type ClubMessageRow, messageWire, publishClubMessage } from './message.ts'

type Entering = { userId: number; brandId: string; isStaff: boolean; now: number }

/** SQL: clubs `c` whose chat `$userId` may enter: their own, and for staff all of the school. */
const entered = `c.brand_id = $brandId and not c.is_hidden and ($isStaff::boolean or c.id = any (coalesce(${ownedClubs}, '{}')))`

const listEntered = many<Entering & { clubIds: readonly number[] }, { id: number }>(
  'list-entered-clubs',
  `select c.id from communities c where c.id = any ($clubIds::bigint[]) and ${entered}`,
)

const findSeenFile = one<Entering & { mediaId: number }, { isSeen: boolean }>(
  'find-file-seen-in-clubs',
  `select exists (
     select from club_message_files f join club_messages m on m.id = f.message_id join communities c on c.id = m.community_id
     where f.media_id = $mediaId and (m.hidden_at is null or $isStaff::boolean) and ${entered}
   ) as "isSeen"`,
)

const listPresented = many<[messageIds: number[]], { message: ClubMessageRow }>(
  'list-presented-club-messages',
  `select ${clubMessageJson('m')} as message from club_messages m where m.id = any($1)`,
)

const publishMessagesWith = many<[mediaId: number], { clubId: number }>(
  'publish-club-messages-with-media',
  `select m.community_id as "clubId", ${publishClubMessage('m.community_id', 'm.id')}
   from club_message_files f join club_messages m on m.id = f.message_id where f.media_id = $1 order by m.community_id`,
)

const entering = ({ userId, brandId, role }: Actor, now: number): Entering => ({
  userId,
  brandId,
  isStaff: role === 'admin',
  now: secondsFromMs(now),
})

/** Who may enter the room of a club, and how its messages are read. */
export function clubchatLive(clock: () => number, brands: Brands) {
  const here = whereClubsAreOn(brands)
  const mayEnter: RoomGate<number> = async (db, actor, clubIds) =>
    (await listEntered(db, { ...entering(here({ user: actor }).user, clock()), clubIds })).map(({ id }) => id)
  const present: PresenterOf<typeof clubchat, 'club_message'> = async (db, events) => {
    const ids = events.map(({ data }) => data.message_id)
    const rows = await listPresented(db, [...new Set(ids)])
    const byId = new Map(rows.map(({ message }) => [message.id, message]))
    const now = clock()
    return ids.map(id => {
      const row = byId.get(id)
      if (!row) return undefined
      const forReader = (userId: number) => ({ message: messageWire(row, { userId, now }) })
      const all = forReader(0)
      return row.author ? { all, own: { userId: row.author.id, data: forReader(row.author.id) } } : { all }
    })
  }
  return liveParts(clubchat, { rooms: { club: mayEnter }, present: { club_message: present, club_writing: asStored } })
}

/** Whether a file stands in a chat of a club that the person may enter. */
export async function maySeeFile(db: Db, actor: Actor, mediaId: number, now: number): Promise<boolean> {
  return (await findSeenFile(db, { ...entering(actor, now), mediaId }))?.isSeen ?? false
}

/** Publishes the messages with a file that has changed; answers the clubs, whose rooms the caller nudges. */
export async function publishMediaChange(db: Db, mediaId: number): Promise<number[]> {
  return [...new Set((await publishMessagesWith(db, mediaId)).map(({ clubId }) => clubId))]
}
