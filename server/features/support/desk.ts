import { randomUUID } from 'node:crypto'
import { userRoom } from '#shared/features/accounts/contract.ts'
import { support } from '#shared/features/support/contract.ts'
import type { Context } from '#server/platform/http/routes.ts'
import { isMessageEmpty } from '#shared/features/chat/rules.ts'
import { trimmedLines } from '#shared/features/support/rules.ts'
import { writeAudit } from '#server/features/accounts/audit.ts'
import { brandById } from '#server/features/brands/load-brands.ts'
import { answerFiles } from './answer-files.ts'
import { type SupportContext, type SupportParts, untilSettled } from './context.ts'
import { findDeskRequest, insertAnswer, listDesk, setOwner, setState } from './desk-queries.ts'
import { publishRequest } from './queries.ts'
import type { DeskRow } from './request-row.ts'
import { categoriesWire, named, messageFor } from './support-wire.ts'

const targetType = 'support-request'

export function deskCategories({ caller }: SupportContext<'GET /studio/support-categories'>, { brands }: SupportParts) {
  return categoriesWire(brandById(brands, caller.brandId), caller.language).sort((a, b) => a.sort - b.sort)
}

/** A page of the brand's requests. */
export async function deskRequests(context: SupportContext<'GET /studio/support-requests'>, parts: SupportParts) {
  const { db, user, caller, query, refuse, setPage } = context
  const { show = 'open', category_id: categoryId = null, search = '', page = 1, 'per-page': perPage = 50 } = query
  if (search.includes('\0')) refuse('invalid_input', { fields: ['search'] })
  const found = [categoryId, search.trim(), perPage, (page - 1) * perPage] as const
  const rows = await listDesk[show](db, user.brandId, user.userId, ...found)
  setPage({ page, perPage, total: rows[0]?.total ?? 0 })
  const requests = rows.filter((row): row is DeskRow & { total: number } => row.id !== null)
  return named({ db, language: caller.language, brand: brandById(parts.brands, user.brandId) }, requests)
}

/** One request as staff see it. */
export async function deskRequest(context: SupportContext<'GET /studio/support-requests/:id'>, parts: SupportParts) {
  const { row, request } = await found(context, parts)
  const reader = { userId: context.user.userId, now: context.now }
  return {
    request,
    messages: row.messages.map(message => messageFor(reader, message)),
    staff: row.staff,
  }
}

type One = Context<string, (typeof support)['calls']['GET /studio/support-requests/:id']> & { params: { id: number } }

async function found(
  { db, user, caller, params, refuse }: Pick<One, 'db' | 'user' | 'caller' | 'params' | 'refuse'>,
  { brands }: SupportParts,
) {
  const row = await findDeskRequest(db, params.id, user.brandId)
  const reading = { db, language: caller.language, brand: brandById(brands, user.brandId) }
  const [request] = await named(reading, row ? [row] : [])
  return row && request ? { row, request } : refuse('not_found')
}

/** Answers a request: live if the asker has an account, by e-mail to a visitor, who can be sent no files. */
export async function answerRequest(
  context: SupportContext<'POST /studio/support-requests/:id/messages'>,
  { jobs }: SupportParts,
) {
  const { db, user, params, body, now, live, refuse, idempotencyKey = randomUUID() } = context
  const { message = '', file_ids: fileIds = [] } = body
  const text = trimmedLines(message)
  if (isMessageEmpty(text, fileIds.length)) refuse('message_required', { fields: ['message'] })
  const files = await answerFiles(context, fileIds)
  const write = () =>
    db.inTransaction(async tx => {
      const said = [text, idempotencyKey, now / 1000, fileIds] as const
      const added = await insertAnswer(tx, params.id, user.brandId, user.userId, ...said)
      if (!added?.isNew || !added.message) return added
      const { userId, message, hasTaken } = added
      if (userId === null) await jobs.send(tx, 'send-support-answer', String(message.id), { messageId: message.id })
      else await publishRequest(tx, userId, params.id)
      const detail = { message_id: message.id, ...(hasTaken && { user_id: user.userId }) }
      await writeAudit(tx, user, { action: 'support.answer', targetType, targetId: params.id, detail })
      return added
    })
  const answer = await untilSettled(write, result => !result || result.message !== null)
  if (!answer) return refuse('not_found')
  if (!answer.message) return refuse('unavailable')
  tell({ live, user }, params.id, answer.userId)
  return messageFor({ userId: user.userId, now }, answer.isNew ? { ...answer.message, files } : answer.message)
}

/** Closes or reopens a request. */
export async function changeState(
  context: SupportContext<'PUT /studio/support-requests/:id/state'>,
  parts: SupportParts,
) {
  const { db, user, params, body, now, live, refuse } = context
  const isClosed = body.state === 'closed'
  const changed = await db.inTransaction(async tx => {
    const before = await setState(tx, params.id, user.brandId, isClosed, now / 1000)
    if (!before || (before.before === 'closed') === isClosed) return before
    if (before.userId !== null) await publishRequest(tx, before.userId, params.id)
    const action = isClosed ? 'support.close' : 'support.reopen'
    await writeAudit(tx, user, { action, targetType, targetId: params.id })
    return before
  })
  if (!changed) return refuse('not_found')
  tell({ live, user }, params.id, changed.userId)
  return (await found(context, parts)).request
}

/** Assigns a request to somebody who answers them, or to nobody. */
export async function giveRequest(
  context: SupportContext<'PUT /studio/support-requests/:id/owner'>,
  parts: SupportParts,
) {
  const { db, user, params, body, live, refuse } = context
  await found(context, parts)
  await db.inTransaction(async tx => {
    const change = await setOwner(tx, params.id, user.brandId, body.user_id)
    if (!change) return refuse('unknown_owner', { fields: ['user_id'] })
    if (change.previousId === body.user_id) return
    const detail = { user_id: body.user_id, previous_user_id: change.previousId }
    await writeAudit(tx, user, { action: 'support.owner', targetType, targetId: params.id, detail })
  })
  tell({ live, user }, params.id, null)
  return (await found(context, parts)).request
}

/** Call after the commit: notifies the asker and everyone with the brand's desk open. */
function tell({ live, user }: Pick<One, 'live' | 'user'>, requestId: number, askerId: number | null) {
  if (askerId !== null) live.nudge(userRoom, askerId)
  live.signal(support, 'support', user.brandId, { request_id: requestId })
}
