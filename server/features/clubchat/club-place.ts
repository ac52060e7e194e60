import { ownFilesJson } from '#server/features/chat/message.ts'
import { ownedClubs } from '#server/features/clubs/queries.ts'
import type { UploadedRow } from '#server/features/media/media-item.ts'
import { one } from '#server/platform/database/statement.ts'
import type { Context } from '#server/platform/http/routes.ts'
import type { clubchat } from '#shared/features/clubchat/contract.ts'
import { mayRead } from '#shared/features/clubchat/rules.ts'
import type { Language } from '#shared/platform/contract.ts'
import { secondsFromMs } from '#shared/platform/times.ts'

type Calls = (typeof clubchat)['calls']
/** What the handler of a call of a club's chat is given. */
export type ClubContext<Name extends keyof Calls & string> = Context<Name, Calls[Name]>
type Asking = Pick<ClubContext<'GET /clubs/:id/chat'>, 'db' | 'user' | 'params' | 'now' | 'refuse'>

/** Who somebody is in a club's chat. */
export type Standing = {
  clubId: number
  titles: Partial<Record<Language, string>>
  isMember: boolean
  isStaff: boolean
  /** Unix seconds. */
  mutedUntil: number | null
}

/** What SQL of a standing is told of the person. */
export type Asked = { clubId: number; userId: number; brandId: string; isStaff: boolean; now: number }

/** SQL: the columns of a Standing, of a club `c`. */
export const standing = `c.id as "clubId", c.titles, c.id = any (coalesce(${ownedClubs}, '{}')) as "isMember",
  $isStaff::boolean as "isStaff",
  (select unix(r.muted_until) from club_readers r where r.community_id = c.id and r.user_id = $userId) as "mutedUntil"`

/** SQL: the club `c` that was asked for; none that is hidden or another school's. */
export const askedClub = 'communities c where c.id = $clubId and c.brand_id = $brandId and not c.is_hidden'

/** A standing, and whether what a message names is there. */
export type ClubPlace = Standing & {
  /** Whether the person has already sent something with the key. */
  isKnown: boolean
  /** Whether members can see the message that is answered: it is there, is not hidden, and has its author. */
  hasReply: boolean
  /** Those of the people asked for who have written here. */
  mentionIds: number[]
  /** Those of the files asked for that are the person's own, in the order asked. */
  files: UploadedRow[]
}

type Wanted = {
  clientKey: string | null
  replyTo: number | null
  mentionIds: readonly number[]
  fileIds: readonly number[]
}

const findClubPlace = one<Wanted & Asked, ClubPlace>(
  'find-club-place',
  `select ${standing},
     exists (select from club_messages m where m.community_id = c.id and m.author_id = $userId
       and m.client_key = $clientKey::text) as "isKnown",
     exists (select from club_messages m where m.community_id = c.id and m.id = $replyTo::bigint and m.hidden_at is null
       and m.author_id is not null) as "hasReply",
     array(select r.user_id from club_readers r where r.community_id = c.id and r.user_id = any ($mentionIds::bigint[])
       and r.wrote_at is not null order by r.user_id) as "mentionIds",
     ${ownFilesJson('$fileIds::bigint[]', '$userId')} as files
   from ${askedClub}`,
)

const findStanding = one<Asked, Standing>('find-standing-in-club', `select ${standing} from ${askedClub}`)

/** Who asks, as SQL of a standing is told. */
export function askedOf({ user, params, now }: Pick<Asking, 'user' | 'params' | 'now'>): Asked {
  const { userId, brandId, role } = user
  return { clubId: params.id, userId, brandId, isStaff: role === 'admin', now: secondsFromMs(now) }
}

const nothing: Wanted = { clientKey: null, replyTo: null, mentionIds: [], fileIds: [] }

/** A club's chat for a person who may or may not be a member; refuses a club that is not of their school or is hidden. */
export async function findPlace(asking: Asking, wanted: Partial<Wanted>): Promise<ClubPlace> {
  return (await findClubPlace(asking.db, { ...nothing, ...wanted, ...askedOf(asking) })) ?? asking.refuse('not_found')
}

/** What was found for somebody who reads the chat. */
export function readableBy<Found extends Standing>(
  { refuse }: Pick<Asking, 'refuse'>,
  found: Found | undefined,
): Found {
  if (!found) return refuse('not_found')
  return mayRead(found) ? found : refuse('not_a_member')
}

/** The standing of somebody who reads the chat. */
export const findReader = async (asking: Asking): Promise<Standing> =>
  readableBy(asking, await findStanding(asking.db, askedOf(asking)))
