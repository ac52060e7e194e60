import type { BannerWire } from './wire.ts'
import { codesAt, type Placement, type Platform, type Position } from './slots.ts'

/** A banner as the app knows it. */
export type Banner = {
  id: number
  type: BannerWire['type']
  title: string
  text: string
  sort: number
  platforms: Platform[]
  positions: Position[]
  positionsIds: number[]
  image: BannerWire['image']
  link: string | null
  segments: BannerWire['segments']
  courseIds: number[]
  communityIds: number[]
  applicationIds: string[]
  stageDayIds: number[]
  notDisplayCourseIds: number[]
  notDisplayCommunityIds: number[]
  notDisplayApplicationIds: string[]
}

/** A banner of the server as the app knows it. */
export const bannerFromWire = (wire: BannerWire): Banner => ({
  id: wire.id,
  type: wire.type,
  title: wire.title,
  text: wire.text,
  sort: wire.sort,
  platforms: wire.platforms,
  positions: wire.positions,
  positionsIds: wire.positionsIds,
  image: wire.image,
  link: wire.link,
  segments: wire.segments,
  courseIds: wire.course_ids,
  communityIds: wire.community_ids,
  applicationIds: wire.application_ids,
  stageDayIds: wire.stage_day_ids,
  notDisplayCourseIds: wire.not_display_course_ids,
  notDisplayCommunityIds: wire.not_display_community_ids,
  notDisplayApplicationIds: wire.not_display_application_ids,
})

/** A place of a screen; with the course or the days that it shows, banners of other ones do not stand there. */
export type BannerPlace = {
  position: Position
  placement: Placement
  courseId?: number | undefined
  dayIds?: readonly number[] | undefined
  /** Only those of these days. */
  isOfDays?: boolean | undefined
}

/** The banners of a place on a platform, in their order. */
export function bannersAt(banners: readonly Banner[], platform: Platform, place: BannerPlace): Banner[] {
  const { courseId, dayIds, isOfDays = false } = place
  const codes = codesAt(platform, place.position, place.placement)
  return banners
    .filter(({ type, platforms }) => type === 'banner' && platforms.includes(platform))
    .filter(({ positionsIds }) => positionsIds.some(code => codes.includes(code)))
    .filter(({ courseIds }) => courseId === undefined || courseIds.length === 0 || courseIds.includes(courseId))
    .filter(
      ({ stageDayIds }) =>
        !dayIds || (stageDayIds.length === 0 && !isOfDays) || stageDayIds.some(id => dayIds.includes(id)),
    )
    .toSorted((one, other) => one.sort - other.sort || one.id - other.id)
}
