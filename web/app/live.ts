import { createCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { startLive, stopLive } from '#kit/live/live.ts'
import { settings } from '#kit/request/connection.ts'
import { farewells, loseSession } from '#web/features/accounts/session.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { addAccountCopy, messages } from './copy.ts'

/** When what nobody waits for is loaded, in ms. */
const unhurried = 10_000

/** Starts the live connection; when another device ends the session, the way goes back to sign-in and says so. */
export function startWebLive(): void {
  farewells.add(stopLive)
  startLive({
    url: site().site.components.notificationService.websocketURI,
    app: 'web',
    onLogout: () => {
      const here = location.pathname + location.search
      void loseSession(here, 'loggedInOtherDevice').then(() => location.replace(pathTo('login')))
    },
  })
  setTimeout(() => void followPush().catch(() => {}), unhurried)
}

/** Keeps this device's notifications up, and asks for them once in good time. */
async function followPush(): Promise<void> {
  const { watchPush } = await import('#web/features/notifications/push-watch.ts')
  watchPush(async () => {
    await addAccountCopy()
    return createCopy(settings.language, messages)
  })
}
