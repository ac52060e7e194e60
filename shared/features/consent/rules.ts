/** What may be asked for beyond the essential, which is always on. */
export type Purpose = 'analytics' | 'marketing'

/** What a person chose. */
export type Choice = Record<Purpose, boolean>

/** A choice with its time in Unix seconds; `userId` is whose account has it too, null while no account does. */
export type Decision = Choice & { decidedAt: number; userId: number | null }

export const essentialOnly: Choice = { analytics: false, marketing: false }
export const everything: Choice = { analytics: true, marketing: true }

const cookieName = 'consent'
const cookieSeconds = 365 * 86_400

/** The cookie that keeps a decision for 365 days, for `document.cookie`. */
export function consentCookie({ analytics, marketing, decidedAt, userId }: Decision, isHttps: boolean): string {
  const value = `${Number(analytics)}${Number(marketing)}.${decidedAt}.${userId ?? ''}`
  return `${cookieName}=${value}; Path=/; Max-Age=${cookieSeconds}; SameSite=Strict${isHttps ? '; Secure' : ''}`
}

/** What takes the decision away again, for `document.cookie`. */
export const noConsentCookie = `${cookieName}=; Path=/; Max-Age=0; SameSite=Strict`

/** The decision in `document.cookie`; undefined when there is none, or none that can be read. */
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

/** Whether something may leave the browser; where a brand handles no cookies everything may. */
export function isAllowed(purpose: Purpose, isHandled: boolean, decision: Choice | undefined): boolean {
  return !isHandled || (decision?.[purpose] ?? false)
}

/** Whether the banner asks: no decision yet where the brand handles cookies. */
export function isAsked(isHandled: boolean, decision: Decision | undefined): boolean {
  return isHandled && !decision
}

/**
 * What holds on a device at which somebody signs in, and whether their account must be told. The newer decision
 * wins, the account's among equals. A decision that another person left on the device is not theirs and does not count.
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
