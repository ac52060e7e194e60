import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { settings } from '#kit/request/connection.ts'
import type { BannerWire } from '#shared/features/banners/wire.ts'
import { bannerFromWire } from '#shared/features/banners/forms.ts'
import type { Platform } from '#shared/features/banners/slots.ts'

const fromWires = (wires: BannerWire[]) => wires.map(bannerFromWire)

/** What the school shows the learner now. */
export const useBanners = () => useQuery({ ...callQuery('GET /banners'), select: fromWires })

/** What the learner reads on: the mobile app, or a browser of some width. */
export function platformHere(): Platform {
  if (settings.appType === 'mobile') return 'app'
  if (matchMedia('(min-width: 1244px)').matches) return 'desktop'
  return matchMedia('(min-width: 828px)').matches ? 'tablet' : 'mobile'
}
