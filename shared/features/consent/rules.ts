/** Purposes beyond the essential ones, which are always on. */
export type Purpose = 'analytics' | 'marketing'

/** What a person chose. */
export type Choice = Record<Purpose, boolean>

/** A choice with its time in Unix seconds; `userId` is the account that has it too, or null. */
export type Decision = Choice & { decidedAt: number; userId: number | null }

export const essentialOnly: Choice = { analytics: false, marketing: false }
export const everything: Choice = { analytics: true, marketing: true }

const cookieName = 'consent'
const cookieSeconds = 365 * 86_400

/** The cookie that stores a decision for 365 days, for `document.cookie`. */
export function consentCookie({ analytics, marketing, decidedAt, userId }: Decision, isHttps: boolean): string {
  const value = `${Number(analytics)}${Number(marketing)}.${decidedAt}.${userId ?? ''}`
  return `${cookieName}=${value}; Path=/; Max-Age=${cookieSeconds}; SameSite=Strict${isHttps ? '; Secure' : ''}`
}

/** The cookie that removes the decision, for `document.cookie`. */
export const noConsentCookie = `${cookieName}=; Path=/; Max-Age=0; SameSite=Strict`

/** The decision in `document.cookie`; undefined when absent or unreadable. */
export function readConsent(cookies: string): Decision | undefined {
  const found = /(?:^|;\s*)consent=([01])([01])\.(\d{1,12})\.(\d{0,15})(?:;|$)/.exec(cookies)
  if (!found) return undefined
  const [, analytics, marketing, decidedAt, userId] = found
  return {
    analytics: analytics === '1',
    marketing: marketing === '1',
    decidedAt: Number(decidedAt),
    userId: userId ? Number(userId) : null,
  }
}

/** Whether a purpose is allowed; always where the brand does not handle cookies. */
export function isAllowed(purpose: Purpose, isHandled: boolean, decision: Choice | undefined): boolean {
  return !isHandled || (decision?.[purpose] ?? false)
}

/** Whether to show the banner: the brand handles cookies and nothing has been decided. */
export function isAsked(isHandled: boolean, decision: Decision | undefined): boolean {
  return isHandled && !decision
}

/**
 * A choice made now on a device that knew `before`; no account has it yet. It is later than what it replaces, also within
 * the same second and after the device's clock was set back.
 */
export function decided({ analytics, marketing }: Choice, before: Decision | undefined, now: number): Decision {
  const decidedAt = Math.max(Math.floor(now / 1000), (before?.decidedAt ?? 0) + 1)
  return { analytics, marketing, decidedAt, userId: null }
}

/**
 * The decision to use on a device when somebody signs in, and whether to send it to the account. The newer decision
 * wins, the account's if they are equally old. A decision another person made on the device does not count.
 */
export function reconciled(
  device: Decision | undefined,
  account: Omit<Decision, 'userId'> | undefined,
  userId: number,
): { decision: Decision | undefined; isNewToAccount: boolean } {
  const own = device && (device.userId === null || device.userId === userId) ? device : undefined
  if (own && (!account || own.decidedAt > account.decidedAt)) {
    return { decision: { ...own, userId }, isNewToAccount: true }
  }
  return { decision: account && { ...account, userId }, isNewToAccount: false }
}
