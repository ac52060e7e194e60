import { queryClient } from '#kit/cache/query-client.ts'
import { followUnread } from './badge/app-badge.ts'
import { watchInstall } from './offer/watch-install.ts'
import { followReleases } from './release/next-release.ts'

let hasBegun = false

const forgetShared = () => import('#web/platform/device/shared-files.ts').then(late => late.forgetOldShared(Date.now()))

/** An installed app that stays open for days loads no page: what was shared is looked at when somebody comes back to it. */
function followShared(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void forgetShared().catch(() => {})
  })
}

/** Once somebody is signed in: the number on the app's icon, the offer to install it, next releases, and what was shared too long ago. */
export function beginInstall(): void {
  if (hasBegun) return
  hasBegun = true
  followUnread(queryClient)
  followReleases()
  watchInstall()
  followShared()
}
