import { untitled } from '#shared/features/billing/selling/selling.ts'
import type { BannerFieldsWire } from './wire.ts'

export type BannerTarget = { kind: 'inside'; path: string } | { kind: 'outside'; url: string }

const nowhere = 'https://nowhere.invalid'

/** Where a banner leads: an address of the app, or a site by https; undefined for everything else. */
export function bannerTarget(link: string): BannerTarget | undefined {
  // A browser leaves out control characters and takes a backslash for a slash.
  if (/[\p{Cc}\s\\]/u.test(link) || !URL.canParse(link, nowhere)) return undefined
  const url = new URL(link, nowhere)
  if (url.protocol !== 'https:' || url.username || url.password) return undefined
  if (link.startsWith('/')) {
    const path = url.pathname + url.search + url.hash
    return url.origin === nowhere && !path.startsWith('//') ? { kind: 'inside', path } : undefined
  }
  return /^https:\/\//i.test(link) ? { kind: 'outside', url: url.href } : undefined
}

/** Why a banner cannot be as staff describe it, and at which field; undefined when it can. */
export function bannerFault(fields: BannerFieldsWire) {
  const { starts_at: startsAt, ends_at: endsAt, link } = fields
  const nameless = untitled(fields.texts)
  if (nameless) return { code: 'title_needed', field: `texts.${nameless}.title` } as const
  if (fields.positionsIds.length === 0) return { code: 'banner_without_place', field: 'positionsIds' } as const
  if (fields.platforms.length === 0) return { code: 'banner_without_platform', field: 'platforms' } as const
  if (link !== null && !bannerTarget(link)) return { code: 'banner_link_broken', field: 'link' } as const
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt)
    return { code: 'banner_ends_early', field: 'ends_at' } as const
  return undefined
}
