import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import { routes } from '#server/platform/http/routes.ts'
import type { JobQueue } from '#server/platform/jobs/job-queue.ts'
import { emailErrors, normalizeEmail } from '#shared/features/accounts/email.ts'
import { joining } from '#shared/features/accounts/joining-contract.ts'
import { internationalPhone } from '#shared/features/accounts/phone.ts'
import { plainLine } from '#shared/features/accounts/profile-rules.ts'
import { readUser } from '../user-query.ts'
import { judgeAttempt, limitsOfSigningUp } from './attempts.ts'
import { requestLetter, requestPhoneCode, verifyEmailCode, verifyPhoneCode } from './codes.ts'
import { signInByPassword } from './password-sign-in.ts'
import { findAppCredentials, findTaken, putPhoneDemandOff } from './queries.ts'
import { newCode } from './secret-codes.ts'
import { passwordProblem, resetPasswordByLink, updateOwnPassword } from './set-password.ts'
import { isOpen, join } from './sign-up.ts'

type Parts = { brands: Brands; jobs: Pick<JobQueue, 'send'> }

/** Becoming a learner, and proving to be one (ACC-07..15). */
export function joiningRoutes({ brands, jobs }: Parts) {
  const nameOf = (brandId: string) => brandById(brands, brandId).site.name
  const emailIn = (text: string, refuse: (code: 'invalid_email', detail: { fields: string[] }) => never) => {
    const email = normalizeEmail(text)
    return emailErrors(email).errors.length ? refuse('invalid_email', { fields: ['email'] }) : email
  }

  return routes(joining, {
    async 'POST /auth/signup-by-email'({ db, body, caller, now, refuse }) {
      if (!isOpen(brands, caller, 'isRegistrationEnable')) return refuse('registration_closed')
      const email = emailIn(body.email, refuse)
      const username = plainLine(body.username) || email
      const problem = passwordProblem(body, { email, names: [username], brand: nameOf(caller.brandId) })
      if (problem) return refuse(problem.code, { fields: [problem.field] })
      const retryAfter = await judgeAttempt(db, limitsOfSigningUp(caller.network), now)
      if (retryAfter !== undefined) return refuse('too_many_requests', { retryAfter })
      const { password, timezone, referral } = body
      const newcomer = { email, username, password, timezone, referral, status: 20 } as const
      const token = await join(db, brands, caller, newcomer, now)
      return token === undefined ? refuse('email_taken', { fields: ['email'] }) : { token }
    },

    async 'POST /auth/validate-signup-form'({ db, body, caller, now, refuse }) {
      if (body.app_id !== undefined && !isOpen(brands, caller, 'isUserAnonAuthEnable'))
        return refuse('app_accounts_closed')
      if (body.email !== undefined && !isOpen(brands, caller, 'isRegistrationEnable'))
        return refuse('registration_closed')
      const email = body.email === undefined ? null : emailIn(body.email, refuse)
      const retryAfter = await judgeAttempt(db, limitsOfSigningUp(caller.network), now)
      if (retryAfter !== undefined) return refuse('too_many_requests', { retryAfter })
      const taken = await findTaken(db, caller.brandId, email, body.app_id ?? null)
      if (taken?.email) return refuse('email_taken', { fields: ['email'] })
      if (taken?.appId) return refuse('app_id_taken', { fields: ['app_id'] })
      return {}
    },

    async 'POST /auth/login-by-app-id'({ db, body, caller, now, refuse }) {
      if (!isOpen(brands, caller, 'isUserAnonAuthEnable')) return refuse('app_accounts_closed')
      const find = () => findAppCredentials(db, caller.brandId, body.app_id)
      const account = `app ${body.app_id}`
      const outcome = await signInByPassword(db, caller, { account, password: body.password, find }, now)
      if (outcome === 'wrong') return refuse('wrong_credentials', { fields: ['password'] })
      if ('waitSeconds' in outcome) return refuse('too_many_requests', { retryAfter: outcome.waitSeconds })
      return outcome
    },

    async 'POST /auth/signup-by-app-id'({ db, body, caller, now, refuse }) {
      if (!isOpen(brands, caller, 'isUserAnonAuthEnable')) return refuse('app_accounts_closed')
      const problem = passwordProblem(body, { names: [body.app_id], brand: nameOf(caller.brandId) })
      if (problem) return refuse(problem.code, { fields: [problem.field] })
      const retryAfter = await judgeAttempt(db, limitsOfSigningUp(caller.network), now)
      if (retryAfter !== undefined) return refuse('too_many_requests', { retryAfter })
      const { app_id: appId, password, timezone } = body
      // The id of the installation opens the account: it is not shown as anybody's name.
      const newcomer = { appId, username: `guest-${newCode()}`, password, timezone, status: 10 } as const
      const token = await join(db, brands, caller, newcomer, now)
      return token === undefined ? refuse('app_id_taken', { fields: ['app_id'] }) : { token }
    },

    async 'POST /auth/request-password-reset'({ db, body, caller, now, refuse }) {
      const email = emailIn(body.email, refuse)
      const outcome = await requestLetter(db, jobs, 'send-password-reset', email, caller, now)
      if ('waitSeconds' in outcome) return refuse('too_many_requests', { retryAfter: outcome.waitSeconds })
      return {}
    },

    async 'POST /auth/reset-password'({ db, body, caller, now, refuse }) {
      const outcome = await resetPasswordByLink(db, body, caller, nameOf(caller.brandId), now)
      return 'code' in outcome ? refuse(outcome.code, { fields: [outcome.field] }) : outcome
    },

    async 'POST /v2/auth/request-otp'({ db, body, caller, now, refuse }) {
      const email = emailIn(body.email, refuse)
      const outcome = await requestLetter(db, jobs, 'send-email-code', email, caller, now)
      if ('waitSeconds' in outcome) return refuse('too_many_requests', { retryAfter: outcome.waitSeconds })
      return { retry_after: outcome.retryAfter }
    },

    async 'POST /v2/auth/verify-otp'({ db, body, caller, now, refuse }) {
      const email = emailIn(body.email, refuse)
      const outcome = await verifyEmailCode(db, { email, code: body.code }, caller, now)
      if (outcome === 'wrong') return refuse('code_wrong', { fields: ['code'] })
      if ('waitSeconds' in outcome) return refuse('too_many_requests', { retryAfter: outcome.waitSeconds })
      const user = await readUser(db, { userId: outcome.userId })
      return user ? { token: outcome.token, user } : refuse('code_wrong', { fields: ['code'] })
    },

    async 'POST /user/request-phone-otp'({ db, user, body, caller, now, refuse }) {
      const phone = internationalPhone(body.phone) ?? refuse('wrong_phone', { fields: ['phone'] })
      const outcome = await requestPhoneCode(db, jobs, user, phone, caller, now)
      if ('waitSeconds' in outcome) return refuse('too_many_requests', { retryAfter: outcome.waitSeconds })
      return { retry_after: outcome.retryAfter }
    },

    async 'POST /user/verify-phone'({ db, user, body, caller, now, refuse }) {
      const phone = internationalPhone(body.phone) ?? refuse('wrong_phone', { fields: ['phone'] })
      const outcome = await verifyPhoneCode(db, user, { phone, code: body.code }, caller, now)
      if (outcome === 'wrong') return refuse('code_wrong', { fields: ['code'] })
      if (outcome !== 'taken') return refuse('too_many_requests', { retryAfter: outcome.waitSeconds })
      return { phoneValidated: true, requirePhoneValidate: false }
    },

    async 'POST /user/supress-phone-validation'({ db, user }) {
      await putPhoneDemandOff(db, user.userId)
      return {}
    },

    async 'POST /user/update-password'({ db, user, body, now, refuse }) {
      const problem = await updateOwnPassword(db, user, body, nameOf(user.brandId), now)
      if (!problem) return {}
      if ('waitSeconds' in problem) return refuse('too_many_requests', { retryAfter: problem.waitSeconds })
      return refuse(problem.code, { fields: [problem.field] })
    },
  })
}
