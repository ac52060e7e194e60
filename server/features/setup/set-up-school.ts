import { writeAudit } from '#server/features/accounts/audit.ts'
import { rememberDevice } from '#server/features/accounts/sign-in/known-devices.ts'
import { isGoodPassword } from '#server/features/accounts/passwords/new-password.ts'
import { insertUser } from '#server/features/accounts/queries.ts'
import { hashPassword, hashToken } from '#server/features/accounts/secrets.ts'
import { startSession } from '#server/features/accounts/sessions/sessions.ts'
import { setOwnCurrency } from '#server/features/billing/payment-settings/terms.ts'
import type { BrandKeeper } from '#server/features/brands/keep-brands.ts'
import { mergedOverride, planOverride, writeOverride } from '#server/features/brands/write-override.ts'
import type { Context } from '#server/platform/http/routes.ts'
import { emailErrors, normalizeEmail } from '#shared/features/accounts/email.ts'
import { isCurrency } from '#shared/features/billing/payments/payment-settings.ts'
import { problemTexts } from '#shared/features/brands/problem-texts.ts'
import type { setup } from '#shared/features/setup/contract.ts'
import { fieldOf, schoolOverride } from '#shared/features/setup/rules.ts'
import { isBlank } from '#shared/platform/text.ts'
import { isTimeZone } from '#shared/platform/times.ts'
import { findSetup, takeCode } from './queries.ts'

type Calls = (typeof setup)['calls']
type In<Name extends keyof Calls & string> = Context<Name, Calls[Name]>
type School = In<'POST /setup'>

/** Refuses a link that was used, or replaced by a later start. */
export async function checkLink({ db, body, refuse }: Pick<In<'POST /setup/check'>, 'db' | 'body' | 'refuse'>) {
  const found = await findSetup(db, hashToken(body.code))
  if (found?.hasAdministrator) return refuse('school_is_set_up')
  return found?.isCode ? {} : refuse('setup_link_over', { fields: ['code'] })
}

/** Names the school and opens the account of its first administrator, both or neither; they are signed in. */
export async function setUpSchool(context: School, keeper: BrandKeeper): Promise<{ token: string }> {
  const { db, body, caller, cookies, now, refuse } = context
  await checkLink(context)
  const administrator = judgeAdministrator(context)
  await keeper.refresh()
  const school = planSchool(context, keeper, administrator.email)
  const passwordHash = await hashPassword(body.password, caller.network)
  const token = await db.inTransaction(async tx => {
    if ((await takeCode(tx, hashToken(body.code))) === 0) return undefined
    const made = await insertUser(tx, JSON.stringify({ ...administrator, passwordHash }))
    if (!made) return refuse('email_taken', { fields: ['email'] })
    const author = { userId: made.id, brandId: caller.brandId }
    if (!(await writeOverride(tx, keeper, author, school))) return refuse('brand_changed')
    await setOwnCurrency(tx, caller.brandId, body.currency)
    await writeAudit(tx, author, { action: 'school.setup', targetType: 'user', targetId: made.id })
    await rememberDevice(tx, cookies, made.id, now)
    return startSession(tx, made.id, caller, now, { isProven: true })
  })
  if (token === undefined) {
    await checkLink(context)
    return refuse('setup_link_over', { fields: ['code'] })
  }
  await keeper.refresh()
  return { token }
}

/** The account as it is stored; refuses what is missing or wrong at its field. */
function judgeAdministrator({ body, caller, refuse }: School) {
  if (isBlank(body.school_name)) return refuse('school_name_required', { fields: ['school_name'] })
  if (isBlank(body.first_name)) return refuse('name_required', { fields: ['first_name'] })
  const email = normalizeEmail(body.email)
  if (emailErrors(email).errors.length) return refuse('invalid_email', { fields: ['email'] })
  const [firstName, lastName] = [body.first_name.trim(), (body.last_name ?? '').trim()]
  const owner = { email, names: [firstName, lastName, `${firstName} ${lastName}`], brand: body.school_name.trim() }
  if (!isGoodPassword(body.password, owner)) return refuse('password_too_weak', { fields: ['password'] })
  if (!isTimeZone(body.timezone)) return refuse('wrong_timezone', { fields: ['timezone'] })
  if (!isCurrency(body.currency)) return refuse('currency_unknown', { fields: ['currency'] })
  const { brandId, language } = caller
  const languageCode = body.languages.includes(language) ? language : body.default_language
  return { brandId, email, firstName, lastName, languageCode, timezone: body.timezone, role: 'admin' }
}

/** The brand as it will be; refuses what does not fit it at the field that asked for it. */
function planSchool({ body, caller, refuse }: School, keeper: BrandKeeper, email: string) {
  const kept = keeper.find(caller.brandId)
  if (!kept) throw new Error(`No brand ${caller.brandId}`)
  const answers = {
    name: body.school_name.trim(),
    languages: body.languages,
    defaultLanguage: body.default_language,
    email,
  }
  const plan = planOverride(keeper, kept, mergedOverride(kept, schoolOverride(kept.effective, answers)))
  if (!('problems' in plan)) return { ...plan, seenVersion: kept.stored?.version ?? 0 }
  return refuse('brand_invalid', {
    texts: Object.fromEntries(plan.problems.map(problem => [fieldOf(problem.place), problemTexts(problem)])),
  })
}
