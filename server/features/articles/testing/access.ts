import { type AccessTable, ofOneself, statuses } from '#server/platform/testing/access-table.ts'
import type { articles } from '#shared/features/articles/contract.ts'
import type { ArticleFieldsWire } from '#shared/features/articles/wire.ts'

/** An article for the tests of every call, for everybody. */
export const articleTerms: ArticleFieldsWire = {
  texts: { en: { title: 'Tea in winter', lead: 'What warms', body: 'Pour **slowly**.' } },
  picture_id: null,
  is_public: true,
  sort: 0,
}
const nobodys = { params: { id: 999_999 } }
const ofLearners = { ...statuses(401, 404, 404, 404) }
const ofStaff = (admin: number) => ({ ...statuses(401, 403, 403, 403), admin })

export const access: AccessTable<typeof articles> = {
  'GET /articles/preview': { expected: ofOneself },
  'GET /articles/:id': { expected: ofLearners, input: () => nobodys },
  'PUT /articles/:id/like': { expected: ofLearners, input: () => ({ ...nobodys, body: { liked: true } }) },
  'PUT /articles/:id/favourite': { expected: ofLearners, input: () => ({ ...nobodys, body: { isFavourite: true } }) },
  'PUT /articles/:id/view': { expected: ofOneself, input: () => nobodys },
  'GET /studio/clubs/:id/articles': { expected: ofStaff(404), input: () => nobodys },
  'POST /studio/clubs/:id/articles': { expected: ofStaff(404), input: () => ({ ...nobodys, body: articleTerms }) },
  'GET /studio/articles/:id': { expected: ofStaff(404), input: () => nobodys },
  'PUT /studio/articles/:id': {
    expected: ofStaff(404),
    input: () => ({ ...nobodys, body: { ...articleTerms, revision: 1 } }),
  },
  'PUT /studio/articles/:id/publication': {
    expected: ofStaff(404),
    input: () => ({ ...nobodys, body: { state: 'published', at: null, revision: 1 } }),
  },
  'DELETE /studio/articles/:id': { expected: ofStaff(404), input: () => nobodys },
}
