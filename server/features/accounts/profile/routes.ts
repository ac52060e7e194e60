import type { Database } from '#server/platform/database/database.ts'
import { type Actor, routes } from '#server/platform/http/routes.ts'
import { profile } from '#shared/features/accounts/profile-contract.ts'
import { applyToSessions, endSessionsOf } from '../sessions.ts'
import { readUser } from '../user-query.ts'
import { type ChangeProblem, changeProfile } from './change-profile.ts'
import { endAccount, findReferrals, insertReferralJump, listSessions, setNotificationsOff } from './queries.ts'

/** What can be wrong with an e-mail alone. */
type AccountCode = 'invalid_email' | 'email_taken' | 'current_password_wrong' | 'too_many_requests'

/** How far the registration chat may say that it is (ONB-03). */
const chatStatuses = [20, 30, 40]

export const profileRoutes = routes(profile, {
  async 'POST /user'({ db, user, body, now, refuse }) {
    const problem = await changeProfile(db, user, body, now)
    if (problem) return refuse(problem.code, detailOf(problem))
    return (await readUser(db, user)) ?? refuse('not_signed_in')
  },

  async 'POST /user/update-user'({ db, user, body, now, refuse }) {
    const { email, current_password, status } = body
    if (status === 0) await endAccountOf(db, user)
    else {
      if (status !== undefined && !chatStatuses.includes(status))
        return refuse('status_unknown', { fields: ['status'] })
      const problem = await changeProfile(db, user, { email, current_password, status }, now)
      if (problem) return refuse(problem.code as AccountCode, detailOf(problem))
    }
    return (await readUser(db, user)) ?? refuse('not_signed_in')
  },

  async 'DELETE /user'({ db, user }) {
    await endAccountOf(db, user)
    return {}
  },

  async 'POST /user/notification'({ db, user, body }) {
    await setNotificationsOff(db, user.userId, body.disable_notification === 1)
    return { disable_notification: body.disable_notification }
  },

  async 'GET /user/sessions'({ db, user, now }) {
    const sessions = await listSessions(db, user.userId, now / 1000)
    const seconds = Math.floor(now / 1000)
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
    const found = (await findReferrals(db, user.userId)) ?? refuse('not_signed_in')
    // There are no orders before there is billing.
    return { ...found, referral_orders: 0 }
  },

  async 'POST /referral-jumps'({ db, user, caller, body }) {
    await insertReferralJump(db, caller.brandId, body.code, body.visitor, user?.userId ?? null)
    return {}
  },
})

async function endAccountOf(db: Database, { userId }: Actor) {
  const ended = await endAccount(db, userId)
  applyToSessions(db, { ended: ended.map(({ key }) => key) })
}

function detailOf(problem: ChangeProblem) {
  return 'field' in problem ? { fields: [problem.field] } : { retryAfter: problem.retryAfter }
}
