import { stateOf } from '#server/features/billing/orders/order-state.ts'
import type { AccessListener } from '#server/features/billing/orders/settle.ts'
import { many, one, run } from '#server/platform/database/statement.ts'
import type { JobQueue } from '#server/platform/jobs/job-queue.ts'
import { cancelCauses } from '#shared/features/videoconsultations/states.ts'
import { changedStaffTables, staffColumns, tellBoth } from '../consultation-row.ts'
import { passedReminders } from './booking-queries.ts'
import { takeStep } from '../desk/take-step.ts'
import type { ChangedRow } from './change-queries.ts'
import { tellPeople } from '../tell-people.ts'

/**
 * Books the time that a learner holds for a service which has just been paid: it takes one of the consultations that the order has
 * given, from the place that got them. Of several it is the one for which they went to pay last. A hold that has lapsed meanwhile is
 * gone, and the consultation stays in the place; one that nobody else has taken waits an hour more, for payments are heard of late.
 */
const bookPaidHold = one<
  {
    userId: number
    orderId: number
    serviceId: number
    consultations: number
    extendsId: number | null
    nowSeconds: number
    language: string
  },
  ChangedRow
>(
  'book-paid-video-hold',
  `with changed as (
     update video_consultations v set status = case when k.needs_confirmation then 'pending' else 'confirmed' end,
       hold_until = null, service_id = null, pay_by = 'price', order_id = $orderId, calendar_sequence = v.calendar_sequence + 1,
       reminded = ${passedReminders('v.during')}, updated_at = to_timestamp($nowSeconds::float8),
       quota_stream_id = coalesce($extendsId::bigint, (select us.id from user_streams us where us.user_id = v.user_id
         and us.taken_out_at is null and not us.is_demo order by us.ends_on desc, us.id desc limit 1))
     from video_kinds k
     where k.id = v.kind_id and $consultations > (select count(*) from video_consultations p where p.order_id = $orderId)
       and v.id = (select h.id from video_consultations h where h.user_id = $userId
       and h.status = 'held' and h.service_id = $serviceId and lower(h.during) > to_timestamp($nowSeconds::float8)
       and h.hold_until > to_timestamp($nowSeconds::float8) - interval '1 hour'
       order by h.hold_until desc, h.id desc limit 1 for update)
     returning v.*
   )
   select ${staffColumns}, v.calendar_sequence as sequence, v.points, ${tellBoth('v')} from ${changedStaffTables}`,
)

/** What an order has paid for that is still to come. */
const listToCome = many<[orderId: number, nowSeconds: number], { id: number }>(
  'list-video-of-order',
  `select id from video_consultations where order_id = $1 and status in ('pending', 'confirmed')
     and lower(during) > to_timestamp($2::float8) order by id`,
)

/** Whether what an order has paid for, and was held, takes one of its place's consultations: while the order is open. */
const countHeld = run<[orderId: number, isOpen: boolean]>(
  'count-video-of-order',
  `update video_consultations v set quota_stream_id = case when $2 then coalesce(
     (select x.user_stream_id from stream_extensions x where x.order_id = v.order_id), v.user_stream_id) end
   where v.order_id = $1`,
)

/**
 * Books what waited for an order when it opens. When its money goes back or is disputed, what it paid for is cancelled; while it is
 * closed, what is over is not counted.
 */
export function followPayment(jobs: Pick<JobQueue, 'sendAll'>): AccessListener {
  return async (tx, order, isOpen, now) => {
    const { id: orderId, brandId, userId, serviceId, consultations, extendsId, language } = order
    if (userId === null || consultations === 0) return
    const nowSeconds = now / 1000
    const cause = cancelCauses.find(status => status === stateOf(order, now).status)
    if (!isOpen && cause) {
      const by = { user: { userId: null, brandId }, now, language, jobs }
      const cancelled = { step: 'cancel', to: 'cancelled', tells: cause, cause, givesBack: true } as const
      for (const found of await listToCome(tx, orderId, nowSeconds)) await takeStep(tx, by, found, cancelled)
    }
    await countHeld(tx, orderId, isOpen)
    if (!isOpen) return
    const paid = { userId, orderId, serviceId, consultations, extendsId, nowSeconds, language }
    const row = await bookPaidHold(tx, paid)
    if (row) await tellPeople(tx, jobs, row, row.status === 'pending' ? 'asked' : 'confirmed')
  }
}
