import type { Database } from '#server/platform/database/database.ts'
import { type Actor, type Context, routes } from '#server/platform/http/routes.ts'
import { profile } from '#shared/features/profile/contract.ts'
import { requireProof } from '#server/features/accounts/sessions/proofs.ts'
import { lockWithAdmins } from '#server/features/accounts/lock-person.ts'
import { applyToSessions, endSessionsOf } from '#server/features/accounts/sessions/sessions.ts'
import { readUser } from '#server/features/accounts/user-query.ts'
import { type ChangeProblem, changeProfile, type ProfileParts } from './change-profile.ts'
import {
  endAccount,
  findReferrals,
  insertReferralJump,
  listSessions,
  setAvatar,
  setNotificationsOff,
} from './queries.ts'
import type { Db } from '#server/platform/database/statement.ts'
import { deleteGivenOut, giveOutPicture } from '#server/features/media/queries.ts'

/** Refusals that are about the e-mail only. */
type AccountCode = 'invalid_email' | 'email_taken' | 'current_password_wrong' | 'too_many_requests'

/** Statuses the registration chat may report. */
const chatStatuses = [20, 30, 40]

export const profileRoutes = (parts: ProfileParts) =>
  routes(profile, {
    async 'POST /user'({ db, user, body, now, refuse }) {
      const problem = await changeProfile(db, parts, user, body, now)
      if (problem) return refuse(problem.code, detailOf(problem))
      return (await readUser(db, user)) ?? refuse('not_signed_in')
    },

    'POST /user/avatar': changeAvatar,
    'POST /user/update-user': context => updateUser(context, parts),

    'DELETE /user': deleteUser,

    async 'POST /user/notification'({ db, user, body }) {
      await setNotificationsOff(db, user.userId, body.disable_notification === 1)
      return { disable_notification: body.disable_notification }
    },

    async 'GET /user/sessions'({ db, user, now }) {
      const seconds = Math.floor(now / 1000)
      const sessions = await listSessions(db, user.userId, seconds)
      return sessions.map(session => {
        const isCurrent = session.id === user.sessionId
        return { ...session, isCurrent, seen_at: isCurrent ? seconds : session.seen_at }
      })
    },

    async 'DELETE /user/sessions/:id'({ db, user, params, refuse }) {
      if ((await endSessionsOf(db, user.userId, { only: params.id })) === 0) return refuse('not_found')
      return {}
    },

    async 'POST /user/end-other-sessions'({ db, user }) {
      await endSessionsOf(db, user.userId, { except: user.sessionId })
      return {}
    },

    async 'GET /user/referrals'({ db, user, refuse }) {
      return (await findReferrals(db, user.userId)) ?? refuse('not_signed_in')
    },

    async 'POST /referral-jumps'({ db, user, caller, body }) {
      await insertReferralJump(db, caller.brandId, body.code, body.visitor, user?.userId ?? null)
      return {}
    },
  })

type Updating = Context<'POST /user/update-user', (typeof profile)['calls']['POST /user/update-user']>

async function updateUser({ db, user, body, now, refuse }: Updating, parts: ProfileParts) {
  const { email, current_password, status } = body
  if (status === 0) {
    await requireProof({ db, user, now, refuse })
    if (!(await endAccountOf(db, user))) return refuse('last_admin')
  } else {
    if (status !== undefined && !chatStatuses.includes(status)) return refuse('status_unknown', { fields: ['status'] })
    const problem = await changeProfile(db, parts, user, { email, current_password, status }, now)
    if (problem) return refuse(problem.code as AccountCode, detailOf(problem))
  }
  return (await readUser(db, user)) ?? refuse('not_signed_in')
}

async function deleteUser({
  db,
  user,
  now,
  refuse,
}: Context<'DELETE /user', (typeof profile)['calls']['DELETE /user']>) {
  await requireProof({ db, user, now, refuse })
  return (await endAccountOf(db, user)) ? {} : refuse('last_admin')
}

/** False for the last administrator: a school keeps one, even when two leave at the same moment. */
async function endAccountOf(db: Database, { userId, brandId }: Actor): Promise<boolean> {
  const ended = await db.inTransaction(async tx => {
    const { isLastAdmin } = await lockWithAdmins(tx, userId, brandId)
    return isLastAdmin ? undefined : endAccount(tx, userId)
  })
  if (ended) applyToSessions(db, { ended: ended.map(({ key }) => key) })
  return ended !== undefined
}

function detailOf(problem: ChangeProblem) {
  return 'field' in problem ? { fields: [problem.field] } : { retryAfter: problem.retryAfter }
}

type ChangingAvatar = Context<'POST /user/avatar', (typeof profile)['calls']['POST /user/avatar']>

/** A person's picture is shown wherever they appear, so an unguessable key opens it without a session. */
async function changeAvatar({ db, user, body, refuse }: ChangingAvatar) {
  const isSet = await db.inTransaction(tx => changePicture(tx, user.userId, body.avatar_file_id))
  if (!isSet) return refuse('avatar_unusable', { fields: ['avatar_file_id'] })
  return (await readUser(db, user)) ?? refuse('not_signed_in')
}

/** Returns whether it changed. Null removes the picture; any previously published one is deleted. */
async function changePicture(tx: Db, userId: number, fileId: number | null): Promise<boolean> {
  if (fileId === null) {
    await deleteGivenOut(tx, userId)
    await setAvatar(tx, userId, null)
    return true
  }
  const given = await giveOutPicture(tx, userId, fileId)
  if (!given) return false
  await setAvatar(tx, userId, `/media/${given.key}/${given.files.small}`)
  return true
}
