import { type Db, many } from '#server/platform/database/statement.ts'
import { insertEntry } from '../payments/attempts.ts'
import type { StorePurchase } from '../providers/store.ts'
import type { KnownTransaction } from './queries.ts'

/** What went back of an invoice at one time. */
const returned = many<[invoiceId: number, atSeconds: number], { amount: number }>(
  'list-store-refunds',
  `select amount from ledger_entries where invoice_id = $1 and kind = 'refund' and happened_at = to_timestamp($2)`,
)

type Paid = {
  invoiceId: number
  accountId: number
  purchase: StorePurchase
  /** What was known of the transaction. */
  before: KnownTransaction | undefined
}

/**
 * Enters what a transaction paid and what of it went back, each once. What the store takes back and then gives again is paid again, in
 * whatever order it tells of it. Answers when it was last taken back, as far as that still holds, and when that was said (ms).
 */
export async function writeMoney(tx: Db, { invoiceId, accountId, purchase, before }: Paid) {
  const { amount, transaction, purchasedAt, refunds, isRevoked, toldAt } = purchase
  const line = { invoiceId, attemptId: null, accountId, fee: null }
  const enter = (kind: 'payment' | 'refund', objectId: string, minor: number, at: number) =>
    minor > 0 ? insertEntry(tx, { ...line, kind, amount: minor, objectId, happenedAt: at / 1000 }) : 0
  await enter('payment', transaction, amount, purchasedAt)
  for (const { id, amount: part, at } of refunds) await enter('refund', id, part, at)
  const isOld = before !== undefined && before.toldAt > toldAt
  const revokedAt = isRevoked ? (refunds.at(-1)?.at ?? toldAt) : null
  const takenBack = isOld
    ? before.revokedAt === null
      ? revokedAt
      : null
    : isRevoked
      ? null
      : (before?.revokedAt ?? null)
  if (takenBack !== null) {
    const [entry] = await returned(tx, invoiceId, takenBack / 1000)
    if (entry) await enter('payment', `${transaction} returned ${takenBack}`, entry.amount, toldAt)
  }
  return isOld ? { revokedAt: before.revokedAt, toldAt: before.toldAt } : { revokedAt, toldAt }
}
