import { site } from '#kit/features/brands/site.ts'
import { person } from '#web/platform/analytics.ts'

const idle = globalThis.requestIdleCallback ?? setTimeout
/** How long to wait for the account's decision before asking, in ms. */
const patience = 4000

/** Begins with the cookie banner at once, with allowed analytics when there is time for them. */
export function awaitConsent(begin: () => void): void {
  const { config, site: school } = site()
  const [, counts, user] = /(?:^|; )consent=(.).\.\d+\.(\d*)/.exec(document.cookie) ?? []
  const hasSinks = config.analytics.own || school.domain.ga_id || school.domain.ya_id
  if (config.isCookieConsentEnable && !counts) return begin()
  if (hasSinks && (counts === '1' || !config.isCookieConsentEnable)) return void idle(begin)
  addEventListener('kurso:consent', begin)
  person.subscribe(() => {
    const id = person.read()?.id
    if (id && String(id) !== user) setTimeout(begin, patience)
  })
}
