import { many, one, run } from '#server/platform/database/statement.ts'
import type { EditedAnnouncementWire } from '#shared/features/announcements/wire.ts'
import type { AnnouncementState, AnnouncementTexts } from '#shared/features/announcements/rules.ts'

const reached = `a.state, unix(a.starts_at) as starts_at, a.recipients, a.told, a.pushed, a.lettered, a.opened, a.clicked`

export type ListedRow = Omit<
  EditedAnnouncementWire,
  'link' | 'by_push' | 'by_letter' | 'audience' | 'timing' | 'revision'
>

/** All announcements of a school, the latest first. */
export const listAnnouncements = many<[brandId: string], ListedRow>(
  'list-announcements',
  `select a.id, a.texts, ${reached} from announcements a
   where a.brand_id = $1 order by a.id desc limit 500`,
)

const edited = `select a.id, a.texts, a.link, a.by_push, a.by_letter, a.audience, a.timing, ${reached}, a.revision
  from announcements a where a.id = $1 and a.brand_id = $2`

/** An announcement as staff edit it. */
export const findAnnouncement = one<[id: number, brandId: string], EditedAnnouncementWire>('find-announcement', edited)

/** An announcement as it is once nobody else changes or sends it; others wait for this transaction. */
export const lockAnnouncement = one<[id: number, brandId: string], EditedAnnouncementWire>(
  'lock-announcement',
  `${edited} for no key update of a`,
)

type ToldRow = { id: number; texts: AnnouncementTexts; link: string | null; told_at: number }

/** An announcement that somebody was told. */
export const findTold = one<[id: number, userId: number], ToldRow>(
  'find-told-announcement',
  `select a.id, a.texts, a.link, unix(r.told_at) as told_at from announcement_recipients r
     join announcements a on a.id = r.announcement_id
   where r.announcement_id = $1 and r.user_id = $2 and r.told_at is not null`,
)

type Named = { course: boolean; stream: boolean; club: boolean; day: boolean }
type Naming = {
  brandId: string
  courseId: number | null
  streamId: number | null
  clubId: number | null
  dayId: number | null
}

/** Which of what an audience names is there; a day has to be of its course. */
export const findNamedByAudience = one<Naming, Named>(
  'find-named-by-audience',
  `select $courseId::bigint is null or exists (select from courses c where c.id = $courseId and c.brand_id = $brandId) as course,
     $streamId::bigint is null or exists (select from streams s join courses c on c.id = s.course_id
       where s.id = $streamId and c.brand_id = $brandId) as stream,
     $clubId::bigint is null or exists (select from communities c where c.id = $clubId and c.brand_id = $brandId) as club,
     $dayId::bigint is null or exists (select from course_days d join courses c on c.id = d.course_id
       where d.id = $dayId and d.course_id = $courseId and c.brand_id = $brandId) as day`,
)

type DaysRow = { days: { id: number; number: number; titles: Record<string, string> }[] }

/** The days of a course of the brand, in order. */
export const findAudienceDays = one<[courseId: number, brandId: string], DaysRow>(
  'find-audience-days',
  `select (select coalesce(json_agg(json_build_object('id', d.id, 'number', d.day_number, 'titles', titles_in(d.texts))
        order by d.day_number, d.id), '[]')
      from course_days d where d.course_id = c.id and d.archived_at is null) as days
   from courses c where c.id = $1 and c.brand_id = $2`,
)

type Fields = {
  texts: string
  link: string | null
  by_push: boolean
  by_letter: boolean
  audience: string
  timing: string
}

/** Adds an announcement; undefined when its key has added one already. */
export const insertAnnouncement = one<Fields & { brandId: string; clientKey: string }, { id: number }>(
  'insert-announcement',
  `insert into announcements (brand_id, texts, link, by_push, by_letter, audience, timing, client_key)
   values ($brandId, $texts, $link, $by_push, $by_letter, $audience, $timing, $clientKey) on conflict do nothing returning id`,
)

export const findAnnouncementByKey = one<[brandId: string, key: string], { id: number }>(
  'find-announcement-by-key',
  'select id from announcements where brand_id = $1 and client_key = $2',
)

/** Changes a locked draft. */
export const setAnnouncement = one<Fields & { id: number }, { revision: number }>(
  'set-announcement',
  `update announcements set texts = $texts, link = $link, by_push = $by_push, by_letter = $by_letter, audience = $audience,
     timing = $timing, revision = revision + 1 where id = $id returning revision`,
)

/** Has a locked announcement wait for its time (Unix seconds), or be a draft again without one. */
export const setScheduled = run<[id: number, startsAt: number | null]>(
  'set-announcement-scheduled',
  `update announcements set starts_at = to_timestamp($2::float8),
     state = case when $2::float8 is null then 'draft' else 'scheduled' end where id = $1`,
)

/** Begins the sending of a locked announcement to so many people; without any it is sent. */
export const setSending = one<[id: number, recipients: number, now: number], { state: AnnouncementState }>(
  'set-announcement-sending',
  `update announcements set recipients = $2, starts_at = to_timestamp($3::float8),
     state = case when $2 = 0 then 'sent' else 'sending' end where id = $1 returning state`,
)

/** Stops a locked announcement; who has not been told is no recipient any more. */
export const stopSending = run<[id: number]>(
  'stop-announcement',
  `with left_out as (delete from announcement_recipients where announcement_id = $1 and told_at is null)
   update announcements set state = 'stopped' where id = $1`,
)

export const deleteAnnouncement = run<[id: number]>('delete-announcement', 'delete from announcements where id = $1')

/** Forgets who was told of announcements before a time (Unix seconds). */
export const deleteOldRecipients = run<[before: number]>(
  'delete-old-announcement-recipients',
  'delete from announcement_recipients where told_at < to_timestamp($1)',
)
