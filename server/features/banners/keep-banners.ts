import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { writeAudit } from '#server/features/accounts/audit.ts'
import type { Brands } from '#server/features/brands/load-brands.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { Context } from '#server/platform/http/routes.ts'
import { bannerFault } from '#shared/features/banners/check-banner.ts'
import type { banners } from '#shared/features/banners/contract.ts'
import type { BannerFieldsWire } from '#shared/features/banners/wire.ts'
import { textsOf, writtenTexts } from '#shared/features/billing/selling/selling.ts'
import {
  deleteUnseenBanner,
  findBannerByKey,
  findNamedByBanner,
  insertBanner,
  listSegments,
  lockBanner,
  setBanner,
  setBannerState,
} from './staff-queries.ts'

type Calls = (typeof banners)['calls']
type On<Name extends keyof Calls & string> = Context<Name, Calls[Name]>
type Adding = On<'POST /studio/banners'>
type Changing = On<'PUT /studio/banners/:id'>

const inOrder = <Item extends number | string>(items: readonly Item[]) =>
  items.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0))

/** What was sent, in the form in which it is stored. */
const fieldsOf = (sent: BannerFieldsWire): BannerFieldsWire => ({
  type: sent.type,
  texts: writtenTexts(sent.texts),
  sort: sent.sort,
  platforms: inOrder(sent.platforms),
  positionsIds: inOrder(sent.positionsIds),
  picture_id: sent.picture_id,
  link: sent.link?.trim() || null,
  segment_ids: inOrder(sent.segment_ids),
  course_ids: inOrder(sent.course_ids),
  community_ids: inOrder(sent.community_ids),
  application_ids: inOrder(sent.application_ids),
  stage_day_ids: inOrder(sent.stage_day_ids),
  not_display_course_ids: inOrder(sent.not_display_course_ids),
  not_display_community_ids: inOrder(sent.not_display_community_ids),
  not_display_application_ids: inOrder(sent.not_display_application_ids),
  starts_at: sent.starts_at,
  ends_at: sent.ends_at,
})

/** Refuses what is not there, at its field; answers the segments as the accounts have them. */
async function findNamed(tx: Db, brands: Brands, { user, refuse }: Adding | Changing, fields: BannerFieldsWire) {
  const missing = (ids: readonly string[]) =>
    ids.some(id => id !== user.brandId && !brands.byId.get(id)?.site.bannersFrom.includes(user.brandId))
  const named = await findNamedByBanner(tx, {
    brandId: user.brandId,
    courseIds: [...fields.course_ids, ...fields.not_display_course_ids],
    communityIds: [...fields.community_ids, ...fields.not_display_community_ids],
    dayIds: fields.stage_day_ids,
    pictureId: fields.picture_id,
  })
  const segments = fields.segment_ids.length > 0 ? await listSegments(tx, user.brandId, fields.segment_ids) : []
  const absent = [
    ...(named?.courses ? [] : (['course_ids', 'not_display_course_ids'] as const)),
    ...(named?.clubs ? [] : (['community_ids', 'not_display_community_ids'] as const)),
    ...(named?.days ? [] : (['stage_day_ids'] as const)),
    ...(segments.length === fields.segment_ids.length ? [] : (['segment_ids'] as const)),
  ].filter(field => fields[field].length > 0)
  const wrong = [
    ...absent,
    ...(named?.picture ? [] : ['picture_id']),
    ...(['application_ids', 'not_display_application_ids'] as const).filter(field => missing(fields[field])),
  ]
  if (wrong.length > 0) refuse('not_found', { fields: wrong })
  return segments
}

/** Refuses what a banner cannot be; answers its row. */
async function checkedRow(tx: Db, brands: Brands, context: Adding | Changing, fields: BannerFieldsWire) {
  const fault = bannerFault(fields)
  if (fault) context.refuse(fault.code, { fields: [fault.field] })
  const segments = await findNamed(tx, brands, context, fields)
  return { ...fields, texts: JSON.stringify(fields.texts), segments: JSON.stringify(segments) }
}

type Done = { action: string; id: number; texts: BannerFieldsWire['texts'] }

function log(
  tx: Db,
  { user, caller }: Pick<Adding, 'user' | 'caller'>,
  { action, id, texts }: Done,
  more: object = {},
) {
  const detail = { title: textsOf(texts, caller.language).title, ...more }
  return writeAudit(tx, user, { action: `banner.${action}`, targetType: 'banner', targetId: id, detail })
}

/** Adds a banner, hidden, once for each Idempotency-Key. */
export const addBanner = (brands: Brands) => (context: Adding) => {
  const { db, user, body, refuse, idempotencyKey = randomUUID() } = context
  const clientKey = `${user.userId} ${idempotencyKey}`
  const fields = fieldsOf(body)
  return db.inTransaction(async tx => {
    const row = await checkedRow(tx, brands, context, fields)
    const made = await insertBanner(tx, { ...row, brandId: user.brandId, clientKey })
    if (!made) return (await findBannerByKey(tx, user.brandId, clientKey)) ?? refuse('not_found')
    await log(tx, context, { action: 'add', id: made.id, texts: fields.texts })
    return made
  })
}

/** Changes a banner; what is so already, as when it is sent again, is left. */
export const changeBanner = (brands: Brands) => (context: Changing) => {
  const { db, user, params, body, refuse } = context
  const fields = fieldsOf(body)
  return db.inTransaction(async tx => {
    const known = (await lockBanner(tx, params.id, user.brandId)) ?? refuse('not_found')
    if (isDeepStrictEqual(fieldsOf(known), fields)) return { revision: known.revision }
    if (known.revision !== body.revision) refuse('changed_meanwhile')
    const row = await checkedRow(tx, brands, context, fields)
    const changed = (await setBanner(tx, { ...row, id: known.id })) ?? refuse('not_found')
    const { texts, ...named } = fields
    await log(tx, context, { action: 'change', id: known.id, texts }, named)
    return changed
  })
}

const actionOf = { shown: 'show', hidden: 'hide', archived: 'archive' } as const

/** Shows, hides or archives a banner. */
export function changeBannerState(context: On<'PUT /studio/banners/:id/state'>) {
  const { db, user, params, body, refuse } = context
  return db.inTransaction(async tx => {
    const known = (await lockBanner(tx, params.id, user.brandId)) ?? refuse('not_found')
    if (known.state === body.state) return { state: known.state }
    await setBannerState(tx, known.id, body.state)
    await log(tx, context, { action: actionOf[body.state], id: known.id, texts: known.texts })
    return { state: body.state }
  })
}

/** Removes a banner that nobody has seen. */
export function removeBanner(context: On<'DELETE /studio/banners/:id'>) {
  const { db, user, params, refuse } = context
  return db.inTransaction(async tx => {
    const known = (await lockBanner(tx, params.id, user.brandId)) ?? refuse('not_found')
    if (!(await deleteUnseenBanner(tx, known.id))) refuse('banner_was_seen')
    await log(tx, context, { action: 'remove', id: known.id, texts: known.texts })
    return {}
  })
}
