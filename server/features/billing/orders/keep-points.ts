import { awardScore, debitScore, findBalance, lockBalance, returnScore } from '#server/features/points/queries.ts'
import { type Db, one } from '#server/platform/database/statement.ts'
import type { OrderRow } from './order-row.ts'
import { pointsKeptBy, stateOf } from './order-state.ts'

/**
 * Takes the points that a locked order is paid with, or gives back those that it does not keep. False when nothing is to be moved, or
 * when the balance does not cover what is to be taken.
 */
export async function keepPoints(tx: Db, order: OrderRow, now: number): Promise<boolean> {
  const { id, userId, pointsSpent, pointsHeld, pointMoves } = order
  if (userId === null || pointsSpent === 0) return false
  const kept = pointsKeptBy(order, stateOf(order, now).status)
  const source = `order ${id} ${pointMoves + 1}`
  if (kept > pointsHeld) return debitScore(tx, userId, kept - pointsHeld, 'spent', source)
  return kept < pointsHeld && (await returnScore(tx, userId, pointsHeld - kept, source)) > 0
}

/** What somebody has of the points that an order gives, and how often they were given or taken back. */
const findGiven = one<[userId: number, orderId: number], { held: number; moves: number }>(
  'find-points-given-by-order',
  `select coalesce(sum(amount), 0)::int as held, count(*)::int as moves from user_scores
   where user_id = $1 and type in ('gift', 'order')
     and (source = 'order ' || $2::bigint or starts_with(source, 'order ' || $2::bigint || ' '))`,
)

/** Gives the points of an order that is open now, as far as its buyer does not have them already. */
export async function givePoints(tx: Db, { id, userId, points }: OrderRow): Promise<void> {
  if (userId === null || points === 0) return
  const { held = 0, moves = 0 } = (await findGiven(tx, userId, id)) ?? {}
  if (held < points) await awardScore(tx, userId, points - held, `order ${id} ${moves + 1}`)
}

/** Takes back the points that an order gave, as far as they have not been spent. */
export async function takePoints(tx: Db, { id, userId, points }: OrderRow): Promise<void> {
  if (userId === null || points === 0) return
  // Points spent at the same moment could leave fewer than are about to be taken, and then none would be.
  await lockBalance(tx, userId)
  const { held = 0, moves = 0 } = (await findGiven(tx, userId, id)) ?? {}
  const left = Math.min(held, (await findBalance(tx, userId))?.amount ?? 0)
  if (left > 0) await debitScore(tx, userId, left, 'order', `order ${id} ${moves + 1}`)
}
