import { routes } from '#server/platform/http/routes.ts'
import { consent as contract } from '#shared/features/consent/contract.ts'
import { essentialOnly } from '#shared/features/consent/rules.ts'
import { one } from '#server/platform/database/statement.ts'

type PolicyRow = { analytics: boolean; marketing: boolean; decidedAt: number }

const findCookiePolicy = one<[userId: number], PolicyRow>(
  'find-cookie-policy',
  `select analytics, marketing, extract(epoch from decided_at)::bigint as "decidedAt"
     from cookie_policies where user_id = $1`,
)

/**
 * Keeps the newer of two decisions regardless of arrival order and returns it, of two in one second the one that comes last;
 * a time after `now` counts as now. In seconds.
 */
const keepCookiePolicy = one<
  [userId: number, analytics: boolean, marketing: boolean, decidedAt: number, now: number],
  PolicyRow
>(
  'keep-cookie-policy',
  `insert into cookie_policies as kept (user_id, analytics, marketing, decided_at)
   values ($1, $2, $3, to_timestamp(least($4::bigint, $5::bigint)))
   on conflict (user_id) do update set
     analytics = case when excluded.decided_at >= kept.decided_at then excluded.analytics else kept.analytics end,
     marketing = case when excluded.decided_at >= kept.decided_at then excluded.marketing else kept.marketing end,
     decided_at = greatest(excluded.decided_at, kept.decided_at)
   returning analytics, marketing, extract(epoch from decided_at)::bigint as "decidedAt"`,
)

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
