import type { Database } from '#server/platform/database/database.ts'

/** The numbers of services that nothing but the bench orders: so many for ours, and as many for the limit. */
export const benchServices = { oursFrom: 20_001, limitFrom: 20_201, each: 200 }

export const anyService = (): number => benchServices.oursFrom + Math.floor(Math.random() * benchServices.each)

const texts = JSON.stringify({ en: { title: 'A product', description: 'Four weeks of it. '.repeat(5) } })

/** Sells each course by subscription, shows it in the catalogue, and sells hundreds of other things. */
export async function seedServices(database: Database): Promise<void> {
  const run = (text: string, values: unknown[] = []) => database.query({ text, values })
  await run(`insert into payment_accounts (brand_id, provider, keys) values ('kurso', 'sandbox', '')`)
  await run(
    `with made as (
       insert into services (brand_id, type, texts, course_id) select 'kurso', 'course_subscription', $1::jsonb, id from courses
       returning id
     ), prices as (
       insert into service_prices select m.id, p.currency, 4900 from made m, (values ('EUR'), ('USD')) p(currency)
     )
     insert into catalog_positions (brand_id, texts, course_id, sort) select 'kurso', $1::jsonb, id, id from courses`,
    [texts],
  )
  const { oursFrom, each } = benchServices
  await run(
    `with made as (
       insert into services (id, brand_id, type, texts, points) overriding system value
       select n, 'kurso', 'course_buy', $1::jsonb, 5 from generate_series($2::int, $3::int) n returning id
     )
     insert into service_prices select id, 'EUR', 4900 from made`,
    [texts, oursFrom, oursFrom + 2 * each - 1],
  )
}
