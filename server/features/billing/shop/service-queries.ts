import { many, one, run } from '#server/platform/database/statement.ts'
import type { Period } from '#shared/features/billing/subscriptions/periods.ts'
import type { EditedServiceWire } from '#shared/features/billing/selling/selling-wire.ts'
import type { ServiceWire } from '#shared/features/billing/wire.ts'
import type { Language } from '#shared/platform/contract.ts'
import { type ServiceRow, serviceColumns } from '../orders/offers.ts'

type Optional<Value> = Value | null | undefined

/** Something to be sold; prices in minor units by currency, the tax rate in hundredths of a percent. */
export type NewService = {
  brandId: string
  type: ServiceWire['type']
  texts: Partial<Record<Language, { title: string; description: string }>>
  courseId?: Optional<number>
  streamId?: Optional<number>
  accessDays?: Optional<number>
  consultations?: number | undefined
  points?: number | undefined
  taxRate?: number | undefined
  instalments?: number | undefined
  periodCount?: number | undefined
  periodUnit?: Period['unit'] | undefined
  trialDays?: number | undefined
  isGeneral?: boolean | undefined
  isExtension?: boolean | undefined
  categoryId?: number | undefined
  isHidden?: boolean | undefined
  /** Of who adds it, so that it is added once. */
  clientKey?: string | undefined
  prices: Record<string, number>
  appstoreProducts?: { alias: string; code: string }[] | undefined
}

const given = `json_to_record($service) as n("brandId" text, type text, texts jsonb, "courseId" bigint, "streamId" bigint,
  "accessDays" int, consultations int, points int, "taxRate" int, instalments int, "periodCount" int, "periodUnit" text,
  "trialDays" int, "isGeneral" boolean, "isExtension" boolean, "categoryId" int, "isHidden" boolean, "clientKey" text, prices json,
  "appstoreProducts" json)`
const storeProducts = `json_to_recordset(coalesce(n."appstoreProducts", '[]')) as g(alias text, code text)`

/** Adds a service (JSON of a NewService) with its prices; undefined when its key has added one already. */
export const insertService = one<{ service: string }, { id: number }>(
  'insert-service',
  `with n as (
     select * from ${given}
   ), s as (
     insert into services (brand_id, type, texts, course_id, stream_id, access_days, consultations, points, tax_rate, instalments,
       period_count, period_unit, trial_days, is_general, is_extension, category_id, is_hidden, client_key)
     select "brandId", type, texts, "courseId", "streamId", "accessDays", coalesce(consultations, 0), coalesce(points, 0),
       coalesce("taxRate", 0), coalesce(instalments, 1), coalesce("periodCount", 1), coalesce("periodUnit", 'month'),
       coalesce("trialDays", 0), coalesce("isGeneral", false), coalesce("isExtension", false), "categoryId", coalesce("isHidden", false), "clientKey"
     from n on conflict do nothing returning id
   ), p as (
     insert into service_prices (service_id, currency, amount)
     select s.id, p.key, p.value::text::bigint from s, n, json_each(n.prices) p
   ), g as (
     insert into appstore_products (service_id, alias, code) select s.id, g.alias, g.code from s, n, ${storeProducts}
   )
   select id from s`,
)

export const findServiceByKey = one<[brandId: string, key: string], { id: number }>(
  'find-service-by-key',
  'select id from services where brand_id = $1 and client_key = $2',
)

/** Makes whoever changes a service wait for this transaction; what it says is read afterwards. */
export const lockService = run<[id: number, brandId: string]>(
  'lock-service',
  'select from services where id = $1 and brand_id = $2 and not is_test for no key update',
)

/** A service as staff edit it. */
export const findService = one<[id: number, brandId: string], EditedServiceWire>(
  'find-edited-service',
  `select s.id, s.type, s.is_general, s.texts, s.course_id, s.stream_id, s.access_days, s.consultations, s.points, s.tax_rate,
     s.instalments, s.period_count as period, s.period_unit as interval, s.trial_days, s.is_extension, s.revision,
     case when s.archived_at is not null then 'archived' when s.is_hidden then 'hidden' else 'shown' end as state,
     (select coalesce(json_agg(json_build_object('currency', p.currency, 'amount', p.amount) order by p.currency), '[]')
      from service_prices p where p.service_id = s.id) as prices,
     (select coalesce(json_agg(json_build_object('alias', a.alias, 'code', a.code) order by a.code), '[]')
      from appstore_products a where a.service_id = s.id) as appstore_products
   from services s where s.id = $1 and s.brand_id = $2 and not s.is_test`,
)

/** Whether a brand teaches a course, and a cohort (null for none) is one of it. */
export const findTaught = one<
  { courseId: number | null; streamId: number | null; brandId: string },
  { hasCourse: boolean; hasCohort: boolean }
>(
  'find-taught',
  `select exists (select from courses c where c.id = $courseId::bigint and c.brand_id = $brandId and c.version > 0) as "hasCourse",
     $streamId::bigint is null or exists (select from streams k where k.id = $streamId and k.course_id = $courseId) as "hasCohort"`,
)

/** Says of a service what a NewService (JSON) says, besides its type. */
export const setService = one<{ id: number; service: string }, { revision: number }>(
  'set-service',
  `with n as (
     select * from ${given}
   ), gone as (
     delete from service_prices p using n where p.service_id = $id and (n.prices -> p.currency) is null
   ), p as (
     insert into service_prices (service_id, currency, amount)
     select $id, p.key, p.value::text::bigint from n, json_each(n.prices) p
     on conflict (service_id, currency) do update set amount = excluded.amount
   ), unsold as (
     delete from appstore_products a using n where a.service_id = $id
       and not exists (select from ${storeProducts} where g.code = a.code and g.alias = a.alias)
   ), g as (
     insert into appstore_products (service_id, alias, code) select $id, g.alias, g.code from n, ${storeProducts}
     on conflict (service_id, alias, code) do nothing
   )
   update services s set texts = n.texts, course_id = n."courseId", stream_id = n."streamId", access_days = n."accessDays",
     consultations = n.consultations, points = n.points, tax_rate = n."taxRate", instalments = n.instalments,
     period_count = n."periodCount", period_unit = n."periodUnit", trial_days = n."trialDays",
     is_extension = coalesce(n."isExtension", false), revision = s.revision + 1
   from n where s.id = $id returning s.revision`,
)

/** Shows, hides or archives a service of the brand, and answers how it was before. */
export const setServiceState = one<
  { id: number; brandId: string; state: EditedServiceWire['state']; nowSeconds: number },
  Pick<EditedServiceWire, 'course_id' | 'is_extension'> & {
    texts: NewService['texts']
    before: EditedServiceWire['state']
  }
>(
  'set-service-state',
  `with known as (
     select id, case when archived_at is not null then 'archived' when is_hidden then 'hidden' else 'shown' end as state
     from services where id = $id and brand_id = $brandId and not is_test for no key update
   )
   update services s set is_hidden = $state <> 'shown',
     archived_at = case when $state = 'archived' then coalesce(s.archived_at, to_timestamp($nowSeconds::float8)) end
   from known where s.id = known.id returning s.texts, s.course_id, s.is_extension, known.state as before`,
)

export type ShopServiceRow = ServiceRow & { isHidden: boolean; isArchived: boolean }

/** All services of a brand, the newest first. */
export const listShopServices = many<[brandId: string], ShopServiceRow>(
  'list-shop-services',
  `select ${serviceColumns}, s.is_hidden as "isHidden", s.archived_at is not null as "isArchived"
   from services s where s.brand_id = $1 and not s.is_test order by s.id desc`,
)
