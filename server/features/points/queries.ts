import type { ScoreWire } from '#shared/features/points/contract.ts'
import { many, one, run, type Db } from '#server/platform/database/statement.ts'

/** The sum of a learner's ledger. */
export const findBalance = one<[userId: number], { amount: number }>(
  'find-points-balance',
  'select coalesce(sum(amount), 0)::int as amount from user_scores where user_id = $1',
)

/** The balance of somebody of a brand. */
export const findBalanceInBrand = one<[userId: number, brandId: string], { amount: number }>(
  'find-points-balance-in-brand',
  `select coalesce((select sum(p.amount) from user_scores p where p.user_id = u.id), 0)::int as amount
   from users u where u.id = $1 and u.brand_id = $2`,
)

/** SQL: the title of a thing of the course `c` in the language `$4`, otherwise in another that it has. */
const titleIn = (texts: string) => `coalesce(nullif(${texts}->$4->>'title', ''), nullif(${texts}->'en'->>'title', ''),
  (select t.value->>'title' from jsonb_each(${texts}) t where t.value->>'title' <> '' limit 1), '')`

const about = (kind: string, { title, day, course = 'null', order = 'null' }: Record<string, string>) =>
  `json_build_object('kind', '${kind}', 'title', ${title}, 'day_number', ${day ?? 'null'}, 'course_title', ${course},
    'order_id', ${order})`

/** SQL: what an entry `p` of the ledger was for, by its source. */
const aboutEntry = `case
  when p.type = 'day' then (
    select ${about('day', { title: titleIn('d.texts'), day: 'd.day_number', course: titleIn('c.texts') })}
    from course_days d join courses c on c.id = d.course_id where d.id = substring(p.source from ':day:(\\d+)$')::bigint)
  when p.type = 'homework' then (
    select ${about('homework', { title: titleIn('h.texts'), day: 'd.day_number', course: titleIn('c.texts') })}
    from user_homeworks uh join course_homeworks h on h.id = uh.homework_id join courses c on c.id = h.course_id
    left join course_days d on d.id = h.day_id where uh.id = substring(p.source from '^user_homework:(\\d+)$')::bigint)
  else (
    select ${about('order', { title: 'o.title', order: 'o.id' })}
    from orders o where o.user_id = p.user_id and o.id = substring(p.source from '^order (\\d{1,15})')::bigint)
  end`

/** One page of the ledger, newest first, with the total in each row; past the end, a single row without an id. */
export const listScores = many<
  [userId: number, limit: number, offset: number, language: string],
  (ScoreWire | { id: null }) & { total: number }
>(
  'list-points',
  `select ledger.total, page.*
   from (select count(*)::int as total from user_scores where user_id = $1) ledger
   left join (
     select p.id, p.amount, p.type, unix(p.created_at) as created_at, unix(p.updated_at) as updated_at,
       ${aboutEntry} as about, p.note
     from user_scores p where p.user_id = $1 order by p.id desc limit $2 offset $3
   ) page on true
   order by page.id desc`,
)

/** What 100 points take off a price of a brand, by currency. */
export const listPointValues = many<[brandId: string], { currency: string; amount: number }>(
  'list-point-values',
  `select v.key as currency, v.value::bigint as amount from billing_terms t, jsonb_each(t.point_values) v
   where t.brand_id = $1 order by v.key <> t.currency, v.key`,
)

/**
 * SQL: adds awards to a larger statement, and so to its transaction: enters each row (user_id, amount, source) of the
 * CTE named `earned`, once however often it is repeated.
 */
export function awardFrom(earned: string, type: 'day' | 'homework' | 'gift' | 'returned') {
  return `insert into user_scores (user_id, amount, type, source)
    select user_id, amount, '${type}', source from ${earned} where amount > 0
    on conflict (user_id, type, source) do nothing returning amount`
}

/** Adds points for one `source`, once; returns 1, or 0 when that source was awarded before. */
export const awardScore = run<[userId: number, amount: number, source: string]>(
  'award-points',
  `with earned as (select $1::bigint as user_id, $2::int as amount, $3::text as source) ${awardFrom('earned', 'gift')}`,
)

/** Gives back points that were spent, once for each `source`. */
export const returnScore = run<[userId: number, amount: number, source: string]>(
  'return-points',
  `with earned as (select $1::bigint as user_id, $2::int as amount, $3::text as source) ${awardFrom('earned', 'returned')}`,
)

/** Locks the learner's ledger until the transaction ends, so that two debits cannot see the same balance. */
export const lockBalance = one<[userId: number], { id: number }>(
  'lock-points-balance',
  'select id from users where id = $1 for no key update',
)

/** Enters a debit of `amount` (above zero) if the balance covers it; returns whether the ledger now has that debit. */
const insertDebit = one<[userId: number, amount: number, type: string, source: string], { is_debited: boolean }>(
  'insert-points-debit',
  `with debit as (
     insert into user_scores (user_id, amount, type, source)
     select $1::bigint, -$2::int, $3::text, $4::text
     where $2::int <= (select coalesce(sum(amount), 0) from user_scores where user_id = $1::bigint)
     on conflict (user_id, type, source) do nothing
     returning id
   )
   select exists (select from debit)
     or exists (select from user_scores where user_id = $1::bigint and type = $3::text and source = $4::text)
     as is_debited`,
)

/**
 * Spends `amount` points for one `source`, inside the caller's transaction. False when the balance does not cover it;
 * the balance never drops below zero, however many spend at once, and a repeated source is debited only once.
 */
export async function debitScore(tx: Db, userId: number, amount: number, type: string, source: string) {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError(`Not an amount to debit: ${amount}`)
  await lockBalance(tx, userId)
  return (await insertDebit(tx, userId, amount, type, source))?.is_debited ?? false
}
