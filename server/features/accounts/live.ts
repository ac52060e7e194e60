import { liveParts } from '#server/platform/live/live-parts.ts'
import { accounts } from '#shared/features/accounts/contract.ts'

export const accountLive = liveParts(accounts, {
  rooms: { user: (_db, { userId }, ids) => ids.filter(id => id === userId) },
  present: {},
})
