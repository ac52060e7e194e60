import { randomUUID } from 'node:crypto'
import { support } from '#shared/features/support/contract.ts'
import type { SupportTopic } from '#shared/features/brands/schema.ts'
import { autoTexts, situationOf } from '#shared/features/support/auto-questions.ts'
import type { SupportRequestWire } from '#shared/features/support/contract.ts'
import { questionProblems, trimmedQuestion, wordProblems } from '#shared/features/support/rules.ts'
import { brandById } from '#server/features/brands/load-brands.ts'
import { pace, type SupportContext, type SupportParts } from './context.ts'
import { findRequest, insertRequest } from './queries.ts'
import { named } from './support-wire.ts'

type Learners = SupportContext<'POST /tech-questions'> | SupportContext<'POST /tech-questions/auto'>
type Anonymous = SupportContext<'POST /tech-questions/anonymous'>

type Asked = {
  userId: number | null
  email: string | null
  name: string
  text: string
  category: SupportTopic | undefined
  streamId: number | null
  isAuto: boolean
}

const rounds = 3

/** A signed-in person's question. */
export async function askSupport(context: SupportContext<'POST /tech-questions'>, parts: SupportParts) {
  const { body, refuse, user } = context
  const question = trimmedQuestion({ name: body.name, message: body.message })
  for (const [field, problem] of Object.entries(wordProblems(question))) refuse(problem, { fields: [field] })
  const target = targetOf(context, parts)
  const asked = { ...target, userId: user.userId, email: null, name: question.name, text: question.message }
  const id = (await add(context, parts, { ...asked, isAuto: false })) ?? refuse('trial_only')
  return ownRequest(context, parts, id)
}

/** A prefilled question from the app; while one is open, asking again returns the same request. */
export async function askAutomatically(context: SupportContext<'POST /tech-questions/auto'>, parts: SupportParts) {
  const { body, caller, refuse, user } = context
  const { config } = brandById(parts.brands, caller.brandId)
  const situation = situationOf(body.support_category_id, config.supportCategories)
  if (!situation) return refuse('unknown_category', { fields: ['support_category_id'] })
  const { name } = trimmedQuestion({ name: body.name, message: '' })
  if (name === '') refuse('name_required', { fields: ['name'] })
  const text = autoTexts[situation][caller.language]
  const asked = { ...targetOf(context, parts), userId: user.userId, email: null, name, text }
  const id = (await add(context, parts, { ...asked, isAuto: true })) ?? refuse('trial_only')
  return ownRequest(context, parts, id)
}

/** A visitor's question; the answer reveals nothing but that it was received. */
export async function askAnonymously(context: Anonymous, parts: SupportParts) {
  const { body, caller, refuse } = context
  const question = trimmedQuestion({ name: body.name, message: body.message, email: body.email })
  for (const [field, problem] of Object.entries(questionProblems(question))) refuse(problem, { fields: [field] })
  const { supportCategoryList } = brandById(parts.brands, caller.brandId)
  const category = supportCategoryList.find(({ id }) => id === body.support_category_id)
  if (body.support_category_id !== undefined && !category)
    refuse('unknown_category', { fields: ['support_category_id'] })
  const { name, message: text, email } = question
  await add(context, parts, { userId: null, email, name, text, category, streamId: null, isAuto: false })
  return {}
}

/** The topic and, if it asks for one, the stream; whether the stream is the caller's is checked on insert. */
function targetOf({ body, caller, refuse }: Learners, { brands }: SupportParts) {
  const { supportCategoryList } = brandById(brands, caller.brandId)
  const category = supportCategoryList.find(({ id }) => id === body.support_category_id)
  if (!category) return refuse('unknown_category', { fields: ['support_category_id'] })
  const streamId = body.target_id ?? null
  if (category.target === null) return { category, streamId: null }
  return streamId === null ? refuse('course_required', { fields: ['target_id'] }) : { category, streamId }
}

/** Stores the request and, in the same transaction, queues the e-mail to the school's support; nothing for the learner of a trial. */
async function add(context: Learners | Anonymous, { jobs }: SupportParts, asked: Asked): Promise<number | undefined> {
  const { db, now, caller, live, refuse, idempotencyKey = randomUUID() } = context
  const { userId, email, name, text, category, streamId, isAuto } = asked
  const seconds = now / 1000
  for (let round = 0; round < rounds; round++) {
    const made = await db.inTransaction(async tx => {
      const result = await insertRequest(
        tx,
        ...([caller.brandId, userId, email, name, caller.language, category?.id ?? null, streamId, isAuto] as const),
        ...([text, idempotencyKey, seconds, seconds - pace.seconds, pace.messages] as const),
      )
      const messageId = result?.messageId
      if (messageId) await jobs.send(tx, 'send-support-letter', String(messageId), { messageId })
      return result
    })
    if (made?.messageId) live.signal(support, 'support', caller.brandId, { request_id: made.id ?? 0 })
    if (made?.id) return made.id
    if (made?.isStreamOwn === false) return refuse('not_found')
    if (made?.isTrial) return undefined
    if (made?.isTooMuch) return refuse('too_many_questions', { retryAfter: pace.seconds })
  }
  return refuse('unavailable')
}

async function ownRequest({ db, user, caller, refuse }: Learners, { brands }: SupportParts, id: number) {
  const row = await findRequest(db, id, user.userId)
  const reading = { db, language: caller.language, brand: brandById(brands, caller.brandId) }
  const [wire]: SupportRequestWire[] = await named(reading, row ? [row] : [])
  return wire ?? refuse('not_found')
}
