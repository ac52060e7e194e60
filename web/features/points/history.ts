import { useInfiniteQuery } from '@tanstack/react-query'
import { request } from '#kit/request/request.ts'
import { scoreFromWire } from '#shared/features/points/forms.ts'
import { pageFromHeaders } from '#shared/platform/contract.ts'

async function historyPage(page: number, signal: AbortSignal) {
  const { data, headers } = await request('GET /user-score', { query: { page }, signal, isKept: true })
  const { currentPage = page, pageCount = page } = pageFromHeaders(headers) ?? {}
  return { scores: data.map(scoreFromWire), currentPage, pageCount }
}

/** The ledger of points, newest first; `fetchNextPage` loads more. */
export function usePointsHistory() {
  return useInfiniteQuery({
    queryKey: ['GET /user-score', { pages: 'all' }],
    queryFn: ({ pageParam, signal }) => historyPage(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: last => (last.currentPage < last.pageCount ? last.currentPage + 1 : undefined),
    select: ({ pages }) => {
      const scores = pages.flatMap(page => page.scores)
      return [...new Map(scores.map(score => [score.id, score])).values()]
    },
  })
}
