import { randomUUID } from 'node:crypto'
import { writeAudit } from '#server/features/accounts/audit.ts'
import { lockPerson } from '#server/features/accounts/lock-person.ts'
import { one } from '#server/platform/database/statement.ts'
import type { Context } from '#server/platform/http/routes.ts'
import type { points } from '#shared/features/points/contract.ts'

type Giving = Context<'POST /studio/users/:id/points', (typeof points)['calls']['POST /studio/users/:id/points']>

/** Enters what staff give, or take as far as a locked person’s balance covers it; and whether their key had entered it already. */
const insertByStaff = one<
  { userId: number; amount: number; source: string; note: string },
  { isNew: boolean; isKnown: boolean; before: number }
>(
  'insert-points-by-staff',
  `with entry as (
     insert into user_scores (user_id, amount, type, source, note)
     select $userId::bigint, $amount::int, 'staff', $source::text, $note
     where $amount::int > 0
       or -$amount::int <= (select coalesce(sum(amount), 0) from user_scores where user_id = $userId::bigint)
     on conflict (user_id, type, source) do nothing returning id
   )
   select exists (select from entry) as "isNew", exists (
     select from user_scores where user_id = $userId::bigint and type = 'staff' and source = $source::text) as "isKnown",
     (select coalesce(sum(amount), 0)::int from user_scores where user_id = $userId::bigint) as before`,
)

/** Gives or takes points with a reason, which the person sees in their history; once for each Idempotency-Key. */
export function givePoints({ db, user, params, body, refuse, idempotencyKey = randomUUID() }: Giving) {
  const { amount } = body
  const reason = body.reason.trim() || refuse('invalid_input', { fields: ['reason'] })
  const source = `staff ${user.userId} ${idempotencyKey}`
  return db.inTransaction(async tx => {
    const person = (await lockPerson(tx, params.id, user.brandId)) ?? refuse('not_found')
    const entered = await insertByStaff(tx, { userId: person.id, amount, source, note: reason })
    if (!entered?.isNew && !entered?.isKnown) return refuse('points_short', { fields: ['amount'] })
    const action = amount > 0 ? 'points.give' : 'points.take'
    const change = { action, targetType: 'user', targetId: person.id, detail: { amount: Math.abs(amount), reason } }
    if (entered.isNew) await writeAudit(tx, user, change)
    return { amount: entered.before + (entered.isNew ? amount : 0) }
  })
}
