import { ownedClubs } from '#server/features/clubs/queries.ts'
import { mediaJson, type UploadedRow } from '#server/features/media/media-item.ts'
import { many, one, run } from '#server/platform/database/statement.ts'
import type { BannerFieldsWire, BannerWire } from '#shared/features/banners/wire.ts'
import type { Platform } from '#shared/features/banners/slots.ts'

/** Who asks; `bannersFrom` are the brands whose banners the caller's takes, `now` is in Unix seconds. */
type Asking = {
  userId: number
  brandId: string
  bannersFrom: readonly string[]
  platforms: readonly Platform[]
  now: number
}

/** SQL: the courses in which `$userId` has a place. */
const ownCourses = `(select array_agg(us.course_id) from user_streams us where us.user_id = $userId and us.taken_out_at is null)`

const ownDays = `(select array_agg(d.id) from course_days d
  where d.course_id = any (select us.course_id from user_streams us where us.user_id = $userId and us.taken_out_at is null))`

const ownSegments = `(select array_agg((s ->> 'id')::bigint) from users u, jsonb_array_elements(u.segments) s where u.id = $userId)`

/** SQL: nothing is asked for, or some of it is the learner's; what the learner has is looked up once, and only if a banner asks. */
const asksFor = (wanted: string, own: string) => `(${wanted} = '{}' or ${wanted} && ${own})`
const avoids = (unwanted: string, own: string) => `(${unwanted} = '{}' or ${unwanted} && ${own} is not true)`

/** SQL: whether the learner sees the banner `b`, as the model of the tests (`isShownTo`) says it. */
const isShown = `b.state = 'shown' and b.brand_id = any ($bannersFrom::text[] || $brandId::text)
  and (b.starts_at is null or b.starts_at <= to_timestamp($now)) and (b.ends_at is null or to_timestamp($now) < b.ends_at)
  and case when b.application_ids = '{}' then b.brand_id = $brandId else $brandId = any (b.application_ids) end
  and $brandId <> all (b.not_display_application_ids)
  and b.platforms && $platforms::text[]
  and ${asksFor('b.segment_ids', ownSegments)}
  and ${asksFor('b.course_ids', ownCourses)}
  and ${asksFor('b.stage_day_ids', ownDays)}
  and ${asksFor('b.community_ids', ownedClubs)}
  and ${avoids('b.not_display_course_ids', ownCourses)}
  and ${avoids('b.not_display_community_ids', ownedClubs)}`

/** SQL: what a banner is narrowed to, as it is sent. */
export const narrowed = `b.course_ids, b.community_ids, b.application_ids, b.stage_day_ids, b.not_display_course_ids,
  b.not_display_community_ids, b.not_display_application_ids`

const answered = `b.id, b.type, b.texts, b.sort, b.platforms, b.position_ids as "positionsIds", b.link, b.segments, ${narrowed},
  ${mediaJson('m')} as picture`

type Texts = BannerFieldsWire['texts']
export type BannerRow = Omit<BannerWire, 'title' | 'text' | 'positions' | 'image'> & {
  texts: Texts
  picture: UploadedRow | null
}

/** The banners that a learner may see now, in their order. */
export const listBanners = many<Asking, BannerRow>(
  'list-banners',
  `select ${answered} from banners b left join media m on m.id = b.picture_id
   where b.type = 'banner' and ${isShown} order by b.sort, b.id limit 500`,
)

/** The first new-feature note of a place that a learner has not closed. */
export const findNewFeature = one<Asking & { position: number }, BannerRow>(
  'find-new-feature',
  `select ${answered} from banners b left join media m on m.id = b.picture_id
   where b.type = 'new_feature' and $position::int = any (b.position_ids) and ${isShown}
     and not exists (select from banner_seen s where s.banner_id = b.id and s.user_id = $userId)
   order by b.sort, b.id limit 1`,
)

/** Keeps that a person has closed a note of their school or of one whose banners it takes; 0 when there is none or it was closed. */
export const insertSeen = run<[userId: number, bannerId: number, brands: readonly string[]]>(
  'insert-banner-seen',
  `insert into banner_seen (user_id, banner_id)
   select $1, id from banners where id = $2 and type = 'new_feature' and state <> 'hidden' and brand_id = any ($3::text[])
   on conflict do nothing`,
)

/** Forgets which showings were counted before `before` (Unix seconds). */
export const deleteOldViews = run<[before: number]>(
  'delete-old-banner-views',
  'delete from banner_views where counted_at < to_timestamp($1)',
)
