import { many, one } from '#server/platform/database/statement.ts'
import type { EditedPositionWire, PositionFieldsWire } from '#shared/features/billing/catalogue/catalogue-wire.ts'
import type { ServiceWire } from '#shared/features/billing/wire.ts'
import type { LocalDate } from '#shared/platform/times.ts'
import { isSold, soldColumns, soldTables } from '../orders/offers.ts'
import { courseImage, type ShownRow } from './sold-services.ts'

type Texts = PositionFieldsWire['texts']

/** SQL: the service that the position `p` sells: its own, or the one that opens its course for longest at once. */
const soldBy = `coalesce(p.service_id, (select b.id from services b where b.course_id = p.course_id and b.brand_id = p.brand_id
  and not b.is_hidden and b.archived_at is null and not b.is_extension order by array_position(array['course_buy', 'course_subscription'], b.type), b.id limit 1))`
/** SQL: whether a subscription of `$userId` goes on and is charged to something. */
const hasSubscription = `exists (select from payment_subscriptions ps join payment_methods pm on pm.id = ps.method_id
  where ps.user_id = $userId and ps.state in ('trial', 'active') and pm.removed_at is null)`

export type PositionRow = ShownRow & {
  positionId: number
  positionTexts: Texts
  categoryId: number | null
  sort: number
  hasSubscription: boolean
  total: number
}

const isListed = `p.brand_id = $brandId and not p.is_hidden and ${isSold} and s.brand_id = $brandId
  and ($categoryId::int is null or p.category_id = $categoryId) and ($type::text is null or s.type = $type)`
type Wanted = { brandId: string; categoryId: number | null; type: ServiceWire['type'] | null }

/** A page of the catalogue as a learner sees it on `today`. */
export const listPositions = many<
  Wanted & { userId: number; today: LocalDate; limit: number; offset: number },
  PositionRow
>(
  'list-catalog-positions',
  `with page as (
     select p.id, p.texts, p.category_id, p.sort, p.picture, s.id as service, count(*) over ()::int as total
     from catalog_positions p join services s on s.id = ${soldBy}
     where ${isListed} order by p.sort, p.id limit $limit offset $offset
   )
   select ${soldColumns}, ${courseImage}, p.id as "positionId", p.texts as "positionTexts", p.category_id as "categoryId", p.sort,
     p.picture, p.total, ${hasSubscription} as "hasSubscription"
   from page p join (${soldTables}) on s.id = p.service order by p.sort, p.id`,
)

/** How many positions the catalogue has. */
export const countPositions = one<Wanted, { total: number }>(
  'count-catalog-positions',
  `select count(*)::int as total from catalog_positions p join services s on s.id = ${soldBy} where ${isListed}`,
)

/** The service that a shown position sells. */
export const findSoldService = one<[id: number, brandId: string], { serviceId: number }>(
  'find-service-of-position',
  `select s.id as "serviceId" from catalog_positions p join services s on s.id = ${soldBy}
   where p.id = $1 and p.brand_id = $2 and s.brand_id = $2 and not p.is_hidden and ${isSold}`,
)

type ShopRow = {
  id: number
  texts: Texts
  categoryId: number | null
  isHidden: boolean
  course: { id: number; version: number } | null
  service: { texts: Texts; type: ServiceWire['type']; isShown: boolean } | null
}

/** All positions of a brand in their order. */
export const listShopPositions = many<[brandId: string], ShopRow>(
  'list-shop-positions',
  `select p.id, p.texts, p.category_id as "categoryId", p.is_hidden as "isHidden",
     (select json_build_object('id', c.id, 'version', c.version) from courses c
      where c.id = coalesce(p.course_id, s.course_id) and c.version > 0) as course,
     case when s.id is not null then json_build_object('texts', s.texts, 'type', s.type, 'isShown', ${isSold}) end as service
   from catalog_positions p left join services s on s.id = ${soldBy}
   where p.brand_id = $1 order by p.sort, p.id`,
)

const edited = `select id, texts, service_id, course_id, category_id, picture, revision,
  case when is_hidden then 'hidden' else 'shown' end as state from catalog_positions where id = $1 and brand_id = $2`

/** A position as staff edit it. */
export const findPosition = one<[id: number, brandId: string], EditedPositionWire>('find-position', edited)

/** A position as it is once nobody else changes it; others wait for this transaction. */
export const lockPosition = one<[id: number, brandId: string], EditedPositionWire>(
  'lock-position',
  `${edited} for no key update`,
)

/** Whether a brand has what a position is to name. */
export const findNamed = one<
  { brandId: string; serviceId: number | null; courseId: number | null; picture: string | null },
  { hasService: boolean; hasCourse: boolean; hasPicture: boolean }
>(
  'find-named-by-position',
  `select $serviceId::bigint is null or exists (select from services s where s.id = $serviceId and s.brand_id = $brandId
       and not s.is_test and not s.is_extension) as "hasService",
     $courseId::bigint is null or exists (select from courses c where c.id = $courseId and c.brand_id = $brandId
       and c.version > 0) as "hasCourse",
     $picture::text is null or exists (select from brand_pictures b where b.name = $picture and b.brand_id = $brandId)
       as "hasPicture"`,
)

type Fields = {
  texts: string
  serviceId: number | null
  courseId: number | null
  categoryId: number | null
  picture: string | null
}

/** Adds a position at the end; undefined when its key has added one already. */
export const insertPosition = one<Fields & { brandId: string; clientKey: string }, { id: number }>(
  'insert-position',
  `insert into catalog_positions (brand_id, texts, service_id, course_id, category_id, picture, client_key, sort)
   select $brandId, $texts, $serviceId, $courseId, $categoryId, $picture, $clientKey,
     2 + coalesce((select max(sort) from catalog_positions where brand_id = $brandId), 0)
   on conflict do nothing returning id`,
)

export const findPositionByKey = one<[brandId: string, key: string], { id: number }>(
  'find-position-by-key',
  'select id from catalog_positions where brand_id = $1 and client_key = $2',
)

export const setPosition = one<Fields & { id: number }, { revision: number }>(
  'set-position',
  `update catalog_positions set texts = $texts, service_id = $serviceId, course_id = $courseId, category_id = $categoryId,
     picture = $picture, revision = revision + 1 where id = $id returning revision`,
)

type Was = { texts: Texts }

/** Shows or hides a position, and answers how it was before. */
export const setPositionState = one<{ id: number; brandId: string; isHidden: boolean }, Was & { wasHidden: boolean }>(
  'set-position-state',
  `with known as (
     select id, is_hidden from catalog_positions where id = $id and brand_id = $brandId for no key update
   )
   update catalog_positions p set is_hidden = $isHidden from known where p.id = known.id
   returning p.texts, known.is_hidden as "wasHidden"`,
)

/** Moves a position to stand after another (null for the first place); undefined when one of them is not the brand’s. */
export const placePosition = one<{ id: number; brandId: string; after: number | null }, Was & { isMoved: boolean }>(
  'place-position',
  `with known as (
     select id, sort from catalog_positions where brand_id = $brandId order by id for no key update
   ), before as (
     select id, row_number() over (order by sort, id) as at from known
   ), others as (
     select id, 2 * row_number() over (order by sort, id) as at from known where id <> $id
   ), aim as (
     select case when $after::bigint is null then 1 else 1 + (select at from others where id = $after) end as at
   ), wanted as (
     select id, row_number() over (order by at) as at from (
       select id, at from others union all select $id::bigint, at from aim where at is not null
     ) w
   ), moved as (
     update catalog_positions p set sort = 2 * w.at from wanted w join known k using (id) cross join aim
     where p.id = w.id and aim.at is not null and k.sort <> 2 * w.at
   )
   select p.texts, b.at <> w.at as "isMoved"
   from catalog_positions p join before b using (id) join wanted w using (id) where p.id = $id`,
)

export const deletePosition = one<[id: number, brandId: string], Was>(
  'delete-position',
  'delete from catalog_positions where id = $1 and brand_id = $2 returning texts',
)
