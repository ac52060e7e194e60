import { site } from '#kit/features/brands/site.ts'
import { startLive, stopLive } from '#kit/live/live.ts'
import { beforeSignOut, loseSession } from '#web/features/accounts/session.ts'
import { pathTo } from '#web/platform/addresses.ts'
import type { Feature } from '#web/platform/feature.ts'
import { isOnHere } from '#web/platform/school.ts'

/** Starts the live connection; when another device ends the session, returns to sign-in with an explanation. */
export function startWebLive(): void {
  beforeSignOut.add(stopLive)
  startLive({
    url: site().site.components.notificationService.websocketURI,
    app: 'web',
    onLogout: () => {
      const here = location.pathname + location.search
      void loseSession(here, 'loggedInOtherDevice').then(() => location.replace(pathTo('login')))
    },
  })
}

const isKept = (name: string) => Object.keys(localStorage).some(key => key.startsWith(name))

/** Begins what features do beside the screens, once somebody is signed in. */
export function beginFeatures(features: readonly Feature[]): void {
  for (const { isOn, keeps, whenSignedIn } of features)
    if (isOnHere(isOn) || (keeps && isKept(keeps))) whenSignedIn?.().catch(() => {})
}
