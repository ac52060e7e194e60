import { clubTerms, faqTerms } from '#server/features/clubs/testing/access.ts'
import type { Trial } from './cohort-writes.ts'
import type { TestClient } from './test-client.ts'

let made = 0
/** A new club, with an address that no other has. */
export const newClubBody = () => ({ ...clubTerms, slug: `club-${++made}` })

/** The writes of staff about clubs. */
export function clubWrites(by: () => TestClient): Record<string, Trial> {
  const club = async () => {
    const body = newClubBody()
    return { body, params: { id: (await by().call('POST /studio/clubs', { body })).data.id } }
  }
  return {
    'POST /studio/clubs': { by, make: () => ({ body: newClubBody() }), logs: ['club.add'] },
    'PUT /studio/clubs/:id': {
      by,
      async make() {
        const { body, params } = await club()
        return { params, body: { ...body, titles: { en: 'Another' }, revision: 1 } }
      },
      logs: ['club.change'],
    },
    'DELETE /studio/clubs/:id': {
      by,
      make: async () => ({ params: (await club()).params }),
      logs: ['club.remove'],
    },
    'PUT /studio/clubs/:id/faq': {
      by,
      make: async () => ({ params: (await club()).params, body: { questions: [faqTerms], revision: 0 } }),
      logs: ['club.faq'],
    },
  }
}

/** Every read about clubs, of the one that `ids` names. */
export const clubReads = (ids: { club: number }) => {
  const ofClub = { by: 'admin', params: () => ({ id: ids.club }) } as const
  return {
    'GET /community': {},
    'GET /user-community': {},
    'GET /clubs/:id/faq': ofClub,
    'GET /studio/clubs': { by: 'admin' },
    'GET /studio/clubs/:id': ofClub,
    'GET /studio/clubs/:id/members': ofClub,
    'GET /studio/clubs/:id/faq': ofClub,
  } as const
}
