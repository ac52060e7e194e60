import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { writeAudit } from '#server/features/accounts/audit.ts'
import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import { courseTitles } from '#server/features/courses/course-memory.ts'
import type { Db } from '#server/platform/database/statement.ts'
import { positionFault } from '#shared/features/billing/catalogue/catalogue.ts'
import type { PositionFieldsWire, ShopPositionWire } from '#shared/features/billing/catalogue/catalogue-wire.ts'
import { textsOf, writtenTexts } from '#shared/features/billing/selling/selling.ts'
import type { BillingContext } from '../orders/place-order.ts'
import {
  deletePosition,
  findNamed,
  findPosition,
  findPositionByKey,
  insertPosition,
  listShopPositions,
  lockPosition,
  placePosition,
  setPosition,
  setPositionState,
} from './position-queries.ts'

type Adding = BillingContext<'POST /studio/catalog-positions'>
type Changing = BillingContext<'PUT /studio/catalog-positions/:id'>

/** All positions, as staff see them in their language. */
export async function readShopPositions({
  db,
  user,
  caller,
}: BillingContext<'GET /studio/catalog-positions'>): Promise<ShopPositionWire[]> {
  const rows = await listShopPositions(db, user.brandId)
  const titles = await courseTitles(
    db,
    rows.flatMap(({ course }) => course ?? []),
    caller.language,
  )
  return rows.map(({ id, texts, categoryId, isHidden, course, service }) => ({
    id,
    title: textsOf(texts, caller.language).title,
    category_id: categoryId,
    state: isHidden ? 'hidden' : 'shown',
    sells: {
      course_title: (course && titles.get(course.id)) ?? null,
      service_title: service && textsOf(service.texts, caller.language).title,
      type: service?.type ?? null,
    },
    is_sold: service?.isShown === true,
  }))
}

export async function readPosition({ db, user, params, refuse }: BillingContext<'GET /studio/catalog-positions/:id'>) {
  return (await findPosition(db, params.id, user.brandId)) ?? refuse('not_found')
}

/** What was sent, in the form in which it is stored. */
function fieldsOf(sent: PositionFieldsWire): PositionFieldsWire {
  const { texts, service_id, course_id, category_id, picture } = sent
  return { texts: writtenTexts(texts), service_id, course_id, category_id, picture }
}

const rowOf = ({ texts, service_id, course_id, category_id, picture }: PositionFieldsWire) => ({
  texts: JSON.stringify(texts),
  serviceId: service_id,
  courseId: course_id,
  categoryId: category_id,
  picture,
})

/** Refuses what the catalogue cannot show. */
async function checkPosition(tx: Db, brands: Brands, context: Adding | Changing, fields: PositionFieldsWire) {
  const { user, refuse } = context
  const fault = positionFault(fields)
  if (fault) return refuse(fault.code, { fields: [fault.field] })
  const { service_id: serviceId, course_id: courseId, category_id: categoryId, picture } = fields
  const { categories } = brandById(brands, user.brandId).config.catalogue
  if (categoryId !== null && !categories.some(({ id }) => id === categoryId))
    return refuse('not_found', { fields: ['category_id'] })
  const named = await findNamed(tx, { brandId: user.brandId, serviceId, courseId, picture })
  if (!named?.hasService) refuse('not_found', { fields: ['service_id'] })
  if (!named?.hasCourse) refuse('not_found', { fields: ['course_id'] })
  if (!named?.hasPicture) refuse('not_found', { fields: ['picture'] })
}

type Writing = Pick<Adding, 'user' | 'caller'>
type Done = { action: string; id: number; texts: PositionFieldsWire['texts'] }

function log(tx: Db, { user, caller }: Writing, { action, id, texts }: Done, more: object = {}) {
  const detail = { title: textsOf(texts, caller.language).title, ...more }
  return writeAudit(tx, user, { action: `position.${action}`, targetType: 'position', targetId: id, detail })
}

/** Adds a position, once for each Idempotency-Key. */
export function addPosition(brands: Brands) {
  return (context: Adding) => {
    const { db, user, body, refuse, idempotencyKey = randomUUID() } = context
    const clientKey = `${user.userId} ${idempotencyKey}`
    const fields = fieldsOf(body)
    return db.inTransaction(async tx => {
      await checkPosition(tx, brands, context, fields)
      const made = await insertPosition(tx, { ...rowOf(fields), brandId: user.brandId, clientKey })
      if (!made) return (await findPositionByKey(tx, user.brandId, clientKey)) ?? refuse('not_found')
      await log(tx, context, { action: 'add', id: made.id, texts: fields.texts })
      return made
    })
  }
}

/** Changes a position; what is so already, as when it is sent again, is left. */
export function changePosition(brands: Brands) {
  return (context: Changing) => {
    const { db, user, params, body, refuse } = context
    const fields = fieldsOf(body)
    return db.inTransaction(async tx => {
      const known = (await lockPosition(tx, params.id, user.brandId)) ?? refuse('not_found')
      if (isDeepStrictEqual(fieldsOf(known), fields)) return { revision: known.revision }
      if (known.revision !== body.revision) refuse('changed_meanwhile')
      await checkPosition(tx, brands, context, fields)
      const changed = (await setPosition(tx, { ...rowOf(fields), id: known.id })) ?? refuse('not_found')
      const { texts, ...named } = fields
      await log(tx, context, { action: 'change', id: known.id, texts }, named)
      return changed
    })
  }
}

/** Shows or hides a position. */
export function changePositionState(context: BillingContext<'PUT /studio/catalog-positions/:id/state'>) {
  const { db, user, params, body, refuse } = context
  const isHidden = body.state === 'hidden'
  return db.inTransaction(async tx => {
    const asked = { id: params.id, brandId: user.brandId, isHidden }
    const { texts, wasHidden } = (await setPositionState(tx, asked)) ?? refuse('not_found')
    if (wasHidden !== isHidden) await log(tx, context, { action: isHidden ? 'hide' : 'show', id: params.id, texts })
    return { state: body.state }
  })
}

/** Moves a position to stand after another. */
export function movePosition(context: BillingContext<'PUT /studio/catalog-positions/:id/place'>) {
  const { db, user, params, body, refuse } = context
  return db.inTransaction(async tx => {
    const asked = { id: params.id, brandId: user.brandId, after: body.after }
    const { texts, isMoved } = (await placePosition(tx, asked)) ?? refuse('not_found')
    if (isMoved) await log(tx, context, { action: 'move', id: params.id, texts })
    return {}
  })
}

/** Takes a position out of the catalogue. */
export function removePosition(context: BillingContext<'DELETE /studio/catalog-positions/:id'>) {
  const { db, user, params, refuse } = context
  return db.inTransaction(async tx => {
    const { texts } = (await deletePosition(tx, params.id, user.brandId)) ?? refuse('not_found')
    await log(tx, context, { action: 'remove', id: params.id, texts })
    return {}
  })
}
