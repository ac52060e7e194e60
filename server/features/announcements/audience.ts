import { clubMembers } from '#server/features/clubs/queries.ts'
import { furthest, marks, places } from '#server/features/progress/places-reached.ts'
import { many, one } from '#server/platform/database/statement.ts'
import type { Db } from '#server/platform/database/statement.ts'
import { type Audience, dueIn, type Timing } from '#shared/features/announcements/rules.ts'
import { secondsFromMs } from '#shared/platform/times.ts'

/** SQL: when the person `u` was last here; whoever signs out leaves no session. */
const lastSeen = `greatest(u.created_at,
  (select max(s.seen_at) from sessions s where s.user_id = u.id and s.impersonator_id is null),
  (select max(d.seen_at) from known_devices d where d.user_id = u.id))`

/** SQL: the learners of an audience, each once; who stopped at a day is counted as the figures of the course count it. */
const people = `${places('$courseId')}, ${marks}, ${furthest}, chosen as (
  select u.id as user_id from users u where $kind::text in ('brand', 'away') and u.brand_id = $brandId
  union select p.user_id from places p where $kind::text = 'course'
  union select us.user_id from user_streams us where $kind::text = 'stream' and us.stream_id = $streamId
    and us.taken_out_at is null and (not us.is_demo or us.course_full_access)
  union select m.user_id from (${clubMembers}) m where $kind::text = 'club'
  union select f.user_id from furthest f join course_days d on d.id = $dayId and d.day_number = f.day_number
    where $kind::text = 'stopped'
), people as (
  select u.id, u.timezone from chosen c join users u on u.id = c.user_id
  where u.brand_id = $brandId and u.role = 'learner' and u.status > 0 and u.blocked_at is null and not u.is_trial
    and (coalesce($days::int, 0) = 0 or ${lastSeen} <= to_timestamp($now) - make_interval(days => $days::int))
)`

type Asked = {
  brandId: string
  kind: Audience['kind']
  courseId: number | null
  streamId: number | null
  clubId: number | null
  dayId: number | null
  days: number | null
  /** Unix seconds. */
  now: number
}

const countPeople = one<Asked, { count: number }>(
  'count-people-to-announce-to',
  `with ${people} select count(*)::int as count from people`,
)

/** Gathers whom an announcement goes to: [{zone, due (Unix seconds)}] where its time is another in each zone. */
const insertRecipients = one<Asked & { id: number; dues: string; usual: number }, { count: number }>(
  'insert-announcement-recipients',
  `with ${people}, made as (
     insert into announcement_recipients (announcement_id, user_id, due_at)
     select $id, p.id, to_timestamp(coalesce(z.due, $usual::float8))
       from people p left join json_to_recordset($dues) as z(zone text, due float8) on z.zone = p.timezone
     on conflict do nothing returning user_id
   )
   select count(*)::int as count from made`,
)

const listZones = many<[brandId: string], { zone: string }>(
  'list-zones-of-learners',
  `select distinct timezone as zone from users where brand_id = $1 and role = 'learner'`,
)

const askedOf = (audience: Audience, brandId: string, now: number): Asked => ({
  brandId,
  kind: audience.kind,
  courseId: audience.course_id,
  streamId: audience.stream_id,
  clubId: audience.club_id,
  dayId: audience.day_id,
  days: audience.days,
  now: secondsFromMs(now),
})

/** How many people an audience is at `now` (ms). */
export async function countAudience(db: Db, audience: Audience, brandId: string, now: number): Promise<number> {
  return (await countPeople(db, askedOf(audience, brandId, now)))?.count ?? 0
}

type Gathered = { id: number; brandId: string; audience: Audience; timing: Timing }

/** Notes each person of an announcement's audience once, with the time at which it comes to them; `now` in ms. Returns how many. */
export async function gatherPeople(tx: Db, { id, brandId, audience, timing }: Gathered, now: number): Promise<number> {
  const zones = timing.kind === 'local' ? await listZones(tx, brandId) : []
  const dues = zones.map(({ zone }) => ({ zone, due: dueIn(timing, zone) }))
  const asked = askedOf(audience, brandId, now)
  const made = await insertRecipients(tx, { ...asked, id, dues: JSON.stringify(dues), usual: asked.now })
  return made?.count ?? 0
}
