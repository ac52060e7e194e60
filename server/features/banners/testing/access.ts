import { type AccessTable, ofOneself, statuses } from '#server/platform/testing/access-table.ts'
import type { banners } from '#shared/features/banners/contract.ts'
import type { BannerFieldsWire } from '#shared/features/banners/wire.ts'

/** A banner for the tests of every call, at the top of home on a desktop, for everybody. */
export const bannerTerms: BannerFieldsWire = {
  type: 'banner',
  texts: { en: { title: 'A week of tea', description: 'Four evenings' } },
  sort: 0,
  platforms: ['desktop', 'tablet', 'mobile', 'app'],
  positionsIds: [1],
  picture_id: null,
  link: '/courses',
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
const nobodys = { params: { id: 999_999 } }
const ofStaff = (admin: number) => ({ ...statuses(401, 403, 403, 403), admin })

export const access: AccessTable<typeof banners> = {
  'GET /banners': { expected: ofOneself },
  'GET /banner/new-features': { expected: { ...statuses(401, 422, 422, 422) } },
  'PUT /banner/new-features/:id/seen': { expected: ofOneself, input: () => nobodys },
  'GET /studio/banners': { expected: ofStaff(200) },
  'GET /studio/banner-choices': { expected: ofStaff(200) },
  'GET /studio/banners/:id': { expected: ofStaff(404), input: () => nobodys },
  'GET /studio/banners/:id/figures': { expected: ofStaff(404), input: () => nobodys },
  'POST /studio/banners': { expected: ofStaff(200), input: () => ({ body: bannerTerms }) },
  'PUT /studio/banners/:id': {
    expected: ofStaff(404),
    input: () => ({ ...nobodys, body: { ...bannerTerms, revision: 1 } }),
  },
  'PUT /studio/banners/:id/state': {
    expected: ofStaff(404),
    input: () => ({ ...nobodys, body: { state: 'shown' } }),
  },
  'DELETE /studio/banners/:id': { expected: ofStaff(404), input: () => nobodys },
}
