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
  await seedOrders(database)
  await seedBanners(database)
  await seedArticles(database)
}

/** Ten thousand articles that everybody may read, of which one in a hundred is found. */
async function seedArticles(database: Database): Promise<void> {
  await database.query({
    text: `with club as (
       insert into communities (brand_id, titles, slug, chat_only, is_hidden, course_ids)
       values ('kurso', '{"en": "The club"}', 'club', false, false, '{}') returning id
     )
     insert into articles (community_id, texts, is_public, sort, published_at)
     select club.id, jsonb_build_object('en', jsonb_build_object('title', 'Evening ' || n, 'lead', 'Of four weeks',
       'body', repeat('What was learned in the evening about subject' || n % 100 || ' stays. ', 40))), true, 0, now() - n * interval '1 hour'
     from club, generate_series(1, 10000) n`,
    values: [],
  })
}

/** Five hundred banners with twenty rules each, of which a learner sees a few. */
async function seedBanners(database: Database): Promise<void> {
  await database.query({
    text: `insert into banners (brand_id, type, state, texts, sort, platforms, position_ids, segments, segment_ids, course_ids,
       community_ids, application_ids, stage_day_ids, not_display_course_ids, not_display_community_ids, not_display_application_ids)
     select 'kurso', 'banner', 'shown', $1::jsonb, n, '{desktop,mobile}', '{1,18}', '[]', '{}',
       case when n % 100 = 0 then '{}' else array(select 900000 + n * 20 + r from generate_series(1, 10) r) end, '{}', '{}', '{}',
       array(select 900000 + n * 20 + r from generate_series(11, 20) r), '{}', '{}'
     from generate_series(1, 500) n`,
    values: [texts],
  })
}

/** Each learner has paid four orders: a school that sells has some, and how its statements are planned depends on that. */
async function seedOrders(database: Database): Promise<void> {
  const { oursFrom, each } = benchServices
  await database.query({
    text: `with paid as (
       insert into orders (brand_id, user_id, service_id, type, title, language, timezone, currency, full_amount, amount, tax_rate,
         consultations, points, status, is_open, closes_at)
       select 'kurso', u.id, $1 + (u.id * 7 + n) % $2, 'course_buy', 'A product', 'en', 'UTC', 'EUR', 4900, 4900, 0, 0, 5, 'paid', true,
         now() + interval '7 days'
       from users u, generate_series(1, 4) n returning id
     ), asked as (
       insert into invoices (order_id, number, amount, due_at) select id, 1, 4900, now() from paid returning id
     )
     insert into ledger_entries (invoice_id, kind, amount, object_id, happened_at)
     select id, 'payment', 4900, 'seeded ' || id, now() from asked`,
    values: [oursFrom, 2 * each],
  })
}
