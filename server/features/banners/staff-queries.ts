import { isShownPicture, mediaJson, type UploadedRow } from '#server/features/media/media-item.ts'
import { many, one, run } from '#server/platform/database/statement.ts'
import type {
  BannerFieldsWire,
  BannerFiguresWire,
  BannerWire,
  EditedBannerWire,
} from '#shared/features/banners/wire.ts'
import { narrowed } from './queries.ts'

type ListedRow = Pick<
  EditedBannerWire,
  'id' | 'type' | 'state' | 'starts_at' | 'ends_at' | 'positionsIds' | 'texts'
> & {
  shown: number
  clicked: number
}

/** All banners of a school with their figures, those in the archive last. */
export const listAllBanners = many<[brandId: string], ListedRow>(
  'list-all-banners',
  `select b.id, b.texts, b.type, b.state, b.position_ids as "positionsIds", unix(b.starts_at) as starts_at, unix(b.ends_at) as ends_at,
     coalesce(d.shown, 0)::int as shown, coalesce(d.clicked, 0)::int as clicked
   from banners b left join lateral (select sum(shown) as shown, sum(clicked) as clicked from banner_days d where d.banner_id = b.id) d on true
   where b.brand_id = $1 order by b.state = 'archived', b.sort, b.id limit 1000`,
)

type EditedRow = Omit<EditedBannerWire, 'image'> & { picture: UploadedRow | null }

const edited = `select b.id, b.type, b.state, b.texts, b.sort, b.platforms, b.position_ids as "positionsIds", b.picture_id, b.link,
  b.segment_ids, ${narrowed}, unix(b.starts_at) as starts_at, unix(b.ends_at) as ends_at, b.revision, ${mediaJson('m')} as picture
  from banners b left join media m on m.id = b.picture_id where b.id = $1 and b.brand_id = $2`

/** A banner as staff edit it. */
export const findBanner = one<[id: number, brandId: string], EditedRow>('find-banner', edited)

/** A banner as it is once nobody else changes it; others wait for this transaction. */
export const lockBanner = one<[id: number, brandId: string], EditedRow>(
  'lock-banner',
  `${edited} for no key update of b`,
)

/** A banner's texts, and how often it was seen and followed on each day, the latest first. */
export const findBannerFigures = one<
  [id: number, brandId: string],
  { texts: BannerFieldsWire['texts']; days: BannerFiguresWire['days'] }
>(
  'find-banner-figures',
  `select b.texts, coalesce((select json_agg(json_build_object('day', d.day, 'shown', d.shown, 'clicked', d.clicked) order by d.day desc)
     from (select * from banner_days d where d.banner_id = b.id order by d.day desc limit 400) d), '[]') as days
   from banners b where b.id = $1 and b.brand_id = $2`,
)

type Named = { courses: boolean; clubs: boolean; days: boolean; picture: boolean }
type Naming = {
  brandId: string
  courseIds: readonly number[]
  communityIds: readonly number[]
  dayIds: readonly number[]
  pictureId: number | null
}

/** Which of what a banner names is there; its picture stays until the transaction ends. */
export const findNamedByBanner = one<Naming, Named>(
  'find-named-by-banner',
  `with picture as (
     select m.id from media m where m.id = $pictureId and m.brand_id = $brandId and ${isShownPicture('m')} for key share
   )
   select
     not exists (select from unnest($courseIds::bigint[]) n(id) where not exists (
       select from courses c where c.id = n.id and c.brand_id = $brandId)) as courses,
     not exists (select from unnest($communityIds::bigint[]) n(id) where not exists (
       select from communities c where c.id = n.id and c.brand_id = $brandId)) as clubs,
     not exists (select from unnest($dayIds::bigint[]) n(id) where not exists (
       select from course_days d join courses c on c.id = d.course_id where d.id = n.id and c.brand_id = $brandId)) as days,
     $pictureId::bigint is null or exists (select from picture) as picture`,
)

/** The segments that accounts of a school have, or those of them with the ids. */
export const listSegments = many<[brandId: string, ids: readonly number[] | null], BannerWire['segments'][number]>(
  'list-segments',
  `select distinct on (id) * from (
     select (s ->> 'id')::bigint as id, coalesce(s ->> 'name', s ->> 'title', '') as name,
       s ->> 'analyticProductName' as "analyticProductName", s ->> 'analyticSchoolTitle' as "analyticSchoolTitle"
     from users u, jsonb_array_elements(u.segments) s where u.brand_id = $1
   ) s where $2::bigint[] is null or id = any ($2::bigint[]) order by id, name limit 1000`,
)

type Fields = Omit<BannerFieldsWire, 'texts'> & { texts: string; segments: string }

/** Adds a banner; undefined when its key has added one already. */
export const insertBanner = one<Fields & { brandId: string; clientKey: string }, { id: number }>(
  'insert-banner',
  `insert into banners (brand_id, type, texts, sort, platforms, position_ids, picture_id, link, segments, segment_ids, course_ids,
     community_ids, application_ids, stage_day_ids, not_display_course_ids, not_display_community_ids, not_display_application_ids,
     starts_at, ends_at, client_key)
   values ($brandId, $type, $texts, $sort, $platforms, $positionsIds, $picture_id, $link, $segments, $segment_ids, $course_ids,
     $community_ids, $application_ids, $stage_day_ids, $not_display_course_ids, $not_display_community_ids,
     $not_display_application_ids, to_timestamp($starts_at), to_timestamp($ends_at), $clientKey)
   on conflict do nothing returning id`,
)

export const findBannerByKey = one<[brandId: string, key: string], { id: number }>(
  'find-banner-by-key',
  'select id from banners where brand_id = $1 and client_key = $2',
)

/** Changes a locked banner. */
export const setBanner = one<Fields & { id: number }, { revision: number }>(
  'set-banner',
  `update banners set type = $type, texts = $texts, sort = $sort, platforms = $platforms, position_ids = $positionsIds,
     picture_id = $picture_id, link = $link, segments = $segments, segment_ids = $segment_ids, course_ids = $course_ids,
     community_ids = $community_ids, application_ids = $application_ids, stage_day_ids = $stage_day_ids,
     not_display_course_ids = $not_display_course_ids, not_display_community_ids = $not_display_community_ids,
     not_display_application_ids = $not_display_application_ids, starts_at = to_timestamp($starts_at),
     ends_at = to_timestamp($ends_at), revision = revision + 1
   where id = $id returning revision`,
)

export const setBannerState = run<[id: number, state: string]>(
  'set-banner-state',
  'update banners set state = $2 where id = $1',
)

/** Removes a banner that nobody has seen. */
export const deleteUnseenBanner = run<[id: number]>(
  'delete-unseen-banner',
  `delete from banners b where b.id = $1 and not exists (select from banner_days d where d.banner_id = b.id)
     and not exists (select from banner_seen s where s.banner_id = b.id)`,
)

/** The days of a course of the brand, in order. */
export const listDaysToChoose = many<
  [courseId: number, brandId: string],
  { id: number; number: number; titles: Record<string, string> }
>(
  'list-days-to-choose',
  `select d.id, d.day_number as number, titles_in(d.texts) as titles from course_days d join courses c on c.id = d.course_id
   where c.id = $1 and c.brand_id = $2 and d.archived_at is null order by d.day_number, d.id`,
)
