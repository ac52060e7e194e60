import { type AccessTable, type Owned, statuses } from '#server/platform/testing/access-table.ts'
import type { library } from '#shared/features/library/contract.ts'

const ofAuthors = { ...statuses(401, 403, 403, 403), author: 200, admin: 200 }

/** The film of the owner's course. */
const ofFilm = (body: Record<string, unknown> = {}, expected = { author: 200, admin: 200 }) => ({
  expected: { ...ofAuthors, ...expected },
  input: (owned: Owned) => ({ params: { id: owned.film }, body }),
})

export const access: AccessTable<typeof library> = {
  'GET /studio/library': { expected: ofAuthors },
  'GET /studio/library-storage': { expected: ofAuthors },
  'GET /studio/library/:id': ofFilm(),
  'PATCH /studio/library/:id': ofFilm({ name: 'Tea' }),
  // A course uses it.
  'DELETE /studio/library/:id': ofFilm({}, { author: 409, admin: 409 }),
  // What is there is what it has.
  'PUT /studio/library/:id/subtitles/:language': {
    expected: ofAuthors,
    input: owned => ({
      params: { id: owned.film, language: 'de' },
      body: { data: btoa('WEBVTT\n\n00:01.000 --> 00:02.000\nTea') },
    }),
  },
  'DELETE /studio/library/:id/subtitles/:language': {
    expected: ofAuthors,
    input: owned => ({ params: { id: owned.film, language: 'fr' } }),
  },
  'PUT /studio/library/:id/poster': ofFilm(),
  // Of no use to itself.
  'POST /studio/library/:id/replacement': {
    expected: { ...ofAuthors, author: 422, admin: 422 },
    input: owned => ({ params: { id: owned.film }, body: { file_id: owned.film } }),
  },
  'POST /studio/library/:id/retry': ofFilm(),
}
