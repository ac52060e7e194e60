import { site } from '#kit/features/brands/site.ts'
import { settings } from '#kit/request/connection.ts'
import { request } from '#kit/request/request.ts'
import { createStore } from '#kit/ui/store.ts'
import {
  type Choice,
  consentCookie,
  type Decision,
  isAllowed,
  isAsked,
  noConsentCookie,
  type Purpose,
  readConsent,
  reconciled,
} from '#shared/features/consent/rules.ts'

/** What this device was told to allow; undefined while nobody decided. */
export const consent = createStore<Decision | undefined>(undefined)

const isHandled = () => site().config.isCookieConsentEnable

/** Whether requests of a purpose may leave the browser now. */
export function allows(purpose: Purpose): boolean {
  return isAllowed(purpose, isHandled(), consent.read())
}

/** Whether somebody has signed in of whom it is not known yet that the device's decision is theirs. */
export function isUnsure(): boolean {
  const owner = consent.read()?.userId ?? null
  return settings.token !== null && owner !== null && owner !== settings.userId
}

/** Whether the banner is to ask. */
export function wantsAnswer(): boolean {
  return isAsked(isHandled(), consent.read())
}

/** Reads what this device decided earlier, or in another tab. */
export function takeUpConsent(): void {
  consent.change(() => readConsent(document.cookie))
}

function keep(decision: Decision | undefined) {
  document.cookie = decision ? consentCookie(decision, location.protocol === 'https:') : noConsentCookie
  consent.change(() => decision)
  dispatchEvent(new Event('kurso:consent'))
}

/** Keeps a choice on the device at once and, of somebody signed in, with the account; false when that has to wait. */
export async function decide(choice: Choice): Promise<boolean> {
  const { analytics, marketing } = choice
  // Nobody's until the account has it, so that the next start tells it again.
  keep({ analytics, marketing, decidedAt: Math.floor(Date.now() / 1000), userId: null })
  if (!settings.token || settings.userId === null) return true
  return meetAccount(settings.userId).then(
    () => true,
    () => false,
  )
}

/** The newer of the device's decision and the account's becomes both. Rejects when the account cannot be asked. */
export async function meetAccount(userId: number): Promise<void> {
  const { data } = await request('GET /user/cookie-policy')
  const kept = (wire: typeof data) => {
    const { analytics, marketing, decided_at: decidedAt } = wire
    return decidedAt === null ? undefined : { analytics, marketing, decidedAt }
  }
  const { decision, isNewToAccount } = reconciled(consent.read(), kept(data), userId)
  if (!decision || !isNewToAccount) return keep(decision)
  const { analytics, marketing, decidedAt } = decision
  const told = await request('POST /user/cookie-policy', { body: { analytics, marketing, decided_at: decidedAt } })
  const held = kept(told.data)
  keep(held && { ...held, userId })
}
