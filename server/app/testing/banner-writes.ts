import { bannerTerms } from '#server/features/banners/testing/access.ts'
import type { Trial } from './cohort-writes.ts'
import type { TestClient } from './test-client.ts'

/** A valid body for each write about banners. */
export const bannerBodies: Record<string, () => Record<string, unknown>> = {
  'POST /studio/banners': () => ({ ...bannerTerms }),
  'PUT /studio/banners/:id': () => ({ ...bannerTerms, revision: 1 }),
  'PUT /studio/banners/:id/state': () => ({ state: 'shown' }),
}

/** The writes of staff about banners. */
export function bannerWrites(by: () => TestClient): Record<string, Trial> {
  const banner = async () => ({
    params: { id: (await by().call('POST /studio/banners', { body: bannerTerms })).data.id },
  })
  return {
    'POST /studio/banners': { by, make: () => ({ body: bannerTerms }), logs: ['banner.add'] },
    'PUT /studio/banners/:id': {
      by,
      make: async () => ({ ...(await banner()), body: { ...bannerTerms, link: null, revision: 1 } }),
      logs: ['banner.change'],
    },
    'PUT /studio/banners/:id/state': {
      by,
      make: async () => ({ ...(await banner()), body: { state: 'shown' } }),
      logs: ['banner.show'],
    },
    'DELETE /studio/banners/:id': { by, make: banner, logs: ['banner.remove'] },
  }
}

/** Every read about banners, of the banner that `params` names. */
export const bannerReads = (params: () => { id: number }) =>
  ({
    'GET /banners': {},
    'GET /banner/new-features': { query: () => ({ position: 1 }) },
    'GET /studio/banners': { by: 'admin' },
    'GET /studio/banner-choices': { by: 'admin' },
    'GET /studio/banners/:id': { by: 'admin', params },
    'GET /studio/banners/:id/figures': { by: 'admin', params },
  }) as const

/** Shows a banner and a note of what is new to everybody, and answers the banner's id. */
export async function addBanners(by: TestClient): Promise<number> {
  let last = 0
  for (const type of ['new_feature', 'banner'] as const) {
    last = (await by.call('POST /studio/banners', { body: { ...bannerTerms, type } })).data.id
    await by.call('PUT /studio/banners/:id/state', { params: { id: last }, body: { state: 'shown' } })
  }
  return last
}
