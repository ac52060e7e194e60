import { queryClient } from '#kit/cache/query-client.ts'
import { beforeSignOut } from '#web/features/accounts/session.ts'
import { followUnread, forgetBadge } from './badge/app-badge.ts'
import { watchInstall } from './offer/watch-install.ts'
import { followReleases } from './release/next-release.ts'

let hasBegun = false

/**
 * Once somebody is signed in: the number on the app's icon, the offer to install it, and next releases. What is the person's goes when
 * they sign out.
 */
export function beginInstall(): void {
  if (hasBegun) return
  hasBegun = true
  followUnread(queryClient)
  beforeSignOut.add(() => forgetBadge())
  followReleases()
  watchInstall()
}
