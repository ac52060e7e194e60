import { expect, test } from 'vitest'
import { bannerFault } from './check-banner.ts'
import type { BannerFieldsWire, BannerWire } from './wire.ts'
import { bannerFromWire, bannersAt } from './forms.ts'
import { type Audience, isShownTo, type Viewer } from './testing/shown-to.ts'
import { bannerSlots, codesAt, placements, positions, positionsOf, slotCodes } from './slots.ts'

test('codes 1–34, 10001 and 20001 each name a platform, a position and a placement of their own [BAN-03]', () => {
  expect(slotCodes).toEqual([...Array.from({ length: 34 }, (_, index) => index + 1), 10_001, 20_001])
  const named = bannerSlots.map(({ platform, position, placement }) => `${platform} ${position} ${placement}`)
  expect(new Set(named).size).toBe(36)
  expect(bannerSlots.slice(-2)).toEqual([
    { code: 10_001, platform: 'desktop', position: 'home', placement: 'mainPage' },
    { code: 20_001, platform: 'mobile', position: 'home', placement: 'mainPage' },
  ])
  // Stored codes keep their meaning.
  expect(named.slice(0, 17).map(name => name.replace('desktop ', ''))).toEqual([
    'home top',
    'home sidebar',
    'home beforeCourse',
    'home bottom',
    'courses top',
    'courses beforeCourse',
    'courses catalog',
    'calendar top',
    'calendar beforeStage',
    'day beforeLessons',
    'day insteadVideo',
    'day afterVideo',
    'homeworks top',
    'videoconsultations top',
    'support top',
    'settings top',
    'all top',
  ])
  expect(named.slice(17, 34)).toEqual(named.slice(0, 17).map(name => name.replace('desktop', 'mobile')))
})

test('every position and placement has a code, and a place is filled by its own and by that of all screens', () => {
  expect(new Set(bannerSlots.map(({ position }) => position))).toEqual(new Set(positions))
  expect(new Set(bannerSlots.map(({ placement }) => placement))).toEqual(new Set(placements))
  expect(codesAt('desktop', 'home', 'top')).toEqual([1, 17])
  expect(codesAt('tablet', 'home', 'top')).toEqual([1, 17])
  expect(codesAt('mobile', 'home', 'top')).toEqual([18, 34])
  expect(codesAt('app', 'day', 'insteadVideo')).toEqual([28])
  expect(codesAt('desktop', 'home', 'mainPage')).toEqual([10_001])
  expect(positionsOf([34, 1, 18, 99])).toEqual(['home', 'all'])
})

const everybody: Audience = {
  brandId: 'kurso',
  state: 'shown',
  startsAt: null,
  endsAt: null,
  platforms: ['desktop'],
  segmentIds: [],
  courseIds: [],
  communityIds: [],
  applicationIds: [],
  stageDayIds: [],
  notCourseIds: [],
  notCommunityIds: [],
  notApplicationIds: [],
}
const viewer: Viewer = {
  brandId: 'kurso',
  bannersFrom: [],
  platforms: ['desktop', 'tablet'],
  segmentIds: [1],
  courseIds: [2],
  communityIds: [3],
  stageDayIds: [4],
}

test.each<[string, Partial<Audience>, boolean, Partial<Viewer>?]>([
  ['asks for nothing', {}, true],
  ['is hidden', { state: 'hidden' }, false],
  ['is archived', { state: 'archived' }, false],
  ['begins now', { startsAt: 100 }, true],
  ['begins a second later', { startsAt: 101 }, false],
  ['ends now', { endsAt: 100 }, false],
  ['ends a second later', { endsAt: 101 }, true],
  ['is for another device', { platforms: ['mobile', 'app'] }, false],
  ['asks for any of two segments', { segmentIds: [1, 9] }, true],
  ['asks for another segment', { segmentIds: [9] }, false],
  ['asks for a course', { courseIds: [2] }, true],
  ['asks for another course', { courseIds: [9] }, false],
  ['asks for a club', { communityIds: [3] }, true],
  ['asks for another club', { communityIds: [9] }, false],
  ['asks for a day', { stageDayIds: [4] }, true],
  ['asks for another day', { stageDayIds: [9] }, false],
  ['asks for a course and another club', { courseIds: [2], communityIds: [9] }, false],
  ['avoids a course', { notCourseIds: [2] }, false],
  ['avoids another course', { notCourseIds: [9] }, true],
  ['avoids a club', { notCommunityIds: [3] }, false],
  ['avoids another club', { notCommunityIds: [9] }, true],
  ['names its brand', { applicationIds: ['kurso'] }, true],
  ['names another brand', { applicationIds: ['mind'] }, false],
  ['avoids its brand', { notApplicationIds: ['kurso'] }, false],
  ['avoids another brand', { notApplicationIds: ['mind'] }, true],
  ['is another brand’s', { brandId: 'mind' }, false],
  ['is another brand’s that names this one', { brandId: 'mind', applicationIds: ['kurso'] }, false],
  ['is taken from another brand', { brandId: 'mind', applicationIds: ['kurso'] }, true, { bannersFrom: ['mind'] }],
  ['is not for this brand', { brandId: 'mind' }, false, { bannersFrom: ['mind'] }],
])('a banner that %s', (_, asked, isShown, sees = {}) => {
  expect(isShownTo({ ...everybody, ...asked }, { ...viewer, ...sees }, 100)).toBe(isShown)
})

const fields: BannerFieldsWire = {
  type: 'banner',
  texts: { en: { title: 'Tea', description: '' } },
  sort: 0,
  platforms: ['desktop'],
  positionsIds: [1],
  picture_id: null,
  link: null,
  segment_ids: [],
  course_ids: [],
  community_ids: [],
  application_ids: [],
  stage_day_ids: [],
  not_display_course_ids: [],
  not_display_community_ids: [],
  not_display_application_ids: [],
  starts_at: null,
  ends_at: null,
}

test.each<[Partial<BannerFieldsWire>, string?, string?]>([
  [{}],
  [{ starts_at: 1, ends_at: 2 }],
  [{ starts_at: 1 }],
  [{ ends_at: 1 }],
  [{ texts: { es: { title: ' ', description: 'x' } } }, 'title_needed', 'texts.es.title'],
  [{ positionsIds: [] }, 'banner_without_place', 'positionsIds'],
  [{ platforms: [] }, 'banner_without_platform', 'platforms'],
  [{ link: 'ftp://a.b' }, 'banner_link_broken', 'link'],
  [{ starts_at: 2, ends_at: 2 }, 'banner_ends_early', 'ends_at'],
])('%j has its fault at its field', (changed, fault, field) => {
  expect(bannerFault({ ...fields, ...changed })).toEqual(fault && { code: fault, field })
})

const wire: BannerWire = {
  id: 1,
  type: 'banner',
  title: 'Tea',
  text: '',
  sort: 0,
  platforms: ['desktop', 'mobile'],
  positions: ['home'],
  positionsIds: [1, 18],
  image: null,
  link: null,
  segments: [],
  course_ids: [2],
  community_ids: [3],
  application_ids: ['kurso'],
  stage_day_ids: [4],
  not_display_course_ids: [5],
  not_display_community_ids: [6],
  not_display_application_ids: ['mind'],
}

test('the app knows a banner by its own names', () => {
  expect(bannerFromWire(wire)).toEqual({
    id: 1,
    type: 'banner',
    title: 'Tea',
    text: '',
    sort: 0,
    platforms: ['desktop', 'mobile'],
    positions: ['home'],
    positionsIds: [1, 18],
    image: null,
    link: null,
    segments: [],
    courseIds: [2],
    communityIds: [3],
    applicationIds: ['kurso'],
    stageDayIds: [4],
    notDisplayCourseIds: [5],
    notDisplayCommunityIds: [6],
    notDisplayApplicationIds: ['mind'],
  })
})

test('at a place stand the banners of its code, device, course and days, in order [STR-10]', () => {
  const at = (id: number, changed: Partial<BannerWire>) =>
    bannerFromWire({ ...wire, id, course_ids: [], stage_day_ids: [], ...changed })
  const all = [
    at(1, { sort: 2 }),
    at(2, { sort: 1 }),
    at(3, { positionsIds: [17] }),
    at(4, { positionsIds: [2] }),
    at(5, { platforms: ['mobile'] }),
    at(6, { type: 'new_feature' }),
    at(7, { course_ids: [2], sort: 3 }),
    at(8, { stage_day_ids: [4], sort: 4 }),
  ]
  const ids = (platform: 'desktop' | 'mobile', more: object = {}) =>
    bannersAt(all, platform, { position: 'home', placement: 'top', ...more }).map(({ id }) => id)
  expect(ids('desktop')).toEqual([3, 2, 1, 7, 8])
  expect(ids('mobile')).toEqual([5, 2, 1, 7, 8])
  expect(ids('desktop', { courseId: 3 })).toEqual([3, 2, 1, 8])
  expect(ids('desktop', { courseId: 2, dayIds: [5] })).toEqual([3, 2, 1, 7])
  expect(ids('desktop', { dayIds: [4, 5] })).toEqual([3, 2, 1, 7, 8])
  expect(ids('desktop', { dayIds: [4, 5], isOfDays: true })).toEqual([8])
})
