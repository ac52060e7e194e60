import type { bannerStates } from '../rules.ts'
import type { Platform } from '../slots.ts'

/** Whom a banner is for and when; an empty list asks for nothing. Times in Unix seconds, the end is the first second without it. */
export type Audience = {
  brandId: string
  state: (typeof bannerStates)[number]
  startsAt: number | null
  endsAt: number | null
  platforms: readonly Platform[]
  segmentIds: readonly number[]
  courseIds: readonly number[]
  communityIds: readonly number[]
  applicationIds: readonly string[]
  stageDayIds: readonly number[]
  notCourseIds: readonly number[]
  notCommunityIds: readonly number[]
  notApplicationIds: readonly string[]
}

/** What decides which banners a learner sees. */
export type Viewer = {
  brandId: string
  /** The brands whose banners the learner's own takes. */
  bannersFrom: readonly string[]
  /** What the learner may be reading on, as far as it is known. */
  platforms: readonly Platform[]
  segmentIds: readonly number[]
  courseIds: readonly number[]
  communityIds: readonly number[]
  stageDayIds: readonly number[]
}

/** Whether a learner sees a banner at `now` (Unix seconds); `list-banners` says the same in SQL. */
export function isShownTo(banner: Audience, viewer: Viewer, now: number): boolean {
  const { startsAt, endsAt } = banner
  const isNow = (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt)
  return (
    banner.state === 'shown' &&
    isNow &&
    isInBrand(banner, viewer) &&
    meets(banner.platforms, viewer.platforms) &&
    asksFor(banner.segmentIds, viewer.segmentIds) &&
    asksFor(banner.courseIds, viewer.courseIds) &&
    asksFor(banner.communityIds, viewer.communityIds) &&
    asksFor(banner.stageDayIds, viewer.stageDayIds) &&
    !meets(banner.notCourseIds, viewer.courseIds) &&
    !meets(banner.notCommunityIds, viewer.communityIds)
  )
}

function isInBrand({ brandId, applicationIds, notApplicationIds }: Audience, viewer: Viewer): boolean {
  if (notApplicationIds.includes(viewer.brandId)) return false
  if (brandId !== viewer.brandId && !viewer.bannersFrom.includes(brandId)) return false
  return applicationIds.length === 0 ? brandId === viewer.brandId : applicationIds.includes(viewer.brandId)
}

const meets = <Item>(some: readonly Item[], others: readonly Item[]) => some.some(item => others.includes(item))
const asksFor = <Item>(wanted: readonly Item[], own: readonly Item[]) => wanted.length === 0 || meets(wanted, own)
