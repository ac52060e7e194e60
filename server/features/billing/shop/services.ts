import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { writeAudit } from '#server/features/accounts/audit.ts'
import { holdCourse } from '#server/features/courses/archiving/archive-queries.ts'
import type { Db } from '#server/platform/database/statement.ts'
import { serviceFault, textsOf, writtenTexts } from '#shared/features/billing/selling/selling.ts'
import type { EditedServiceWire, ServiceFieldsWire } from '#shared/features/billing/selling/selling-wire.ts'
import type { ShopServiceWire } from '#shared/features/billing/orders/shop-wire.ts'
import type { Language } from '#shared/platform/contract.ts'
import type { BillingContext } from '../orders/place-order.ts'
import {
  findService,
  findServiceByKey,
  findTaught,
  insertService,
  lockService,
  type NewService,
  setService,
  setServiceState,
  type ShopServiceRow,
} from './service-queries.ts'

type Editing = BillingContext<'POST /studio/services'> | BillingContext<'PUT /studio/services/:id'>

/** A service as staff see it in a list, in a language. */
export function shopServiceWire(row: ShopServiceRow, language: Language): ShopServiceWire {
  const { id, type, texts, prices, isExtension, isHidden, isArchived } = row
  const state = { is_extension: isExtension, is_hidden: isHidden, is_archived: isArchived }
  return { id, title: textsOf(texts, language).title, type, prices, ...state }
}

/** What was sent, in the form in which it is stored; what was left out is as it was `before`. */
function fieldsOf(sent: ServiceFieldsWire, before?: ServiceFieldsWire): ServiceFieldsWire {
  const products = sent.appstore_products ?? before?.appstore_products ?? []
  return {
    texts: writtenTexts(sent.texts),
    prices: sent.prices
      .map(({ currency, amount }) => ({ currency, amount }))
      .toSorted((one, other) => (one.currency < other.currency ? -1 : 1)),
    course_id: sent.course_id,
    stream_id: sent.stream_id,
    access_days: sent.access_days,
    consultations: sent.consultations,
    points: sent.points,
    tax_rate: sent.tax_rate,
    instalments: sent.instalments,
    period: sent.period,
    interval: sent.interval,
    trial_days: sent.trial_days,
    is_extension: sent.is_extension ?? before?.is_extension ?? false,
    appstore_products: [
      ...new Map(products.map(({ alias, code }) => [`${alias} ${code}`, { alias, code }])).values(),
    ].toSorted((one, other) => (one.code < other.code ? -1 : 1)),
  }
}

function rowOf(fields: ServiceFieldsWire): Omit<NewService, 'brandId' | 'type'> {
  return {
    texts: fields.texts,
    prices: Object.fromEntries(fields.prices.map(({ currency, amount }) => [currency, amount])),
    courseId: fields.course_id,
    streamId: fields.stream_id,
    accessDays: fields.access_days,
    consultations: fields.consultations,
    points: fields.points,
    taxRate: fields.tax_rate,
    instalments: fields.instalments,
    periodCount: fields.period,
    periodUnit: fields.interval,
    trialDays: fields.trial_days,
    isExtension: fields.is_extension,
    appstoreProducts: fields.appstore_products,
  }
}

/** Refuses what cannot be sold. */
async function checkService(
  tx: Db,
  { user, body, refuse }: Pick<Editing, 'user' | 'body' | 'refuse'>,
  type: ShopServiceWire['type'],
  fields: ServiceFieldsWire,
) {
  // Prices are named by their place among those that were sent.
  const fault = serviceFault(type, { ...fields, prices: body.prices })
  if (fault) return refuse(fault.code, { fields: [fault.field] })
  const { course_id: courseId, stream_id: streamId } = fields
  if (courseId === null) return
  const taught = await findTaught(tx, { courseId, streamId, brandId: user.brandId })
  if (!taught?.hasCourse) refuse('not_found', { fields: ['course_id'] })
  if (!taught?.hasCohort) refuse('not_found', { fields: ['stream_id'] })
}

type Taught = Pick<ServiceFieldsWire, 'course_id' | 'is_extension'>

/** Refuses to sell an archived course to whoever wants it; what learners have of it may be made longer. */
async function refuseArchived(
  tx: Db,
  { refuse }: Pick<BillingContext<'PUT /studio/services/:id/state'>, 'refuse'>,
  { course_id: courseId, is_extension: isExtension }: Taught,
) {
  if (courseId === null || isExtension) return
  if ((await holdCourse(tx, courseId))?.isArchived) refuse('course_archived', { fields: ['course_id'] })
}

/** Adds a service, once for each Idempotency-Key. */
export function addService(context: BillingContext<'POST /studio/services'>) {
  const { db, user, body, caller, idempotencyKey = randomUUID() } = context
  const clientKey = `${user.userId} ${idempotencyKey}`
  const fields = fieldsOf(body)
  return db.inTransaction(async tx => {
    await checkService(tx, context, body.type, fields)
    const kind = { brandId: user.brandId, type: body.type, isGeneral: body.is_general, isHidden: true, clientKey }
    const made = await insertService(tx, { service: JSON.stringify({ ...kind, ...rowOf(fields) }) })
    if (!made) return (await findServiceByKey(tx, user.brandId, clientKey)) ?? context.refuse('not_found')
    const detail = { title: textsOf(fields.texts, caller.language).title, prices: fields.prices }
    await writeAudit(tx, user, { action: 'service.add', targetType: 'service', targetId: made.id, detail })
    return made
  })
}

/** The fields in which two differ, as they are in the second. */
function changesIn(before: ServiceFieldsWire, after: ServiceFieldsWire) {
  const names = Object.keys(after) as (keyof ServiceFieldsWire)[]
  return Object.fromEntries(
    names.filter(name => !isDeepStrictEqual(before[name], after[name])).map(name => [name, after[name]]),
  )
}

/** Changes a service; what is so already, as when it is sent again, is left. */
export function changeService(context: BillingContext<'PUT /studio/services/:id'>) {
  const { db, user, params, body, caller, refuse } = context
  return db.inTransaction(async tx => {
    await lockService(tx, params.id, user.brandId)
    const known = (await findService(tx, params.id, user.brandId)) ?? refuse('not_found')
    const fields = fieldsOf(body, known)
    const changes = changesIn(fieldsOf(known), fields)
    if (Object.keys(changes).length === 0) return { revision: known.revision }
    if (known.revision !== body.revision) refuse('changed_meanwhile')
    await checkService(tx, context, known.type, fields)
    if (known.state === 'shown') await refuseArchived(tx, context, fields)
    const service = JSON.stringify(rowOf(fields))
    const { revision } = (await setService(tx, { id: known.id, service })) ?? refuse('not_found')
    const detail = { title: textsOf(fields.texts, caller.language).title, ...changes }
    await writeAudit(tx, user, { action: 'service.change', targetType: 'service', targetId: known.id, detail })
    return { revision }
  })
}

const stateActions = { shown: 'service.show', hidden: 'service.hide', archived: 'service.archive' } as const

/** Shows, hides or archives a service. */
export function changeServiceState(context: BillingContext<'PUT /studio/services/:id/state'>) {
  const { db, now, user, params, body, caller, refuse } = context
  const { state } = body
  return db.inTransaction(async tx => {
    const asked = { id: params.id, brandId: user.brandId, state, nowSeconds: now / 1000 }
    const { texts, before, ...sold } = (await setServiceState(tx, asked)) ?? refuse('not_found')
    if (state === 'shown') await refuseArchived(tx, context, sold)
    const detail = { title: textsOf(texts, caller.language).title }
    const action = before === 'archived' ? 'service.restore' : stateActions[state]
    const change = { action, targetType: 'service', targetId: params.id, detail }
    if (before !== state) await writeAudit(tx, user, change)
    return { state }
  })
}

/** A service as staff edit it. */
export async function readService({
  db,
  user,
  params,
  refuse,
}: BillingContext<'GET /studio/services/:id'>): Promise<EditedServiceWire> {
  return (await findService(db, params.id, user.brandId)) ?? refuse('not_found')
}
