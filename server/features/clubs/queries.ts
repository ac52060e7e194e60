import { many, one } from '#server/platform/database/statement.ts'
import { nameOf } from '#server/features/accounts/people-search.ts'
import type {
  ClubFieldsWire,
  ClubMemberWire,
  EditedClubWire,
  UserCommunityWire,
} from '#shared/features/clubs/contract.ts'

export type Titles = ClubFieldsWire['titles']

/** SQL: the days by which pauses move the end of the place `us`, as `effectiveEndsOn` counts them. */
const pausedDays = `(select count(distinct day)::int from stream_freezes f, generate_series(f.starts_on,
    case when f.status = 2 then least(f.ends_on, coalesce(f.canceled_on, f.starts_on) - 1) else f.ends_on end, interval '1 day') day
  where f.user_stream_id = us.id and day >= us.starts_on)`

/**
 * SQL: what each order `o` opens of clubs, until when (null without an end). A subscription opens those of its present plan; another
 * order counts while it is open.
 */
const given = `select o.user_id, o.is_open, o.created_at, cs.community_id, ps.id is not null as is_subscribed,
    ps.next_pay_at is not null as goes_on,
    case when ps.id is not null then ps.end_at else (
      select (us.ends_on + 1 + ${pausedDays})::timestamp at time zone u.timezone from user_streams us join users u on u.id = us.user_id
      where us.order_service_id = o.id order by us.id limit 1) end as until
  from orders o left join payment_subscriptions ps on ps.order_id = o.id
  join community_services cs on cs.service_id = coalesce(ps.service_id, o.service_id)
  where (o.is_open or ps.status <> 'Created')`

/** SQL: what ties a person to each club: by purchases, where there are any, otherwise by subscriptions. */
const membershipsOf = (userId: string) => `select g.community_id, bool_and(g.is_subscribed) as is_optional_purchase,
    bool_or(g.is_subscribed and g.is_open) as is_included,
    unix(coalesce(min(g.created_at) filter (where not g.is_subscribed), min(g.created_at))) as start_date,
    case
      when bool_or(g.until is null and not g.is_subscribed) then null
      when bool_and(g.is_subscribed) and bool_or(g.until is null) then null
      else unix(coalesce(max(g.until) filter (where not g.is_subscribed), max(g.until))) - 1
    end as end_date
  from (${given} and o.user_id = ${userId}) g group by g.community_id`

/** SQL: the same of `$userId`. */
const memberships = membershipsOf('$userId')

/** SQL: the ids of the clubs that are a person's at `$now` (Unix seconds), as `clubType` says it. */
export const ownedClubsOf = (
  userId: string,
) => `(select array_agg(m.community_id) from (${membershipsOf(userId)}) m where m.is_included
  or (not m.is_optional_purchase and m.start_date <= $now and (m.end_date is null or $now <= m.end_date)))`

/** SQL: the same of `$userId`. */
export const ownedClubs = ownedClubsOf('$userId')

export type MembershipRow = UserCommunityWire & { is_included: boolean }

/** What ties a person to clubs that are not hidden. */
export const listMemberships = many<{ userId: number; brandId: string }, MembershipRow>(
  'list-club-memberships',
  `select m.community_id, m.start_date, m.end_date, m.is_optional_purchase, m.is_included
   from (${memberships}) m join communities c on c.id = m.community_id
   where c.brand_id = $brandId and not c.is_hidden order by m.community_id`,
)

export type ClubRow = Omit<EditedClubWire, 'titles' | 'is_hidden' | 'service_ids' | 'revision'> & {
  uniq: string
  titles: Titles
  sharesCourse: boolean
  membership: MembershipRow | null
}

/** A school's clubs, with what ties a person to each. */
export const listClubs = many<{ userId: number; brandId: string }, ClubRow>(
  'list-clubs',
  `select c.id, c.uniq, c.titles, c.slug, c.chat_only, c.course_ids, c.faq_url, c.custom_url, c.telegram_chat_url,
     c.have_subscription_landing_url, c.no_have_subscription_landing_url,
     exists (select from user_streams us where us.user_id = $userId and us.taken_out_at is null
       and us.course_id = any (c.course_ids)) as "sharesCourse",
     case when m.community_id is not null then row_to_json(m) end as membership
   from communities c left join (${memberships}) m on m.community_id = c.id
   where c.brand_id = $brandId and not c.is_hidden order by c.id limit 500`,
)

type ListedRow = {
  id: number
  titles: Titles
  slug: string
  chat_only: boolean
  is_hidden: boolean
  services: number
  members: number
}

/** SQL: whether what is given by an order `g` counts at `$now` (Unix seconds). */
const isGivenNow = `g.is_open and (g.is_subscribed or g.until is null or g.until > to_timestamp($now))`

/** SQL: who has the club `$clubId` at `$now` (Unix seconds). */
export const clubMembers = `select distinct g.user_id from (${given}) g where g.community_id = $clubId and ${isGivenNow}`

export type MemberRow = (ClubMemberWire | { id: null }) & { total: number }

/** One page of who has a club now, with the total in each row; a single row without an id when there is nobody. */
export const listMembers = many<
  { clubId: number; brandId: string; now: number; limit: number; offset: number },
  MemberRow
>(
  'list-club-members',
  `with m as (
     select g.user_id, unix(min(g.created_at)) as since, bool_and(g.is_subscribed) as is_subscribed,
       case when not bool_or(g.until is null or g.goes_on) then unix(max(g.until)) - 1 end as until
     from (${given}) g where g.community_id = $clubId and ${isGivenNow} group by g.user_id
   )
   select (select count(*)::int from m) as total, page.*
   from communities c left join (
     select u.id, ${nameOf('u')} as name, u.email, m.since, m.until, m.is_subscribed
     from m join users u on u.id = m.user_id order by m.since desc, u.id desc limit $limit offset $offset
   ) page on true
   where c.id = $clubId and c.brand_id = $brandId order by page.since desc, page.id desc`,
)

/** The clubs of a school as staff see them; members are those who have it at `now` (Unix seconds). */
export const listAllClubs = many<{ brandId: string; now: number }, ListedRow>(
  'list-all-clubs',
  `select c.id, c.titles, c.slug, c.chat_only, c.is_hidden,
     (select count(*)::int from community_services cs where cs.community_id = c.id) as services,
     coalesce(m.members, 0) as members
   from communities c left join (
     select g.community_id, count(distinct g.user_id)::int as members from (${given}) g
     where ${isGivenNow} group by g.community_id
   ) m on m.community_id = c.id
   where c.brand_id = $brandId order by c.id limit 500`,
)

const edited = `select c.id, c.titles, c.slug, c.chat_only, c.is_hidden, c.course_ids, c.faq_url, c.custom_url, c.telegram_chat_url,
  c.have_subscription_landing_url, c.no_have_subscription_landing_url, c.revision,
  (select coalesce(json_agg(cs.service_id order by cs.service_id), '[]') from community_services cs
   where cs.community_id = c.id) as service_ids
  from communities c where c.id = $1 and c.brand_id = $2`

/** A club as staff edit it. */
export const findClub = one<[id: number, brandId: string], EditedClubWire>('find-club', edited)

/** A club as it is once nobody else changes it; others wait for this transaction. */
export const lockClub = one<[id: number, brandId: string], EditedClubWire>(
  'lock-club',
  `${edited} for no key update of c`,
)

/** Whether a brand has all the courses and services that a club names. */
export const findNamedByClub = one<
  { brandId: string; courseIds: number[]; serviceIds: number[] },
  { hasCourses: boolean; hasServices: boolean }
>(
  'find-named-by-club',
  `select not exists (select from unnest($courseIds::bigint[]) n(id) where not exists (
       select from courses c where c.id = n.id and c.brand_id = $brandId)) as "hasCourses",
     not exists (select from unnest($serviceIds::bigint[]) n(id) where not exists (
       select from services s where s.id = n.id and s.brand_id = $brandId and not s.is_test and not s.is_extension)) as "hasServices"`,
)

type Fields = Omit<ClubFieldsWire, 'titles' | 'course_ids' | 'service_ids'> & {
  titles: string
  course_ids: number[]
  service_ids: number[]
}

/** Adds a club; undefined when its key has added one already, or another has its slug. */
export const insertClub = one<Fields & { brandId: string; clientKey: string }, { id: number }>(
  'insert-club',
  `with c as (
     insert into communities (brand_id, titles, slug, chat_only, is_hidden, course_ids, faq_url, custom_url, telegram_chat_url,
       have_subscription_landing_url, no_have_subscription_landing_url, client_key)
     values ($brandId, $titles, $slug, $chat_only, $is_hidden, $course_ids, $faq_url, $custom_url, $telegram_chat_url,
       $have_subscription_landing_url, $no_have_subscription_landing_url, $clientKey)
     on conflict do nothing returning id
   ), opened as (
     insert into community_services (community_id, service_id) select c.id, n.id from c, unnest($service_ids::bigint[]) n(id)
   )
   select id from c`,
)

export const findClubByKey = one<[brandId: string, key: string], { id: number }>(
  'find-club-by-key',
  'select id from communities where brand_id = $1 and client_key = $2',
)

/** Changes a locked club; an error of the database when another has its slug. */
export const setClub = one<Fields & { id: number; brandId: string }, { revision: number }>(
  'set-club',
  `with c as (
     update communities c set titles = $titles, slug = $slug, chat_only = $chat_only, is_hidden = $is_hidden,
       course_ids = $course_ids, faq_url = $faq_url, custom_url = $custom_url, telegram_chat_url = $telegram_chat_url,
       have_subscription_landing_url = $have_subscription_landing_url,
       no_have_subscription_landing_url = $no_have_subscription_landing_url, revision = revision + 1
     where c.id = $id and c.brand_id = $brandId returning c.id, c.revision
   ), closed as (
     delete from community_services cs using c where cs.community_id = c.id and cs.service_id <> all ($service_ids::bigint[])
   ), opened as (
     insert into community_services (community_id, service_id) select c.id, n.id from c, unnest($service_ids::bigint[]) n(id)
     on conflict do nothing
   )
   select revision from c`,
)

export const deleteClub = one<[id: number, brandId: string], { titles: Titles }>(
  'delete-club',
  'delete from communities where id = $1 and brand_id = $2 returning titles',
)
