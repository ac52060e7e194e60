import type { Db } from '#server/platform/database/statement.ts'
import { insertDebit, lockBalance } from './queries.ts'

/**
 * Spends `amount` points for one `source`, inside the caller's transaction. False when the balance does not cover it;
 * the balance never goes below zero, however many spend at once, and a repeat of a source debits nothing more. Nothing
 * can be had for points yet; orders will be the first to spend them.
 */
export async function debitScore(tx: Db, userId: number, amount: number, type: string, source: string) {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError(`Not an amount to debit: ${amount}`)
  await lockBalance(tx, userId)
  return (await insertDebit(tx, userId, amount, type, source))?.is_debited ?? false
}
