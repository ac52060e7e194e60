import Type from 'typebox'
import { contract } from '#shared/platform/contract.ts'
import { NullableSeconds } from '#shared/platform/schemas.ts'

/** `decided_at` is null until the person decides; until then only essential cookies are allowed. */
const CookiePolicy = Type.Object({
  essential: Type.Literal(true),
  analytics: Type.Boolean(),
  marketing: Type.Boolean(),
  decided_at: NullableSeconds,
})

/** The cookie policy stored with the account. */
export const consent = contract({
  refusals: {},
  calls: {
    'GET /user/cookie-policy': {
      access: 'learner',
      summary: 'What the person allows beyond the essential',
      answer: CookiePolicy,
    },
    'POST /user/cookie-policy': {
      access: 'learner',
      isForOwnerOnly: true,
      summary: 'Keeps a decision, unless a newer one is kept already; answers the one that holds',
      body: Type.Object({
        analytics: Type.Boolean(),
        marketing: Type.Boolean(),
        decided_at: Type.Integer({
          minimum: 1,
          maximum: 100_000_000_000,
          description: 'Unix seconds; a time that has not come counts as now',
        }),
      }),
      answer: CookiePolicy,
    },
  },
})
