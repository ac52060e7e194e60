import { hashToken, newToken } from '#server/features/accounts/secrets.ts'
import type { Database } from '#server/platform/database/database.ts'

export type Club = { id: number }
/** A member of the large club, who has a club with one other person as well. */
type Member = { userId: number; token: string; own: Club }
export type ClubCrowd = { large: Club; people: Member[] }

/** A club of so many people, and one for each two of them; in every chat its members have written. */
export async function seedClubs(database: Database, count: number): Promise<ClubCrowd> {
  const run = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await database.query<Row>({ text, values })).rows
  const ids = await run<{ id: number }>(
    `insert into users (brand_id, email, username, first_name)
     select 'kurso', 'm' || n || '@example.com', 'm' || n, 'M' from generate_series(1, $1::int) n returning id`,
    [count],
  )
  const [large] = await makeClubs(database, 1)
  const pairs = await makeClubs(database, Math.ceil(count / 2))
  if (!large) throw new Error('The bench has no club')
  const people = ids.map(
    ({ id }, index): Member => ({ userId: id, token: newToken(), own: pairs[index >> 1] ?? large }),
  )
  const userIds = people.map(({ userId }) => userId)
  await run(
    `insert into sessions (user_id, token_hash, expires_at)
     select user_id, token_hash, now() + interval '1 day' from unnest($1::bigint[], $2::bytea[]) as s(user_id, token_hash)`,
    [userIds, people.map(({ token }) => hashToken(token))],
  )
  await run(
    `with place as (
       select p.user_id, c.club from unnest($1::bigint[], $2::bigint[]) as p(user_id, own), lateral (values (p.own), ($3::bigint)) c(club)
     ), bought as (
       insert into orders (brand_id, user_id, service_id, type, title, language, timezone, currency, full_amount, amount, tax_rate,
         consultations, points, status, is_open, closes_at)
       select 'kurso', place.user_id, cs.service_id, 'course_buy', 'A club', 'en', 'UTC', 'EUR', 4900, 4900, 0, 0, 0, 'paid', true,
         now() + interval '7 days'
       from place join community_services cs on cs.community_id = place.club
     )
     insert into club_readers (community_id, user_id, read_number, wrote_at) select club, user_id, 0, now() from place`,
    [userIds, people.map(({ own }) => own.id), large.id],
  )
  await run('insert into club_chats (community_id, message_count) select id, 0 from communities')
  await run('vacuum analyze')
  return { large, people }
}

/** Clubs, each with a product that opens it. */
async function makeClubs(database: Database, count: number): Promise<Club[]> {
  const { rows } = await database.query<Club>({
    text: `with made as (
        insert into communities (brand_id, titles, slug, chat_only, is_hidden, course_ids)
        select 'kurso', '{"en": "A club"}', gen_random_uuid()::text, false, false, '{}' from generate_series(1, $1::int) returning id
      ), numbered as (select id, row_number() over (order by id) as at from made), services as (
        insert into services (brand_id, type, texts, points)
        select 'kurso', 'course_buy', '{"en": {"title": "A club", "description": ""}}', 5 from made
        returning id
      ), products as (select id, row_number() over (order by id) as at from services)
      insert into community_services (community_id, service_id)
      select n.id, p.id from numbered n join products p using (at) returning community_id as id`,
    values: [count],
  })
  return rows
}
