import type { BannerFieldsWire, EditedBannerWire } from '#shared/features/banners/wire.ts'
import { bannerFault } from '#shared/features/banners/check-banner.ts'
import { platforms } from '#shared/features/banners/slots.ts'
import { clockText, instantOf } from '#studio/platform/clock-text.ts'

/** What is typed of a banner: its fields, with the picture that is shown and moments as a clock shows them. */
export type BannerDraft = Omit<BannerFieldsWire, 'starts_at' | 'ends_at' | 'link'> & {
  image: EditedBannerWire['image']
  link: string
  /** `2026-12-01T10:00`, or empty. */
  starts: string
  ends: string
}

/** What a part of the form shows and changes. */
export type BannerPart = {
  draft: BannerDraft
  /** The second and later arguments name the fields whose faults are settled. */
  change: (changes: Partial<BannerDraft>, ...fields: string[]) => void
  errorOf: (field: string) => string | undefined
}

export const newBanner: BannerDraft = {
  type: 'banner',
  texts: {},
  sort: 0,
  platforms: [...platforms],
  positionsIds: [],
  picture_id: null,
  image: null,
  link: '',
  segment_ids: [],
  course_ids: [],
  community_ids: [],
  application_ids: [],
  stage_day_ids: [],
  not_display_course_ids: [],
  not_display_community_ids: [],
  not_display_application_ids: [],
  starts: '',
  ends: '',
}

/** A stored banner as it is edited by a clock of a time zone. */
export function draftOf(banner: EditedBannerWire, zone: string): BannerDraft {
  const { id: _, state: __, revision: ___, starts_at: starts, ends_at: ends, link, ...fields } = banner
  return { ...fields, link: link ?? '', starts: clockText(starts, zone), ends: clockText(ends, zone) }
}

/** What is sent of a draft. */
export function fieldsFromDraft(draft: BannerDraft, zone: string): BannerFieldsWire {
  const { image: _, starts, ends, link, ...fields } = draft
  const address = link.trim() || null
  return { ...fields, link: address, starts_at: instantOf(starts, zone), ends_at: instantOf(ends, zone) }
}

/** Why a draft cannot be sent, and at which field. */
export const draftFault = (draft: BannerDraft, zone: string) => bannerFault(fieldsFromDraft(draft, zone))
