import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { writeAudit } from '#server/features/accounts/audit.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { Context } from '#server/platform/http/routes.ts'
import type { announcements } from '#shared/features/announcements/contract.ts'
import {
  announcementIn,
  type AnnouncementTexts,
  draftFault,
  narrowedAudience,
  narrowedTiming,
  nobodyThere,
  sendingFault,
  startOf,
  writtenAnnouncement,
} from '#shared/features/announcements/rules.ts'
import type { AnnouncementFieldsWire } from '#shared/features/announcements/wire.ts'
import { secondsFromMs } from '#shared/platform/times.ts'
import { countAudience } from './audience.ts'
import {
  deleteAnnouncement,
  findAnnouncementByKey,
  findNamedByAudience,
  insertAnnouncement,
  lockAnnouncement,
  setAnnouncement,
  setScheduled,
  stopSending,
} from './queries.ts'
import { beginSending } from './send.ts'

type Calls = (typeof announcements)['calls']
type On<Name extends keyof Calls & string> = Context<Name, Calls[Name]>
type Adding = On<'POST /studio/announcements'>
type Changing = On<'PUT /studio/announcements/:id'>

/** What was sent, in the form in which it is stored. */
const fieldsOf = (sent: AnnouncementFieldsWire): AnnouncementFieldsWire => ({
  texts: writtenAnnouncement(sent.texts),
  link: sent.link?.trim() || null,
  by_push: sent.by_push,
  by_letter: sent.by_letter,
  audience: narrowedAudience(sent.audience),
  timing: narrowedTiming(sent.timing),
})

/** Refuses what an announcement cannot be, and what its audience names and is not there; answers its row. */
async function checkedRow(tx: Db, { user, refuse }: Adding | Changing, fields: AnnouncementFieldsWire) {
  const { texts, audience, timing, ...rest } = fields
  const fault = draftFault(fields)
  if (fault) refuse(fault.code, { fields: [fault.field] })
  const named = await findNamedByAudience(tx, {
    brandId: user.brandId,
    courseId: audience.course_id,
    streamId: audience.stream_id,
    clubId: audience.club_id,
    dayId: audience.day_id,
  })
  const absent = (['course', 'stream', 'club', 'day'] as const).filter(one => !named?.[one])
  if (absent.length > 0) refuse('not_found', { fields: absent.map(one => `audience.${one}_id`) })
  return {
    ...rest,
    texts: JSON.stringify(texts),
    audience: JSON.stringify(audience),
    timing: JSON.stringify(timing),
  }
}

type Done = { action: string; id: number; texts: AnnouncementTexts }

function log(
  tx: Db,
  { user, caller }: Pick<Adding, 'user' | 'caller'>,
  { action, id, texts }: Done,
  more: object = {},
) {
  const detail = { title: announcementIn(texts, caller.language).title, ...more }
  const change = { action: `announcement.${action}`, targetType: 'announcement', targetId: id, detail }
  return writeAudit(tx, user, change)
}

/** Adds an announcement as a draft, once for each Idempotency-Key. */
export function addAnnouncement(context: Adding) {
  const { db, user, body, refuse, idempotencyKey = randomUUID() } = context
  const clientKey = `${user.userId} ${idempotencyKey}`
  const fields = fieldsOf(body)
  return db.inTransaction(async tx => {
    const row = await checkedRow(tx, context, fields)
    const made = await insertAnnouncement(tx, { ...row, brandId: user.brandId, clientKey })
    if (!made) return (await findAnnouncementByKey(tx, user.brandId, clientKey)) ?? refuse('not_found')
    await log(tx, context, { action: 'add', id: made.id, texts: fields.texts })
    return made
  })
}

/** Changes a draft; what is so already, as when it is sent again, is left. */
export function changeAnnouncement(context: Changing) {
  const { db, user, params, body, refuse } = context
  const fields = fieldsOf(body)
  return db.inTransaction(async tx => {
    const known = (await lockAnnouncement(tx, params.id, user.brandId)) ?? refuse('not_found')
    if (isDeepStrictEqual(fieldsOf(known), fields)) return { revision: known.revision }
    if (known.state !== 'draft') refuse('announcement_begun')
    if (known.revision !== body.revision) refuse('changed_meanwhile')
    const row = await checkedRow(tx, context, fields)
    const changed = await setAnnouncement(tx, { ...row, id: known.id })
    await log(tx, context, { action: 'change', id: known.id, texts: fields.texts }, { audience: fields.audience })
    return changed ?? refuse('not_found')
  })
}

/** Sends a draft to as many people as its sender has seen, at once or when its time comes; once sent, it stays so. */
export function sendAnnouncement(context: On<'PUT /studio/announcements/:id/sending'>) {
  const { db, user, params, body, now, refuse } = context
  const seconds = secondsFromMs(now)
  return db.inTransaction(async tx => {
    const known = (await lockAnnouncement(tx, params.id, user.brandId)) ?? refuse('not_found')
    const { id, state, texts, audience, timing } = known
    if (known.revision !== body.revision) refuse('changed_meanwhile')
    if (state !== 'draft') return { state }
    const fault = sendingFault(known, seconds)
    if (fault) refuse(fault.code, { fields: [fault.field] })
    const recipients = await countAudience(tx, audience, user.brandId, now)
    if (recipients !== body.recipients) refuse('recipients_changed')
    if (recipients === 0) refuse(nobodyThere.code, { fields: [nobodyThere.field] })
    await log(tx, context, { action: 'send', id, texts }, { audience, timing, recipients })
    const startsAt = startOf(timing, seconds)
    if (startsAt <= seconds)
      return { state: await beginSending(tx, { id, brandId: user.brandId, audience, timing }, now) }
    await setScheduled(tx, id, startsAt)
    return { state: 'scheduled' as const }
  })
}

/** Stops an announcement that is being sent, or takes one back whose time has not come. */
export function stopAnnouncement(context: On<'DELETE /studio/announcements/:id/sending'>) {
  const { db, user, params, refuse } = context
  return db.inTransaction(async tx => {
    const known = (await lockAnnouncement(tx, params.id, user.brandId)) ?? refuse('not_found')
    const { id, state, texts } = known
    if (state === 'scheduled') {
      await setScheduled(tx, id, null)
      await log(tx, context, { action: 'withdraw', id, texts })
      return { state: 'draft' as const }
    }
    if (state !== 'sending') return { state }
    await stopSending(tx, id)
    await log(tx, context, { action: 'stop', id, texts })
    return { state: 'stopped' as const }
  })
}

/** Removes a draft. */
export function removeAnnouncement(context: On<'DELETE /studio/announcements/:id'>) {
  const { db, user, params, refuse } = context
  return db.inTransaction(async tx => {
    const known = (await lockAnnouncement(tx, params.id, user.brandId)) ?? refuse('not_found')
    if (known.state !== 'draft') refuse('announcement_begun')
    await deleteAnnouncement(tx, known.id)
    await log(tx, context, { action: 'remove', id: known.id, texts: known.texts })
    return {}
  })
}
