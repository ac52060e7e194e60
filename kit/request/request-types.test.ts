import { expect, test } from 'vitest'
import { callQuery } from '#kit/cache/call-query.ts'
import { request } from './request.ts'

/** What the compiler must refuse; each line that it lets through fails the check of types. */
const refused = [
  // @ts-expect-error: no such call.
  () => request('GET /nothing'),
  // @ts-expect-error: a text is no call's name.
  (name: string) => request(name),
  // @ts-expect-error: without its parameter.
  () => request('GET /courses/:id'),
  // @ts-expect-error: another kind of parameter.
  () => request('GET /courses/:id', { params: { id: 'one' } }),
  // @ts-expect-error: without its body.
  () => request('PUT /studio/phrases/:id', { params: { id: 1 } }),
  // @ts-expect-error: a field that the body does not have.
  () => request('POST /studio/phrases', { body: { shortcut: 'hi', text: 'Hello', more: 1 } }),
  // @ts-expect-error: a word that the query does not know.
  () => request('GET /studio/cohorts/:id/learners', { params: { id: 1 }, query: { sort: 'nonsense' } }),
  // @ts-expect-error: an expansion that there is not.
  () => request('GET /user', { expand: ['nothing'] }),
  // @ts-expect-error: a field that the answer does not have.
  async () => (await request('GET /user-score/amount')).data.sum,
  // @ts-expect-error: a write is no query.
  () => callQuery('POST /studio/phrases'),
  // @ts-expect-error: without its parameter.
  () => callQuery('GET /courses/:id'),
]

test('a call is made by its own name, with its own input', () => {
  expect(refused.every(one => typeof one === 'function')).toBe(true)
})
