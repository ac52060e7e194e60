import { routes } from '#server/platform/http/routes.ts'
import { consent as contract } from '#shared/features/consent/contract.ts'
import { essentialOnly } from '#shared/features/consent/rules.ts'
import { findCookiePolicy, keepCookiePolicy } from './queries.ts'

function policyOf(row: Awaited<ReturnType<typeof findCookiePolicy>>) {
  const { analytics, marketing } = row ?? essentialOnly
  return { essential: true as const, analytics, marketing, decided_at: row?.decidedAt ?? null }
}

export const consentRoutes = routes(contract, {
  'GET /user/cookie-policy': async ({ db, user }) => policyOf(await findCookiePolicy(db, user.userId)),
  'POST /user/cookie-policy': async ({ db, user, body, now }) => {
    const { analytics, marketing, decided_at: decidedAt } = body
    return policyOf(await keepCookiePolicy(db, user.userId, analytics, marketing, decidedAt, Math.floor(now / 1000)))
  },
})
