import Type from 'typebox'
import { expect, test } from 'vitest'
import { contract, headersOfPage, pageCount, pageFromHeaders, paramNames, wirePath } from './contract.ts'
import { room } from './live-rooms.ts'

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
  expect(Object.fromEntries(headers)).toEqual({
    'x-pagination-current-page': '2',
    'x-pagination-page-count': '3',
    'x-pagination-per-page': '20',
    'x-pagination-total-count': '41',
  })
  expect(pageFromHeaders(headers)).toEqual({ currentPage: 2, pageCount: 3, perPage: 20, totalCount: 41 })
})

test('incomplete page headers count as none', () => {
  const headers = new Headers(headersOfPage({ currentPage: 1, perPage: 20, totalCount: 0 }))
  expect(pageFromHeaders(headers)?.pageCount).toBe(0)
  headers.set('x-pagination-per-page', '')
  expect(pageFromHeaders(headers)).toBeUndefined()
  headers.delete('x-pagination-per-page')
  expect(pageFromHeaders(headers)).toBeUndefined()
  expect(pageFromHeaders(new Headers())).toBeUndefined()
})

test('the parameters of a call are named in its path', () => {
  expect(paramNames('GET /user')).toEqual([])
  expect(paramNames('POST /streams/:streamId/days/:id')).toEqual(['streamId', 'id'])
})

test('a call is on the wire below the version to which it belongs', () => {
  expect(wirePath('GET /user')).toEqual({ method: 'GET', path: '/spa/api/v1/user' })
  expect(wirePath('POST /v2/shop')).toEqual({ method: 'POST', path: '/spa/v2/shop' })
  expect(wirePath('GET /shop/v2/all').path).toBe('/spa/api/v1/shop/v2/all')
})

test('a feature without live rooms, events and signals has none', () => {
  expect(contract({ refusals: {}, calls: {} })).toEqual({ refusals: {}, calls: {}, rooms: [], events: {}, signals: {} })
  const rooms = [room('chat', Type.Integer(), 'the learner')] as const
  expect(contract({ refusals: {}, calls: {}, rooms }).rooms).toBe(rooms)
})
