import { beforeEach, expect, test, vi } from 'vitest'
import { callQuery } from '#kit/cache/call-query.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import type { ArticlePreviewWire } from '#shared/features/articles/wire.ts'
import { mark } from './data.ts'

const told = vi.hoisted(() => [] as object[])
vi.mock('#web/platform/analytics.ts', () => ({ track: (event: object) => told.push(event) }))

const article = callQuery('GET /articles/:id', { params: { id: 7 } }).queryKey
const list = ['GET /articles/preview', { clubId: 3, by: 'page' }] as const

const row = (id: number) => ({ id, title: 'Tea', liked: false, isFavourite: false }) as ArticlePreviewWire

/** What the screens show: the article, then both of the list. */
function shown() {
  const pages = queryClient.getQueryData<{ pages: { rows: ArticlePreviewWire[] }[] }>(list)?.pages ?? []
  const all = [queryClient.getQueryData<ArticlePreviewWire>(article), ...pages.flatMap(({ rows }) => rows)]
  return all.map(one => [one?.liked, one?.isFavourite])
}

beforeEach(() => {
  told.length = 0
  queryClient.clear()
  queryClient.setQueryData(article, row(7) as never)
  queryClient.setQueryData(list, { pages: [{ rows: [row(7), row(8)] }], pageParams: [1] })
})

const nothing = [false, false]

test('a mark is shown at once wherever the article stands, and sent', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    sent.push(`${new URL(url, 'https://school.example').pathname} ${body}`)
    return Response.json({})
  })
  const marking = mark(7, 'isFavourite', true)
  expect(shown()).toEqual([[false, true], [false, true], nothing])
  await marking
  await mark(7, 'liked', true)
  expect(shown()).toEqual([[true, true], [true, true], nothing])
  expect(sent).toEqual([
    '/spa/api/v1/articles/7/favourite {"isFavourite":true}',
    '/spa/api/v1/articles/7/like {"liked":true}',
  ])
})

test('that an article is liked or kept is told once it is so; that it no more is, is not [ANL-01]', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}))
  await mark(7, 'liked', true)
  await mark(7, 'isFavourite', true)
  await mark(7, 'liked', false)
  expect(told).toEqual([
    { name: 'like', article_id: 7 },
    { name: 'favourite', article_id: 7 },
  ])
})

test('a mark that could not be sent is taken back, and says so', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const marking = mark(7, 'liked', true)
  expect(shown()).toEqual([[true, false], [true, false], nothing])
  await expect(marking).rejects.toThrow()
  expect(told).toEqual([])
  expect(shown()).toEqual([nothing, nothing, nothing])
})
