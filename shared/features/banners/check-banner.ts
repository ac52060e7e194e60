import { untitled } from '#shared/features/billing/selling/selling.ts'
import { linkTarget } from '#shared/platform/link-target.ts'
import type { BannerFieldsWire } from './wire.ts'

/** Why a banner cannot be as staff describe it, and at which field; undefined when it can. */
export function bannerFault(fields: BannerFieldsWire) {
  const { starts_at: startsAt, ends_at: endsAt, link } = fields
  const nameless = untitled(fields.texts)
  if (nameless) return { code: 'title_needed', field: `texts.${nameless}.title` } as const
  if (fields.positionsIds.length === 0) return { code: 'banner_without_place', field: 'positionsIds' } as const
  if (fields.platforms.length === 0) return { code: 'banner_without_platform', field: 'platforms' } as const
  if (link !== null && !linkTarget(link)) return { code: 'banner_link_broken', field: 'link' } as const
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt)
    return { code: 'banner_ends_early', field: 'ends_at' } as const
  return undefined
}
