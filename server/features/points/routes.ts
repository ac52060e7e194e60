import { points } from '#shared/features/points/contract.ts'
import { routes } from '#server/platform/http/routes.ts'
import { findBalance, listScores } from './queries.ts'

const perPage = 20

export const pointRoutes = routes(points, {
  'GET /user-score/amount': async ({ db, user }) => ({ amount: (await findBalance(db, user.userId))?.amount ?? 0 }),

  'GET /user-score': async ({ db, user, query: { page }, setPage }) => {
    const rows = await listScores(db, user.userId, perPage, (page - 1) * perPage)
    setPage({ page, perPage, total: rows[0]?.total ?? 0 })
    return rows.filter(row => row.id !== null)
  },
})
