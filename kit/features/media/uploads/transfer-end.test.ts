import { expect, test } from 'vitest'
import type { StoredUpload } from '#kit/request/local-database.ts'
import { endOf } from './transfer-end.ts'

const known = { url: '/spa/uploads/a' } as StoredUpload
const fresh = {} as StoredUpload

function answer(status: number, body: object = {}, retryAfter?: string) {
  const header = (name: string) => (name === 'Retry-After' ? retryAfter : undefined)
  const originalResponse = {
    getStatus: () => status,
    getBody: () => JSON.stringify(body),
    getHeader: header,
    getUnderlyingObject: () => undefined,
  }
  return { originalResponse }
}

test('temporary failures are retried as late as the server asks; a full store and other refusals are reported [MED-03]', () => {
  expect(endOf({}, known)).toEqual({ kind: 'again' })
  expect(endOf(answer(503, {}, '7'), known)).toEqual({ kind: 'again', after: 7000 })
  expect(endOf(answer(409, { code: 'upload_conflict' }), known)).toEqual({ kind: 'again', after: undefined })
  const full = { code: 'storage_full', message: 'No room' }
  expect(endOf(answer(503, full, '7'), known)).toEqual({ kind: 'refused', ...full })
  const large = { code: 'file_too_large', message: 'Too large' }
  expect(endOf(answer(413, large), fresh)).toEqual({ kind: 'refused', ...large })
  expect(endOf(answer(400), fresh)).toEqual({ kind: 'refused', code: 'upload_failed', message: '' })
})

test('an upload the server has lost starts over, and one of an ended session waits for the next session [MED-03]', () => {
  expect(endOf(answer(404), known)).toEqual({ kind: 'lost' })
  expect(endOf(answer(404), fresh).kind).toBe('refused')
  expect(endOf(answer(401), known)).toEqual({ kind: 'signed out' })
})
