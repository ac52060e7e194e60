import { liveParts } from '#server/platform/live/live-parts.ts'
import { brands } from '#shared/features/brands/contract.ts'

export const brandLive = liveParts(brands, {
  rooms: { brand: (_db, { brandId }, ids) => ids.filter(id => id === brandId) },
  present: {},
})
