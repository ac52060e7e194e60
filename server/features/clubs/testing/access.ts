import { type AccessTable, ofOneself, statuses } from '#server/platform/testing/access-table.ts'
import type { clubs } from '#shared/features/clubs/contract.ts'

/** A club for the tests of every call; each that is added needs a slug of its own. */
export const clubTerms = {
  titles: { en: 'Evening club' },
  slug: 'evening-club',
  chat_only: false,
  is_hidden: false,
  course_ids: [],
  service_ids: [],
  faq_url: null,
  custom_url: 'https://club.example/evening',
  telegram_chat_url: null,
  have_subscription_landing_url: null,
  no_have_subscription_landing_url: null,
}
/** A question for the tests of every call. */
export const faqTerms = { texts: { en: { question: 'When do we meet?', answer: 'On **Mondays**.' } } }
const nobodys = { params: { id: 999_999 } }

export const access: AccessTable<typeof clubs> = {
  'GET /community': { expected: ofOneself },
  'GET /user-community': { expected: ofOneself },
  'GET /studio/clubs': { expected: { ...statuses(401, 403, 403, 403), admin: 200 } },
  'GET /studio/clubs/:id': { expected: { ...statuses(401, 403, 403, 403), admin: 404 }, input: () => nobodys },
  'POST /studio/clubs': {
    expected: { ...statuses(401, 403, 403, 403), admin: 200 },
    input: () => ({ body: clubTerms }),
  },
  'PUT /studio/clubs/:id': {
    expected: { ...statuses(401, 403, 403, 403), admin: 404 },
    input: () => ({ ...nobodys, body: { ...clubTerms, revision: 1 } }),
  },
  'DELETE /studio/clubs/:id': { expected: { ...statuses(401, 403, 403, 403), admin: 404 }, input: () => nobodys },
  'GET /clubs/:id/faq': { expected: statuses(401, 404, 404, 404), input: () => nobodys },
  'GET /studio/clubs/:id/members': { expected: { ...statuses(401, 403, 403, 403), admin: 404 }, input: () => nobodys },
  'GET /studio/clubs/:id/faq': { expected: { ...statuses(401, 403, 403, 403), admin: 404 }, input: () => nobodys },
  'PUT /studio/clubs/:id/faq': {
    expected: { ...statuses(401, 403, 403, 403), admin: 404 },
    input: () => ({ ...nobodys, body: { questions: [faqTerms], revision: 0 } }),
  },
}
