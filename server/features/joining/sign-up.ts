import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Caller } from '#server/platform/http/routes.ts'
import { brandLanguage } from '#shared/features/brands/rules.ts'
import { isTimeZone } from '#shared/platform/times.ts'
import { hashPassword } from '#server/features/accounts/secrets.ts'
import { startSession } from '#server/features/accounts/sessions.ts'
import { insertNewUser } from './queries.ts'

/** Whether a brand takes new people by e-mail, or by the id of an installation, for the kind of app that asks. */
export function isOpen(
  brands: Brands,
  { brandId, appType }: Caller,
  way: 'isRegistrationEnable' | 'isUserAnonAuthEnable',
): boolean {
  const brand = brandById(brands, brandId)
  return (appType === 'mobile' ? brand.mobileApp : brand.config)[way]
}

/** Who joins: by an e-mail, or by the id of an installation. `status` is how far the registration chat is. */
export type Newcomer = {
  email?: string
  appId?: string
  username: string
  firstName?: string
  password: string
  timezone: string | undefined
  status: 10 | 20
  referral?: string | undefined
}

/** Opens an account and starts its session, both or neither; undefined when somebody has the e-mail or the installation. */
export async function join(
  db: Database,
  brands: Brands,
  caller: Caller,
  { password, timezone, ...newcomer }: Newcomer,
  now: number,
): Promise<string | undefined> {
  const user = JSON.stringify({
    ...newcomer,
    brandId: caller.brandId,
    passwordHash: await hashPassword(password),
    languageCode: brandLanguage(brandById(brands, caller.brandId), caller.language, caller.appType),
    timezone: timezone !== undefined && isTimeZone(timezone) ? timezone : 'UTC',
  })
  return db.inTransaction(async tx => {
    const made = await insertNewUser(tx, user)
    return made && startSession(tx, made.id, caller, now)
  })
}
