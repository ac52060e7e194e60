import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { writeAudit } from '#server/features/accounts/audit.ts'
import type { Db } from '#server/platform/database/statement.ts'
import { discountCode, leavesTooLittle } from '#shared/features/billing/selling/discount.ts'
import { discountFault, isDiscountCode } from '#shared/features/billing/selling/selling.ts'
import type { DiscountFieldsWire, ShopDiscountWire } from '#shared/features/billing/selling/selling-wire.ts'
import { addDays, localDate, startOfDay } from '#shared/platform/times.ts'
import type { BillingContext } from '../orders/place-order.ts'
import {
  type DiscountRow,
  type DiscountValues,
  findDiscountByKey,
  findShopDiscount,
  insertDiscount,
  listDiscounts,
  lockShopDiscount,
  setDiscount,
  setDiscountState,
} from './discount-queries.ts'
import { listShopServices } from './service-queries.ts'

type Editing = BillingContext<'POST /studio/discounts'> | BillingContext<'PUT /studio/discounts/:id'>
const discountsPerPage = 30

/** What staff say of a stored discount, its days in a time zone. */
function fieldsOf(row: DiscountRow, timezone: string) {
  return {
    percent: row.percent,
    amount: row.amount,
    currency: row.currency as DiscountFieldsWire['currency'],
    most_uses: row.mostUses,
    starts_on: row.startsAt === null ? null : localDate(row.startsAt, timezone),
    ends_on: row.endsAt === null ? null : localDate(row.endsAt - 1, timezone),
    service_ids: row.serviceIds,
  } satisfies DiscountFieldsWire
}

function stateOf({ isArchived, startsAt, endsAt, mostUses, uses }: DiscountRow, now: number) {
  if (isArchived) return 'archived'
  if (endsAt !== null && now >= endsAt) return 'over'
  if (startsAt !== null && now < startsAt) return 'not_yet'
  return mostUses !== null && uses >= mostUses ? 'used_up' : 'valid'
}

function discountWire(row: DiscountRow, timezone: string, now: number): ShopDiscountWire {
  const { id, code, uses, revision } = row
  return { id, code, ...fieldsOf(row, timezone), uses, state: stateOf(row, now), revision }
}

/** A page of the codes that are looked for. */
export async function readDiscounts({ db, now, user, query, setPage }: BillingContext<'GET /studio/discounts'>) {
  const { page = 1, search = '', state } = query
  const asked = { brandId: user.brandId, search: discountCode(search), isArchived: state === 'archived' }
  const rows = await listDiscounts(db, { ...asked, limit: discountsPerPage, offset: (page - 1) * discountsPerPage })
  setPage({ page, perPage: discountsPerPage, total: rows[0]?.total ?? 0 })
  return rows.flatMap(({ total: _total, ...row }) => (row.id === null ? [] : [discountWire(row, user.timezone, now)]))
}

async function checkDiscount(tx: Db, { user, body, refuse }: Pick<Editing, 'user' | 'body' | 'refuse'>) {
  const fault = discountFault(body)
  if (fault) return refuse(fault.code, { fields: [fault.field] })
  const services = await listShopServices(tx, user.brandId)
  if (body.service_ids.some(id => !services.some(service => service.id === id)))
    refuse('not_found', { fields: ['service_ids'] })
  const sold = services.filter(({ isArchived }) => !isArchived)
  const field = body.percent === null ? 'amount' : 'percent'
  if (leavesTooLittle(body, sold)) refuse('discount_leaves_little', { fields: [field] })
}

/**
 * What was sent as it is stored. A day that stays keeps its instant, so that who saves it in another time zone does not move it.
 */
function valuesOf(sent: DiscountFieldsWire, timezone: string, known?: DiscountRow): DiscountValues {
  const shown = known && fieldsOf(known, timezone)
  const { starts_on: from, ends_on: until } = sent
  const starts = known && from === shown?.starts_on ? known.startsAt : from && startOfDay(from, timezone)
  const ends = known && until === shown?.ends_on ? known.endsAt : until && startOfDay(addDays(until, 1), timezone)
  const { percent, amount, currency, most_uses: mostUses, service_ids: serviceIds } = sent
  const inSeconds = (ms: number | string | null) => (typeof ms === 'number' ? ms / 1000 : null)
  return { percent, amount, currency, mostUses, startsAt: inSeconds(starts), endsAt: inSeconds(ends), serviceIds }
}

/** Adds a code, once for each Idempotency-Key. */
export function addDiscount(context: BillingContext<'POST /studio/discounts'>) {
  const { db, user, body, refuse, idempotencyKey = randomUUID() } = context
  const clientKey = `${user.userId} ${idempotencyKey}`
  const code = discountCode(body.code)
  if (!isDiscountCode(code)) return refuse('discount_code_unfit', { fields: ['code'] })
  return db.inTransaction(async tx => {
    await checkDiscount(tx, context)
    const made = await insertDiscount(tx, { ...valuesOf(body, user.timezone), brandId: user.brandId, code, clientKey })
    if (!made)
      return (
        (await findDiscountByKey(tx, user.brandId, clientKey)) ?? refuse('discount_code_taken', { fields: ['code'] })
      )
    const { percent, amount, currency } = body
    const detail = { code, percent, amount, currency }
    await writeAudit(tx, user, { action: 'discount.add', targetType: 'discount', targetId: made.id, detail })
    return made
  })
}

/** Changes what a code gives; what is so already, as when it is sent again, is left. */
export function changeDiscount(context: BillingContext<'PUT /studio/discounts/:id'>) {
  const { db, user, params, body, refuse } = context
  return db.inTransaction(async tx => {
    await lockShopDiscount(tx, params.id, user.brandId)
    const known = (await findShopDiscount(tx, params.id, user.brandId)) ?? refuse('not_found')
    const before = fieldsOf(known, user.timezone)
    const { revision: seen, ...sent } = body
    const after = { ...sent, service_ids: sent.service_ids.toSorted((one, other) => one - other) }
    const names = Object.keys(before) as (keyof typeof before)[]
    const changed = names.filter(name => !isDeepStrictEqual(before[name], after[name]))
    if (changed.length === 0) return { revision: known.revision }
    if (known.revision !== seen) refuse('changed_meanwhile')
    await checkDiscount(tx, context)
    const set = await setDiscount(tx, { id: known.id, ...valuesOf(after, user.timezone, known) })
    const detail = { code: known.code, ...Object.fromEntries(changed.map(name => [name, after[name]])) }
    await writeAudit(tx, user, { action: 'discount.change', targetType: 'discount', targetId: known.id, detail })
    return set ?? refuse('not_found')
  })
}

/** Archives a code or brings it back. */
export function changeDiscountState(context: BillingContext<'PUT /studio/discounts/:id/state'>) {
  const { db, now, user, params, body, refuse } = context
  const isArchived = body.state === 'archived'
  return db.inTransaction(async tx => {
    const asked = { id: params.id, brandId: user.brandId, isArchived, nowSeconds: now / 1000 }
    const { code, wasArchived } = (await setDiscountState(tx, asked)) ?? refuse('not_found')
    const action = isArchived ? 'discount.archive' : 'discount.restore'
    const change = { action, targetType: 'discount', targetId: params.id, detail: { code } }
    if (wasArchived !== isArchived) await writeAudit(tx, user, change)
    return { state: body.state }
  })
}
