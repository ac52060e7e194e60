import { expect, test, vi } from 'vitest'
import { request } from './request.ts'
import { NetworkError } from './request-errors.ts'

// As after an update of the school, for a page that was open before it.
vi.mock('./kept-answers.ts', () => {
  throw new Error('There is no such file any more')
})

test('where the part of the app that keeps answers cannot be loaded, a read has its answer all the same, and without a network none [REQ-03]', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ id: 3 }))
  expect((await request('GET /user', { isKept: true })).data).toEqual({ id: 3 })
  vi.stubGlobal('navigator', { onLine: false })
  await expect(request('GET /user', { isKept: true })).rejects.toBeInstanceOf(NetworkError)
  vi.unstubAllGlobals()
})
