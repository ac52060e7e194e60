import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { writeAudit } from '#server/features/accounts/audit.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { Context } from '#server/platform/http/routes.ts'
import type { ClubFieldsWire, clubs } from '#shared/features/clubs/contract.ts'
import { titleIn, writtenTitles } from '#shared/features/clubs/titles.ts'
import { deleteClub, findClubByKey, findNamedByClub, insertClub, lockClub, setClub } from './queries.ts'

type Calls = (typeof clubs)['calls']
type On<Name extends keyof Calls & string> = Context<Name, Calls[Name]>
type Writing = On<'POST /studio/clubs'> | On<'PUT /studio/clubs/:id'>

const inOrder = (ids: readonly number[]) => ids.toSorted((one, other) => one - other)

/** What was sent, in the form in which it is stored. */
function fieldsOf(sent: ClubFieldsWire): ClubFieldsWire {
  return {
    titles: writtenTitles(sent.titles),
    slug: sent.slug,
    chat_only: sent.chat_only,
    is_hidden: sent.is_hidden,
    course_ids: inOrder(sent.course_ids),
    service_ids: inOrder(sent.service_ids),
    faq_url: sent.faq_url,
    custom_url: sent.custom_url,
    telegram_chat_url: sent.telegram_chat_url,
    have_subscription_landing_url: sent.have_subscription_landing_url,
    no_have_subscription_landing_url: sent.no_have_subscription_landing_url,
  }
}

const rowOf = ({ titles, ...fields }: ClubFieldsWire) => ({
  ...fields,
  titles: JSON.stringify(titles),
})

const addressNames = [
  'faq_url',
  'custom_url',
  'telegram_chat_url',
  'have_subscription_landing_url',
  'no_have_subscription_landing_url',
] as const

async function checkClub(tx: Db, { user, refuse }: Writing, fields: ClubFieldsWire) {
  const { titles, course_ids, service_ids } = fields
  const unreadable = addressNames.filter(name => fields[name] !== null && !URL.canParse(fields[name]))
  if (unreadable.length > 0) refuse('invalid_input', { fields: unreadable })
  if (Object.keys(titles).length === 0) refuse('club_untitled', { fields: ['titles'] })
  const named = await findNamedByClub(tx, { brandId: user.brandId, courseIds: course_ids, serviceIds: service_ids })
  if (!named?.hasCourses) refuse('not_found', { fields: ['course_ids'] })
  if (!named?.hasServices) refuse('not_found', { fields: ['service_ids'] })
}

/** Adds a club, once for each Idempotency-Key. */
export function addClub(context: On<'POST /studio/clubs'>) {
  const { db, user, body, caller, refuse, idempotencyKey = randomUUID() } = context
  const clientKey = `${user.userId} ${idempotencyKey}`
  const fields = fieldsOf(body)
  return db.inTransaction(async tx => {
    await checkClub(tx, context, fields)
    const made = await insertClub(tx, { ...rowOf(fields), brandId: user.brandId, clientKey })
    if (!made) return (await findClubByKey(tx, user.brandId, clientKey)) ?? refuse('slug_taken', { fields: ['slug'] })
    const detail = { title: titleIn(fields.titles, caller.language) }
    await writeAudit(tx, user, { action: 'club.add', targetType: 'club', targetId: made.id, detail })
    return made
  })
}

/** Changes a club; what is so already, as when it is sent again, is left. */
export function changeClub(context: On<'PUT /studio/clubs/:id'>) {
  const { db, user, params, body, caller, refuse } = context
  const fields = fieldsOf(body)
  const changed = db.inTransaction(async tx => {
    const known = (await lockClub(tx, params.id, user.brandId)) ?? refuse('not_found')
    if (isDeepStrictEqual(fieldsOf(known), fields)) return { revision: known.revision }
    if (known.revision !== body.revision) refuse('changed_meanwhile')
    await checkClub(tx, context, fields)
    const written = { ...rowOf(fields), id: known.id, brandId: user.brandId }
    const set = (await setClub(tx, written)) ?? refuse('not_found')
    const { titles, ...named } = fields
    const detail = { title: titleIn(titles, caller.language), ...named }
    await writeAudit(tx, user, { action: 'club.change', targetType: 'club', targetId: known.id, detail })
    return set
  })
  return changed.catch((error: unknown) => {
    if (isSlugTaken(error)) refuse('slug_taken', { fields: ['slug'] })
    throw error
  })
}

const isSlugTaken = (error: unknown) =>
  (error as { constraint?: string }).constraint === 'communities_brand_id_slug_key'

/** Removes a club. */
export function removeClub({ db, user, params, caller, refuse }: On<'DELETE /studio/clubs/:id'>) {
  return db.inTransaction(async tx => {
    const { titles } = (await deleteClub(tx, params.id, user.brandId)) ?? refuse('not_found')
    const detail = { title: titleIn(titles, caller.language) }
    await writeAudit(tx, user, { action: 'club.remove', targetType: 'club', targetId: params.id, detail })
    return {}
  })
}
