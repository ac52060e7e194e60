import { expect, test } from 'vitest'
import { headersOfPage, pageCount, pageFromHeaders } from './contract.ts'

test.each([
  [0, 20, 0],
  [1, 20, 1],
  [20, 20, 1],
  [21, 20, 2],
])('%i entries at %i a page are %i pages', (total, perPage, pages) => {
  expect(pageCount(total, perPage)).toBe(pages)
})

test('a page is read back from its headers', () => {
  const headers = new Headers(headersOfPage({ currentPage: 2, perPage: 20, totalCount: 41 }))
  expect(headers.get('x-pagination-page-count')).toBe('3')
  expect(pageFromHeaders(headers)).toEqual({ currentPage: 2, pageCount: 3, perPage: 20, totalCount: 41 })
})

test('incomplete page headers count as none', () => {
  const headers = new Headers(headersOfPage({ currentPage: 1, perPage: 20, totalCount: 0 }))
  expect(pageFromHeaders(headers)?.pageCount).toBe(0)
  headers.delete('x-pagination-per-page')
  expect(pageFromHeaders(headers)).toBeUndefined()
  expect(pageFromHeaders(new Headers())).toBeUndefined()
})
