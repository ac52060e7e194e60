import type { ScoreWire } from '#shared/features/points/contract.ts'
import { many, one, run, type Db } from '#server/platform/database/statement.ts'

/** The sum of a learner's ledger. */
export const findBalance = one<[userId: number], { amount: number }>(
  'find-points-balance',
  'select coalesce(sum(amount), 0)::int as amount from user_scores where user_id = $1',
)

/** One page of the ledger, newest first, with the total in each row; past the end, a single row without an id. */
export const listScores = many<
  [userId: number, limit: number, offset: number],
  (ScoreWire | { id: null }) & { total: number }
>(
  'list-points',
  `select ledger.total, page.*
   from (select count(*)::int as total from user_scores where user_id = $1) ledger
   left join (
     select id, amount, type, unix(created_at) as created_at, unix(updated_at) as updated_at
     from user_scores where user_id = $1 order by id desc limit $2 offset $3
   ) page on true
   order by page.id desc`,
)

/**
 * SQL: adds awards to a larger statement, and so to its transaction: enters each row (user_id, amount, source) of the
 * CTE named `earned`, once however often it is repeated.
 */
export function awardFrom(earned: string, type: 'day' | 'homework' | 'gift') {
  return `insert into user_scores (user_id, amount, type, source)
    select user_id, amount, '${type}', source from ${earned} where amount > 0
    on conflict (user_id, type, source) do nothing returning amount`
}

/** Adds points for one `source`, once; returns 1, or 0 when that source was awarded before. */
export const awardScore = run<[userId: number, amount: number, source: string]>(
  'award-points',
  `with earned as (select $1::bigint as user_id, $2::int as amount, $3::text as source) ${awardFrom('earned', 'gift')}`,
)

/** Locks the learner's ledger until the transaction ends, so that two debits cannot see the same balance. */
const lockBalance = one<[userId: number], { id: number }>(
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
 * the balance never drops below zero, however many spend at once, and a repeated source is debited only once. Nothing
 * costs points yet; orders will be the first.
 */
export async function debitScore(tx: Db, userId: number, amount: number, type: string, source: string) {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError(`Not an amount to debit: ${amount}`)
  await lockBalance(tx, userId)
  return (await insertDebit(tx, userId, amount, type, source))?.is_debited ?? false
}
