import { randomUUID } from 'node:crypto'
import { support } from '#shared/features/support/contract.ts'
import { trimmedLines, questionLimit } from '#shared/features/support/rules.ts'
import { brandById } from '#server/features/brands/load-brands.ts'
import { pace, type SupportContext, type SupportParts, untilSettled } from './context.ts'
import { findConversation, insertQuestion, listRequests, setViewed } from './queries.ts'
import { categoriesWire, messageFor, named } from './support-wire.ts'

const orders = {
  id: (one: { id: number }, other: { id: number }) => one.id - other.id,
  '-id': (one: { id: number }, other: { id: number }) => other.id - one.id,
  sort: (one: { sort: number }, other: { sort: number }) => one.sort - other.sort,
}

export function listCategories({ query, caller }: SupportContext<'GET /support-category'>, { brands }: SupportParts) {
  const categories = categoriesWire(brandById(brands, caller.brandId), caller.language)
  return categories.sort(orders[query.sort ?? 'sort'])
}

export async function ownRequests({ db, user, caller }: SupportContext<'GET /support-requests'>, parts: SupportParts) {
  const reading = { db, language: caller.language, brand: brandById(parts.brands, caller.brandId) }
  return named(reading, await listRequests(db, user.userId))
}

export async function ownConversation(context: SupportContext<'GET /support-requests/:id'>, { brands }: SupportParts) {
  const { db, user, caller, params, now, refuse } = context
  const row = await findConversation(db, params.id, user.userId)
  const reading = { db, language: caller.language, brand: brandById(brands, caller.brandId) }
  const [request] = await named(reading, row ? [row] : [])
  if (!row || !request) return refuse('not_found')
  const reader = { userId: user.userId, now }
  return { request, messages: row.messages.map(message => messageFor(reader, message)) }
}

/** Adds a message to one's own request; a repeated key adds nothing. */
export async function askFurther(context: SupportContext<'POST /support-requests/:id/messages'>, parts: SupportParts) {
  const { db, user, params, body, now, live, refuse, idempotencyKey = randomUUID() } = context
  const text = trimmedLines(body.message)
  if (text === '') refuse('message_required', { fields: ['message'] })
  if ([...text].length > questionLimit) refuse('message_too_long', { fields: ['message'] })
  const seconds = now / 1000
  const write = () =>
    db.inTransaction(async tx => {
      const times = [seconds, seconds - pace.seconds, pace.messages] as const
      const result = await insertQuestion(tx, params.id, user.userId, text, idempotencyKey, ...times)
      const messageId = result?.message?.id
      if (result?.isNew && messageId) await parts.jobs.send(tx, 'send-support-letter', String(messageId), { messageId })
      return result
    })
  const added = await untilSettled(write, result => !result || result.message !== null || result.isTooMuch)
  if (!added) return refuse('not_found')
  if (!added.message) return refuse('too_many_questions', { retryAfter: pace.seconds })
  if (added.isNew) live.signal(support, 'support', added.brandId, { request_id: params.id })
  return messageFor({ userId: user.userId, now }, added.message)
}

export async function seeAnswers({
  db,
  user,
  params,
  body,
  refuse,
}: SupportContext<'PUT /support-requests/:id/viewed'>) {
  const seen = await setViewed(db, params.id, user.userId, body.number)
  return seen ? { unread_count: seen.unread } : refuse('not_found')
}
