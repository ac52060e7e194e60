import { emailErrors, normalizeEmail } from '#shared/features/accounts/email.ts'
import { isBlank } from '#shared/platform/text.ts'
import type { Db } from '#server/platform/database/statement.ts'
import { writeAudit } from '#server/features/accounts/audit.ts'
import { insertUser } from '#server/features/accounts/queries.ts'
import { type PeopleContext, type PeopleParts } from './person-context.ts'
import { lockPerson } from '#server/features/accounts/lock-person.ts'

/** Queues the invitation; the job looks up the person and creates the link itself. */
function sendInvitation({ jobs }: Pick<PeopleParts, 'jobs'>, tx: Db, userId: number, inviterId: number) {
  return jobs.send(tx, 'send-password-reset', String(userId), { userId, inviterId })
}

/** Creates an account without a password; an e-mail with a link to set one follows after the commit. */
export async function addPerson(
  { db, user, body, caller, refuse }: PeopleContext<'POST /studio/users'>,
  parts: Pick<PeopleParts, 'jobs'>,
): Promise<{ id: number }> {
  if (isBlank(body.first_name)) refuse('name_required', { fields: ['first_name'] })
  const email = normalizeEmail(body.email)
  if (emailErrors(email).errors.length) refuse('invalid_email', { fields: ['email'] })
  const names = { firstName: body.first_name.trim(), lastName: (body.last_name ?? '').trim() }
  const account = { languageCode: body.language_code ?? caller.language, timezone: user.timezone, role: body.role }
  return db.inTransaction(async tx => {
    const made = await insertUser(tx, JSON.stringify({ brandId: user.brandId, email, ...names, ...account }))
    if (!made) return refuse('email_taken', { fields: ['email'] })
    const detail = { email, role: body.role }
    await writeAudit(tx, user, { action: 'user.add', targetType: 'user', targetId: made.id, detail })
    await sendInvitation(parts, tx, made.id, user.userId)
    return { id: made.id }
  })
}

/** Sends the invitation again. */
export async function inviteAgain(
  { db, user, params, refuse }: PeopleContext<'POST /studio/users/:id/invite'>,
  parts: Pick<PeopleParts, 'jobs'>,
): Promise<object> {
  return db.inTransaction(async tx => {
    const person = await lockPerson(tx, params.id, user.brandId)
    if (!person) return refuse('not_found')
    if (person.isBlocked || person.status <= 0) return refuse('not_active')
    if (person.email === null) return refuse('no_email')
    await writeAudit(tx, user, { action: 'user.invite', targetType: 'user', targetId: person.id })
    await sendInvitation(parts, tx, person.id, user.userId)
    return {}
  })
}
