import type { Database } from '#server/platform/database/database.ts'
import { many } from '#server/platform/database/statement.ts'
import { type Listeners, settle } from './orders/settle.ts'

const listOrderIds = many<[afterId: number, limit: number], { id: number }>(
  'list-order-ids',
  'select id from orders where id > $1 order by id limit $2',
)

/** Open orders of a course whose buyer has no place in it at all. */
const listOrdersWithoutPlace = many<[], { id: number }>(
  'list-orders-without-place',
  `select o.id from orders o where o.is_open and o.course_id is not null and o.user_id is not null
     and not exists (select from user_streams us where us.user_id = o.user_id and us.course_id = o.course_id)`,
)

const perPage = 500

/**
 * Derives every order from its ledger and history and mends those that stand otherwise. Answers how many there are and
 * which were wrong; where nothing was lost it finds none.
 */
export async function recomputeOrders(database: Database, clock: () => number, listeners: Listeners) {
  const wrong: number[] = []
  let count = 0
  for (let after = 0; ; ) {
    const page = await listOrderIds(database, after, perPage)
    for (const { id } of page)
      if ((await database.inTransaction(tx => settle(tx, id, clock(), listeners))).isChanged) wrong.push(id)
    count += page.length
    const last = page.at(-1)
    if (!last) break
    after = last.id
  }
  const closed = (await listOrdersWithoutPlace(database)).map(({ id }) => id)
  return { count, wrong: [...new Set([...wrong, ...closed])] }
}
