import { writeAudit } from '#server/features/accounts/audit.ts'
import { lockPerson } from '#server/features/accounts/lock-person.ts'
import { hashToken } from '#server/features/accounts/secrets.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { PeopleContext, PeopleParts } from '../person-context.ts'
import { deletePerson, findErasure } from '../queries.ts'
import { whyNotInvited } from '#shared/features/people/rules.ts'
import { findInvitation } from './queries.ts'

type Jobs = Pick<PeopleParts, 'jobs'>

/** Queues the invitation; the job looks up the person and creates the link itself. */
export function queueInvitation({ jobs }: Jobs, tx: Db, userId: number, inviterId: number, now: number) {
  return jobs.send(tx, 'send-invitation', String(userId), { userId, inviterId, askedAt: now / 1000 })
}

/** Sends the invitation again; who has come in already gets a link for a new password. */
export async function inviteAgain(
  { db, user, params, now, refuse }: PeopleContext<'POST /studio/users/:id/invite'>,
  parts: Jobs,
): Promise<object> {
  return db.inTransaction(async tx => {
    const person = await lockPerson(tx, params.id, user.brandId)
    if (!person) return refuse('not_found')
    const why = whyNotInvited({ isActive: !person.isBlocked && person.status > 0, email: person.email })
    if (why) return refuse(why)
    await writeAudit(tx, user, { action: 'user.invite', targetType: 'user', targetId: person.id })
    if (person.hasComeIn) await parts.jobs.send(tx, 'send-password-reset', String(person.id), { userId: person.id })
    else await queueInvitation(parts, tx, person.id, user.userId, now)
    return {}
  })
}

/** Takes an invitation back. It belongs to the school: any administrator may, and it outlives the right of who sent it. */
export async function withdrawInvitation(context: PeopleContext<'POST /studio/users/:id/withdraw'>): Promise<object> {
  const { db, user, params, refuse } = context
  return db.inTransaction(async tx => {
    const person = await lockPerson(tx, params.id, user.brandId)
    if (!person) return (await findErasure(tx, user.brandId, params.id)) ? {} : refuse('not_found')
    if (person.hasComeIn) return refuse('has_come_in')
    await deletePerson(tx, person.id)
    const detail = { role: person.role }
    await writeAudit(tx, user, { action: 'user.withdraw', targetType: 'user', targetId: person.id, detail })
    return {}
  })
}

/** What the page of an invitation says. */
export async function readInvitation({ db, body, caller, now, refuse }: PeopleContext<'POST /invitation'>) {
  return (await findInvitation(db, caller.brandId, hashToken(body.token), now / 1000)) ?? refuse('invitation_over')
}
