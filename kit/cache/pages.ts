import { useInfiniteQuery } from '@tanstack/react-query'
import { pageFromHeaders } from '#shared/platform/contract.ts'

type Answer<Row> = { data: Row[]; headers: Headers }

/**
 * A list that is read page by page: `fetchNextPage` loads the next one. A row that newer ones have pushed onto a later page is
 * there once. The key begins with the name of the call, so that whatever makes that stale makes the list stale.
 */
export function usePages<Row extends { id: number | string }>(
  call: string,
  ask: (page: number, signal: AbortSignal) => Promise<Answer<Row>>,
  filter: object = {},
) {
  return useInfiniteQuery({
    queryKey: [call, { ...filter, by: 'page' }],
    async queryFn({ pageParam: page, signal }) {
      const { data: rows, headers } = await ask(page, signal)
      const { currentPage = page, pageCount = page, totalCount = rows.length } = pageFromHeaders(headers) ?? {}
      return { rows, currentPage, pageCount, total: totalCount }
    },
    initialPageParam: 1,
    getNextPageParam: last => (last.currentPage < last.pageCount ? last.currentPage + 1 : undefined),
    select: ({ pages }) => ({
      rows: [...new Map(pages.flatMap(({ rows }) => rows).map(row => [row.id, row])).values()],
      total: pages.at(-1)?.total ?? 0,
    }),
  })
}
