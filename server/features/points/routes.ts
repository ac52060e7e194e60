import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import { routes } from '#server/platform/http/routes.ts'
import { points } from '#shared/features/points/contract.ts'
import { givePoints } from './give-points.ts'
import { findBalance, findBalanceInBrand, listPointValues, listScores } from './queries.ts'

const perPage = 20

/** The calls of points; the brand decides from how many on they can be spent. */
export function pointRoutes(brands: Brands) {
  return routes(points, {
    'GET /user-score/amount': async ({ db, user }) => ({ amount: (await findBalance(db, user.userId))?.amount ?? 0 }),

    'GET /user-score/spending': async ({ db, user }) => {
      const { spendingThreshold: least } = brandById(brands, user.brandId).config.points
      return { least, values: await listPointValues(db, user.brandId) }
    },

    'GET /studio/users/:id/points': async ({ db, user, params, refuse }) =>
      (await findBalanceInBrand(db, params.id, user.brandId)) ?? refuse('not_found'),

    'POST /studio/users/:id/points': givePoints,

    'GET /user-score': async ({ db, user, caller, query: { page }, setPage }) => {
      const rows = await listScores(db, user.userId, perPage, (page - 1) * perPage, caller.language)
      setPage({ page, perPage, total: rows[0]?.total ?? 0 })
      return rows.filter(row => row.id !== null)
    },
  })
}
