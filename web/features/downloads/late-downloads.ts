import { queryClient } from '#kit/cache/query-client.ts'
import { settings } from '#kit/request/connection.ts'
import { userQuery } from '#web/features/accounts/data.ts'
import { afterSignOutElsewhere, beforeSignOut } from '#web/features/accounts/session.ts'
import { sweepFiles } from './device/sweep-files.ts'
import { sealDownloads } from './leave-downloads.tsx'
import { followAnswers } from './last-synced.ts'
import { canDownload, followDevice } from './on-device.ts'
import { syncDownloads } from './sync.ts'

export { DownloadPart } from './DownloadPart.tsx'
export { LastSynced } from './LastSynced.tsx'
export { leaveDownloads } from './leave-downloads.tsx'

/** How often leases are renewed while a page is open, in ms. */
const renewEvery = 30 * 60_000

/** How often it is looked whether the school has said who is signed in, in ms. */
const askAgainMs = 500

/** Whether the school has said whose session this is: what this browser remembers may be of somebody before. */
function isPersonKnown(): boolean {
  const user = queryClient.getQueryData(userQuery().queryKey)
  return user !== undefined && user.id === settings.userId
}

let hasBegun = false

/** Looks after downloads while a learner is signed in: at the start, when the network or the person comes back, and every half hour. */
export function beginDownloads(): void {
  if (hasBegun || !canDownload()) return
  if (!isPersonKnown()) return void setTimeout(beginDownloads, askAgainMs)
  hasBegun = true
  followDevice()
  followAnswers(queryClient)
  void sweepFiles().catch(() => {})
  let last = Date.now()
  const sync = () => {
    last = Date.now()
    void syncDownloads().catch(() => {})
  }
  sync()
  addEventListener('online', sync)
  const timer = setInterval(sync, renewEvery)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - last > renewEvery) sync()
  })
  beforeSignOut.add(() => clearInterval(timer))
  const { token } = settings
  if (token) afterSignOutElsewhere.add(() => sealDownloads(token))
}
