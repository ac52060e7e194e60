import { writeAudit } from '#server/features/accounts/audit.ts'
import { nameOf } from '#server/features/chat/message.ts'
import { many, one } from '#server/platform/database/statement.ts'
import { publishEvents } from '#server/platform/live/publishing.ts'
import { userRoom } from '#shared/features/accounts/contract.ts'
import { clubchat, clubRoom } from '#shared/features/clubchat/contract.ts'
import { isMuted } from '#shared/features/clubchat/rules.ts'
import { secondsFromMs } from '#shared/platform/times.ts'
import type { ClubContext } from './club-place.ts'
import { clubMessageJson, type ClubMessageRow, publishClubMessage, wholeMessageWire } from './message.ts'

const perPage = 50

type Report = { name: string; reason: string; created_at: number }
type ModeratedRow = { message: ClubMessageRow; reports: Report[]; muted_until: number | null }

/**
 * A page of a club's messages that wait for staff, the first reported first, or of those that are hidden, the latest first, with the
 * number of all; one row without a message where there are none.
 */
const listModerated = many<
  { clubId: number; brandId: string; isHidden: boolean; offset: number },
  (ModeratedRow | { message: null; reports: []; muted_until: null }) & { total: number }
>(
  'list-moderated-club-messages',
  `select case when m.id is not null then ${clubMessageJson('m')} end as message, coalesce(w.reports, '[]') as reports,
     unix(r.muted_until) as muted_until,
     case when $isHidden::boolean
       then (select count(*)::int from club_messages h where h.community_id = c.id and h.hidden_at is not null)
       else (select count(distinct h.id)::int from club_reports p join club_messages h on h.id = p.message_id
         where p.handled_at is null and h.community_id = c.id)
     end as total
   from communities c
   left join lateral (
     select h.*, null::timestamptz as reported_at from club_messages h
     where $isHidden::boolean and h.community_id = c.id and h.hidden_at is not null
     union all
     select h.*, w.reported_at from (
       select p.message_id, min(p.created_at) as reported_at from club_reports p
       where not $isHidden and p.handled_at is null group by p.message_id
     ) w join club_messages h on h.id = w.message_id and h.community_id = c.id
     order by hidden_at desc, reported_at, id limit ${perPage} offset $offset
   ) m on true
   left join lateral (
     select json_agg(json_build_object('name', ${nameOf('u')}, 'reason', p.reason, 'created_at', unix(p.created_at))
       order by p.created_at) as reports
     from club_reports p join users u on u.id = p.user_id where p.message_id = m.id and ($isHidden or p.handled_at is null)
   ) w on true
   left join club_readers r on r.community_id = c.id and r.user_id = m.author_id
   where c.id = $clubId and c.brand_id = $brandId
   order by m.hidden_at desc, m.reported_at, m.id`,
)

/** Hides or shows a message and settles its reports; publishes it when it changed. */
const setHidden = one<
  { clubId: number; brandId: string; messageId: number; userId: number; isHidden: boolean; now: number },
  { isChanged: boolean; settled: number }
>(
  'set-club-message-hidden',
  `with known as (
     select m.id, m.community_id, m.hidden_at is not null as "isHidden"
     from club_messages m join communities c on c.id = m.community_id
     where m.id = $messageId and m.community_id = $clubId and c.brand_id = $brandId for no key update of m
   ), changed as (
     update club_messages m set hidden_at = case when $isHidden::boolean then to_timestamp($now::float8) end,
       hidden_by = case when $isHidden then $userId::bigint end, updated_at = to_timestamp($now)
     from known where m.id = known.id and known."isHidden" <> $isHidden returning m.id
   ), settled as (
     update club_reports p set handled_at = to_timestamp($now::float8) from known
     where p.message_id = known.id and p.handled_at is null returning p.message_id
   )
   select changed.id is not null as "isChanged", (select count(*)::int from settled) as settled,
     case when changed.id is not null then ${publishClubMessage('k.community_id', 'k.id')} end
   from known k left join changed on changed.id = k.id`,
)

/** Keeps until when somebody may not write in a club's chat; undefined when either is not of the school. */
const setMuted = one<
  { clubId: number; brandId: string; userId: number; until: number | null },
  { before: number | null }
>(
  'set-club-mute',
  `with place as (
     select c.id as club, u.id as person, r.muted_until as before from communities c
     join users u on u.id = $userId and u.brand_id = c.brand_id
     left join club_readers r on r.community_id = c.id and r.user_id = u.id
     where c.id = $clubId and c.brand_id = $brandId
   ), kept as (
     insert into club_readers as r (community_id, user_id, muted_until) select club, person, to_timestamp($until::float8) from place
     on conflict (community_id, user_id) do update set muted_until = excluded.muted_until
     where r.muted_until is distinct from excluded.muted_until
     returning user_id, community_id
   ), ${publishEvents(clubchat, 'club_writing', { from: 'kept', roomId: 'user_id', stored: { club_id: 'community_id' } })}
   select unix(before) as before from place`,
)

/** What staff have to decide about, or what they have hidden. */
export async function moderatedMessages(context: ClubContext<'GET /studio/clubs/:id/chat/messages'>) {
  const { db, user, params, query, now, setPage, refuse } = context
  const { show, page = 1 } = query
  const wanted = { clubId: params.id, brandId: user.brandId, isHidden: show === 'hidden', offset: (page - 1) * perPage }
  const rows = await listModerated(db, wanted)
  const { total } = rows[0] ?? refuse('not_found')
  setPage({ page, perPage, total })
  return rows.flatMap(({ message, reports, muted_until }) =>
    message ? [{ message: wholeMessageWire(message, { userId: user.userId, now }), reports, muted_until }] : [],
  )
}

/** Hides a message, shows it again or leaves it as it is; its reports are settled. */
export async function hideMessage(context: ClubContext<'PUT /studio/clubs/:id/chat/messages/:messageId/hidden'>) {
  const { db, user, params, body, now, live, refuse } = context
  const { id: clubId, messageId } = params
  const { userId, brandId } = user
  await db.inTransaction(async tx => {
    const wanted = { clubId, brandId, messageId, userId, isHidden: body.is_hidden, now: now / 1000 }
    const { isChanged, settled } = (await setHidden(tx, wanted)) ?? refuse('not_found')
    if (!isChanged && settled === 0) return
    const action = isChanged ? (body.is_hidden ? 'hide' : 'restore') : 'settle'
    const detail = { club_id: clubId, reports: settled }
    await writeAudit(tx, user, {
      action: `club_message.${action}`,
      targetType: 'club_message',
      targetId: messageId,
      detail,
    })
  })
  live.nudge(clubRoom, clubId)
  return {}
}

/** Says until when somebody may not write, or lets them write again. */
export async function mutePerson(context: ClubContext<'PUT /studio/clubs/:id/chat/people/:userId/mute'>) {
  const { db, user, params, body, now, live, refuse } = context
  const { until } = body
  if (until !== null && !isMuted(until, secondsFromMs(now))) refuse('mute_time_past', { fields: ['until'] })
  await db.inTransaction(async tx => {
    const wanted = { clubId: params.id, brandId: user.brandId, userId: params.userId, until }
    const { before } = (await setMuted(tx, wanted)) ?? refuse('not_found')
    const action = until === null ? 'club.unmute' : 'club.mute'
    const detail = { user_id: params.userId, until }
    if (before !== until) await writeAudit(tx, user, { action, targetType: 'club', targetId: params.id, detail })
  })
  live.nudge(userRoom, params.userId)
  return { muted_until: until }
}
