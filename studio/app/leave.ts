import { loseSession } from '#studio/features/accounts/session.ts'
import { pathTo } from '#studio/platform/addresses.ts'

/** The session has ended: returns to sign-in by a page load, so that nothing of the previous person stays in memory. */
export function leave(): void {
  loseSession()
  location.replace(pathTo('login', {}, { returnUrl: location.pathname + location.search }))
}
