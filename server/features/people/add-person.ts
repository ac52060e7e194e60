import { emailErrors, normalizeEmail } from '#shared/features/accounts/email.ts'
import { isBlank } from '#shared/platform/text.ts'
import { writeAudit } from '#server/features/accounts/audit.ts'
import { insertUser } from '#server/features/accounts/queries.ts'
import type { PeopleContext, PeopleParts } from './person-context.ts'
import { queueInvitation } from './invitations/invitations.ts'

/** Creates an account without a password; an e-mail with a link to set one follows after the commit. */
export async function addPerson(
  { db, user, body, caller, now, refuse }: PeopleContext<'POST /studio/users'>,
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
    await queueInvitation(parts, tx, made.id, user.userId, now)
    return { id: made.id }
  })
}
