import { loseSession } from '#studio/features/accounts/session.ts'
import { pathTo } from '#studio/platform/addresses.ts'

/** The session has ended: back to the sign-in by a load, so that nothing of the person before stays in memory. */
export function leave(): void {
  loseSession()
  location.replace(pathTo('login', {}, { returnUrl: location.pathname + location.search }))
}
