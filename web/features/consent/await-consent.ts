import { site } from '#kit/features/brands/site.ts'
import { person } from '#web/platform/analytics.ts'

const idle = globalThis.requestIdleCallback ?? setTimeout
/** How long to wait for the account's decision before asking, in ms. */
const patience = 4000

/** Loads the cookie banner or the allowed analytics, whichever is needed. */
export function awaitConsent(): void {
  const { config, site: school } = site()
  const [, counts, user] = /(?:^|; )consent=(.).\.\d+\.(\d*)/.exec(document.cookie) ?? []
  const begin = () => void import('./begin-consent.tsx').then(({ beginConsent }) => beginConsent()).catch(() => {})
  const hasSinks = config.analytics.own || school.domain.ga_id || school.domain.ya_id
  if (config.isCookieConsentEnable ? !counts || (counts === '1' && hasSinks) : hasSinks) return void idle(begin)
  addEventListener('kurso:consent', begin)
  person.subscribe(() => {
    const id = person.read()?.id
    if (id && String(id) !== user) setTimeout(begin, patience)
  })
}
