import { site } from '#kit/features/brands/site.ts'
import { person } from '#web/platform/analytics.ts'

const idle = globalThis.requestIdleCallback ?? setTimeout
/** For what nobody waits for, the account's word about cookies, in ms. */
const patience = 4000

/** Loads what stands beside the app when there is something to do for it, and never before the first screen is drawn. */
export function awaitAside(): void {
  const { config, site: school } = site()
  const [, counts, user] = /(?:^|; )consent=(.).\.\d+\.(\d*)/.exec(document.cookie) ?? []
  const begin = () => void import('./begin-aside.tsx').then(({ beginAside }) => beginAside()).catch(() => {})
  const hasSinks = config.analytics.own || school.domain.ga_id || school.domain.ya_id
  if (config.isCookieConsentEnable ? !counts || (counts === '1' && hasSinks) : hasSinks) return void idle(begin)
  addEventListener('kurso:consent', begin)
  const { ios, android } = config.mobileAppLinks
  person.subscribe(() => {
    const id = person.read()?.id
    if (id && (ios || android)) begin()
    else if (id && String(id) !== user) setTimeout(begin, patience)
  })
}
