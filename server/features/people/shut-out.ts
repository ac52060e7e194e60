import { writeAudit } from '#server/features/accounts/audit.ts'
import { insertTransferToken } from '#server/features/accounts/queries.ts'
import { hashToken, newToken } from '#server/features/accounts/secrets.ts'
import { removeFactor } from '#server/features/accounts/second-factor/second-factor.ts'
import { tellSecondFactor } from '#server/features/accounts/second-factor/letter.ts'
import { applyToSessions } from '#server/features/accounts/sessions/sessions.ts'
import { forgetTouched, type PeopleContext, type PeopleParts } from './person-context.ts'
import { lockPerson, lockWithAdmins } from '#server/features/accounts/lock-person.ts'
import { deleteAllSessions, deletePerson, findErasure, setBlocked, setUnblocked } from './queries.ts'

const transferSeconds = 60

/** Blocks a person, once for a reason; concurrent changes cannot leave the brand without an administrator. */
export async function blockPerson(context: PeopleContext<'POST /studio/users/:id/block'>): Promise<object> {
  const { db, user, params, body, refuse } = context
  if (params.id === user.userId) refuse('not_oneself')
  const touched = await db.inTransaction(async tx => {
    const { person, isLastAdmin } = await lockWithAdmins(tx, params.id, user.brandId)
    if (!person) return refuse('not_found')
    if (isLastAdmin) return refuse('last_admin')
    if (person.isBlocked && person.blockReason === body.reason) return []
    const sessions = await setBlocked(tx, person.id, body.reason)
    const detail = { reason: body.reason }
    await writeAudit(tx, user, { action: 'user.block', targetType: 'user', targetId: person.id, detail })
    return sessions
  })
  forgetTouched(db, touched)
  return {}
}

export async function unblockPerson(context: PeopleContext<'POST /studio/users/:id/unblock'>): Promise<object> {
  const { db, user, params, refuse } = context
  return db.inTransaction(async tx => {
    const person = await lockPerson(tx, params.id, user.brandId)
    if (!person) return refuse('not_found')
    if (await setUnblocked(tx, person.id, user.brandId))
      await writeAudit(tx, user, { action: 'user.unblock', targetType: 'user', targetId: person.id })
    return {}
  })
}

/** Signs a person out everywhere: here before the call is answered, on other nodes as soon as they are notified. */
export async function endSessionsOfPerson(context: PeopleContext<'POST /studio/users/:id/end-sessions'>) {
  const { db, user, params, refuse } = context
  const ended = await db.inTransaction(async tx => {
    const person = await lockPerson(tx, params.id, user.brandId)
    if (!person) return refuse('not_found')
    const sessions = await deleteAllSessions(tx, person.id)
    const detail = { devices: sessions.length }
    await writeAudit(tx, user, { action: 'user.signout', targetType: 'user', targetId: person.id, detail })
    return sessions
  })
  forgetTouched(db, ended)
  return { ended: ended.length }
}

/** Turns off the second factor of somebody who has lost it; nobody gets around their own this way. */
export async function turnOffFactor(
  { db, user, params, refuse }: PeopleContext<'POST /studio/users/:id/turn-off-second-factor'>,
  { jobs }: Pick<PeopleParts, 'jobs'>,
): Promise<object> {
  if (params.id === user.userId) refuse('not_oneself')
  const changed = await db.inTransaction(async tx => {
    const person = await lockPerson(tx, params.id, user.brandId)
    if (!person) return refuse('not_found')
    const keys = await removeFactor(tx, user, person.id)
    if (keys) await tellSecondFactor(jobs, tx, person.id, false)
    return keys
  })
  applyToSessions(db, { changed: changed ?? [] })
  return {}
}

/** A token for a one-hour session as somebody else, labelled with the name of who asked for it. */
export async function signInAs({ db, user, params, now, refuse }: PeopleContext<'POST /studio/users/:id/sign-in-as'>) {
  if (params.id === user.userId) refuse('not_oneself')
  const token = newToken()
  return db.inTransaction(async tx => {
    const person = await lockPerson(tx, params.id, user.brandId)
    if (!person) return refuse('not_found')
    if (person.role === 'admin') return refuse('is_admin')
    if (person.isBlocked || person.status <= 0) return refuse('not_active')
    const until = now / 1000 + transferSeconds
    await insertTransferToken(tx, hashToken(token), person.id, user.sessionId, until, user.userId)
    await writeAudit(tx, user, { action: 'user.impersonate', targetType: 'user', targetId: person.id })
    return { token }
  })
}

/**
 * Erases a person for good. Their messages in other people's chats stay, without an author. A repeat gets the same
 * answer.
 */
export async function erasePerson(context: PeopleContext<'POST /studio/users/:id/erase'>): Promise<object> {
  const { db, user, params, body, refuse } = context
  if (params.id === user.userId) refuse('not_oneself')
  const touched = await db.inTransaction(async tx => {
    const { person, isLastAdmin } = await lockWithAdmins(tx, params.id, user.brandId)
    if (!person) return (await findErasure(tx, user.brandId, params.id)) ? [] : refuse('not_found')
    if (isLastAdmin) return refuse('last_admin')
    const called = person.email ?? person.username
    if (body.confirm.trim().toLowerCase() !== called.toLowerCase())
      return refuse('confirmation_wrong', { fields: ['confirm'] })
    const sessions = await deletePerson(tx, person.id)
    const detail = { role: person.role }
    await writeAudit(tx, user, { action: 'user.erase', targetType: 'user', targetId: person.id, detail })
    return sessions
  })
  forgetTouched(db, touched)
  return {}
}
