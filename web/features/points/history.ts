import { usePages } from '#kit/cache/pages.ts'
import { request } from '#kit/request/request.ts'
import { scoreFromWire } from '#shared/features/points/forms.ts'

/** The ledger of points, newest first; `fetchNextPage` loads more. */
export function usePointsHistory() {
  return usePages('GET /user-score', async (page, signal) => {
    const { data, headers } = await request('GET /user-score', { query: { page }, signal, isKept: true })
    return { data: data.map(scoreFromWire), headers }
  })
}
