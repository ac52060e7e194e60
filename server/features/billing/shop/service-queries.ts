import { one } from '#server/platform/database/statement.ts'
import type { Period } from '#shared/features/billing/periods.ts'
import type { ServiceWire } from '#shared/features/billing/wire.ts'
import type { Language } from '#shared/platform/contract.ts'

/** Something to be sold; prices in minor units by currency, the tax rate in hundredths of a percent. */
export type NewService = {
  brandId: string
  type: ServiceWire['type']
  texts: Partial<Record<Language, { title: string; description: string }>>
  courseId?: number | undefined
  streamId?: number | undefined
  accessDays?: number | undefined
  consultations?: number | undefined
  points?: number | undefined
  taxRate?: number | undefined
  instalments?: number | undefined
  periodCount?: number | undefined
  periodUnit?: Period['unit'] | undefined
  trialDays?: number | undefined
  isGeneral?: boolean | undefined
  categoryId?: number | undefined
  isHidden?: boolean | undefined
  prices: Record<string, number>
}

/** Adds a service (JSON of a NewService) with its prices. */
export const insertService = one<[service: string], { id: number }>(
  'insert-service',
  `with n as (
     select * from json_to_record($1) as n("brandId" text, type text, texts jsonb, "courseId" bigint, "streamId" bigint,
       "accessDays" int, consultations int, points int, "taxRate" int, instalments int, "periodCount" int, "periodUnit" text,
       "trialDays" int, "isGeneral" boolean, "categoryId" int, "isHidden" boolean, prices json)
   ), s as (
     insert into services (brand_id, type, texts, course_id, stream_id, access_days, consultations, points, tax_rate, instalments,
       period_count, period_unit, trial_days, is_general, category_id, is_hidden)
     select "brandId", type, texts, "courseId", "streamId", "accessDays", coalesce(consultations, 0), coalesce(points, 0),
       coalesce("taxRate", 0), coalesce(instalments, 1), coalesce("periodCount", 1), coalesce("periodUnit", 'month'),
       coalesce("trialDays", 0), coalesce("isGeneral", false), "categoryId", coalesce("isHidden", false)
     from n returning id
   ), p as (
     insert into service_prices (service_id, currency, amount)
     select s.id, p.key, p.value::text::bigint from s, n, json_each(n.prices) p
   )
   select id from s`,
)
