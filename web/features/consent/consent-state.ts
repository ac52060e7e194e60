import { site } from '#kit/features/brands/site.ts'
import { settings } from '#kit/request/connection.ts'
import { type AnswerOf, request } from '#kit/request/request.ts'
import { createStore } from '#kit/ui/store.ts'
import {
  type Choice,
  consentCookie,
  decided,
  type Decision,
  isAllowed,
  isAsked,
  noConsentCookie,
  type Purpose,
  readConsent,
  reconciled,
} from '#shared/features/consent/rules.ts'
import { beforeSignOut } from '#web/features/accounts/session.ts'
import { person } from '#web/platform/analytics.ts'

/** The decision stored on this device, if any. */
export const consent = createStore<Decision | undefined>(undefined)

const isHandled = () => site().config.isCookieConsentEnable

/** Whether requests of a purpose may leave the browser now. */
export function allows(purpose: Purpose): boolean {
  return isAllowed(purpose, isHandled(), consent.read())
}

/** Whether the stored decision belongs to somebody other than the signed-in user. */
export function isOwnerUnknown(): boolean {
  const owner = consent.read()?.userId ?? null
  return settings.token !== null && owner !== null && owner !== settings.userId
}

export function isConsentAsked(): boolean {
  return isAsked(isHandled(), consent.read())
}

/** Loads the decision from the cookie, where another tab may have changed it. */
export function loadConsent(): void {
  consent.change(() => readConsent(document.cookie))
}

function keep(decision: Decision | undefined) {
  document.cookie = decision ? consentCookie(decision, location.protocol === 'https:') : noConsentCookie
  consent.change(() => decision)
  dispatchEvent(new Event('kurso:consent'))
}

/** Stores a choice on the device and, for a signed-in user, in the account; false if the account could not be reached. */
export async function decide(choice: Choice): Promise<boolean> {
  // No owner until the account has it, so that the next start sends it again.
  keep(decided(choice, consent.read(), Date.now()))
  if (!settings.token || settings.userId === null) return true
  return syncWithAccount(settings.userId).then(
    () => true,
    () => false,
  )
}

/** What has begun within the session is finished within it. */
const running = new Set<Promise<void>>()
beforeSignOut.add(() => Promise.allSettled(running))

/**
 * Syncs the device's decision with the account's; the newer one wins. Staff signed in as somebody decide only for their
 * own device. Rejects when the account cannot be reached.
 */
export async function syncWithAccount(userId: number): Promise<void> {
  const sync = syncOnce(userId)
  running.add(sync)
  await sync.finally(() => running.delete(sync))
}

async function syncOnce(userId: number): Promise<void> {
  if (person.read()?.isActing || !settings.token) return
  const { data } = await request('GET /user/cookie-policy')
  const own = consent.read()
  const { decision, isNewToAccount } = reconciled(own, keptIn(data), userId)
  if (!decision || !isNewToAccount) return keep(decision)
  const { analytics, marketing, decidedAt } = decision
  const told = await request('POST /user/cookie-policy', { body: { analytics, marketing, decided_at: decidedAt } })
  // Decided once more meanwhile: that decision goes its own way.
  if (consent.read() !== own) return
  const held = keptIn(told.data)
  keep(held && { ...held, userId })
}

function keptIn(wire: AnswerOf<'GET /user/cookie-policy'>) {
  const { analytics, marketing, decided_at: decidedAt } = wire
  return decidedAt === null ? undefined : { analytics, marketing, decidedAt }
}
