import { type Context, routes } from '#server/platform/http/routes.ts'
import type { Mailer } from '#server/platform/mail/mail.ts'
import { accounts } from '#shared/features/accounts/contract.ts'
import { emailErrors, maskedEmail, normalizeEmail } from '#shared/features/accounts/email.ts'
import { listAudit, noteStart } from './audit.ts'
import { signInByPassword } from './sign-in/password-sign-in.ts'
import { deviceHashes, rememberDevice } from './sign-in/known-devices.ts'
import { deleteTransferToken, findCredentials, findTransferHolder, insertTransferToken } from './queries.ts'
import { hashToken, newToken } from './secrets.ts'
import {
  confirm,
  type FactorParts,
  offerSecret,
  readFactor,
  renewRecoveryCodes,
  turnOff,
  turnOn,
} from './second-factor/second-factor.ts'
import { endSession, startSession } from './sessions/sessions.ts'
import { readUser } from './user-query.ts'

const transferSeconds = 60

type Calls = (typeof accounts)['calls']
type In<Name extends keyof Calls & string> = Context<Name, Calls[Name]>

async function signIn({ db, body, caller, cookies, now, refuse }: In<'POST /auth/login'>) {
  const email = normalizeEmail(body.email)
  if (emailErrors(email).errors.length) refuse('invalid_email', { fields: ['email'] })
  const find = () => findCredentials(db, caller.brandId, email)
  const outcome = await signInByPassword(
    db,
    { caller, cookies },
    { account: email, password: body.password, find },
    now,
  )
  if (outcome === 'wrong') return refuse('wrong_credentials', { fields: ['password'] })
  if ('waitSeconds' in outcome) return refuse('too_many_requests', { retryAfter: outcome.waitSeconds })
  return outcome
}

async function holderOf(context: In<'POST /auth/transfer-token-holder'>) {
  const { db, body, caller, cookies, user, now, refuse } = context
  const secrets = deviceHashes(cookies)
  const holder = await findTransferHolder(db, hashToken(body.token), caller.brandId, now / 1000, secrets)
  if (!holder) return refuse('transfer_token_spent')
  const { userId, name, email, isStaff, isKnownDevice } = holder
  const isOwn = user?.userId === userId
  return { name, email: maskedEmail(email), is_own: isOwn, is_staff: isStaff, is_known_device: isKnownDevice }
}

async function exchange({ db, body, caller, cookies, now, refuse }: In<'POST /auth/exchange-transfer-token'>) {
  const token = await db.inTransaction(async tx => {
    const spent = await deleteTransferToken(tx, hashToken(body.token), caller.brandId, now / 1000)
    if (!spent) return undefined
    const { userId, impersonatorId } = spent
    const started = await startSession(tx, userId, caller, now, { impersonatorId })
    if (impersonatorId === null) await rememberDevice(tx, cookies, userId, now)
    else await noteStart(tx, impersonatorId, userId, caller)
    return started
  })
  return token === undefined ? refuse('transfer_token_spent') : { token }
}

/** Calls for sessions, the own account and its second factor. */
export function accountRoutes(parts: FactorParts & { mailer: Pick<Mailer, 'isReal'> }) {
  return routes(accounts, {
    'POST /auth/login': signIn,
    'POST /auth/transfer-token': async ({ db, user, now }) => {
      const token = newToken()
      await insertTransferToken(db, hashToken(token), user.userId, user.sessionId, now / 1000 + transferSeconds, null)
      return { token }
    },
    'POST /auth/transfer-token-holder': holderOf,
    'POST /auth/exchange-transfer-token': exchange,
    'POST /auth/logout': async ({ db, user }) => {
      await endSession(db, user.sessionId)
      return {}
    },
    'GET /user': async ({ db, user, asked, refuse }) => (await readUser(db, user, asked)) ?? refuse('not_signed_in'),
    'GET /user/second-factor': readFactor,
    'POST /user/second-factor/secret': context => offerSecret(context, parts),
    'POST /user/second-factor': context => turnOn(context, parts),
    'POST /user/second-factor/confirm': context => confirm(context, parts),
    'POST /user/second-factor/recovery-codes': context => renewRecoveryCodes(context, parts),
    'POST /user/second-factor/turn-off': context => turnOff(context, parts),
    'GET /studio/mail': async () => ({ is_set: parts.mailer.isReal }),
    'GET /studio/audit-log': async ({ db, user, query, setPage }) => {
      const { action = null, actor_id: actorId = null, page = 1, 'per-page': perPage = 50 } = query
      const rows = await listAudit(db, user.brandId, action, actorId, perPage, (page - 1) * perPage)
      setPage({ page, perPage, total: rows[0]?.total ?? 0 })
      return rows.filter(row => row.id !== null)
    },
  })
}
