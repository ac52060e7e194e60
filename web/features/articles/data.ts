import { type InfiniteData, useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { usePages } from '#kit/cache/pages.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import { request } from '#kit/request/request.ts'
import { isOffline } from '#kit/request/online.ts'
import type { ArticlePreviewWire, ArticleWire } from '#shared/features/articles/wire.ts'
import { track } from '#web/platform/analytics.ts'

/** The preview of an article, 370 by 210, in the pixels of a sharp screen. */
const thumbnail = `${370 * 2}x${210 * 2}`

export type ArticlesFilter = { search?: string; favourite?: '1' }

const previewCall = 'GET /articles/preview'

/** The articles of a club that the learner may read; `fetchNextPage` loads more. */
export const useArticles = (clubId: number, filter: ArticlesFilter) =>
  usePages(
    previewCall,
    async (page, signal) => {
      const query = { 'external_id[]': [clubId], ...filter, thumbnail, page }
      const { data, headers } = await request(previewCall, { query, signal, isKept: true })
      return { data: data.member, headers }
    },
    { clubId, ...filter },
  )

export const useArticle = (id: number) => useQuery(callQuery('GET /articles/:id', { params: { id } }))

/** Counts the learner as a reader; nothing is lost if it cannot be told. */
export function countView(id: number): void {
  if (isOffline()) return
  request('PUT /articles/:id/view', { params: { id } }).catch((error: unknown) =>
    console.warn('A view was not counted', error),
  )
}

type Mark = 'liked' | 'isFavourite'
type Pages = InfiniteData<{ rows: ArticlePreviewWire[] }>

/** Shows a mark on an article wherever it stands. */
function show(id: number, marks: Partial<Record<Mark, boolean>>): void {
  const { queryKey } = callQuery('GET /articles/:id', { params: { id } })
  queryClient.setQueryData<ArticleWire>(queryKey, known => known && { ...known, ...marks })
  queryClient.setQueriesData<Pages>({ queryKey: [previewCall] }, known => known && withMarks(known, id, marks))
}

const withMarks = ({ pages, pageParams }: Pages, id: number, marks: Partial<Record<Mark, boolean>>): Pages => ({
  pageParams,
  pages: pages.map(page => ({ ...page, rows: page.rows.map(row => (row.id === id ? { ...row, ...marks } : row)) })),
})

/** Likes an article or keeps it among the favourites, or no longer; shown at once, and taken back when it fails. */
export async function mark(id: number, what: Mark, isSo: boolean): Promise<void> {
  const params = { id }
  show(id, { [what]: isSo })
  try {
    if (what === 'liked') await request('PUT /articles/:id/like', { params, body: { liked: isSo } })
    else await request('PUT /articles/:id/favourite', { params, body: { isFavourite: isSo } })
  } catch (error) {
    show(id, { [what]: !isSo })
    throw error
  }
  if (isSo) track({ name: what === 'liked' ? 'like' : 'favourite', article_id: id })
  // A list of favourites is another one, but not under the reader’s hands.
  void queryClient.invalidateQueries({ queryKey: [previewCall], refetchType: 'none' })
}
