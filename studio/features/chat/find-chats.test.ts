import { expect, test, vi } from 'vitest'
import { findChats } from './data.ts'
// Its addresses.
import './screens.ts'

const asked = vi.fn((_name: string, _input: object) =>
  Promise.resolve({ data: [{ id: 7, learner: { name: 'Anna' }, course_title: 'Tea' }] }),
)
vi.mock('#kit/request/request.ts', () => ({ request: (name: string, input: object) => asked(name, input) }))

test('the search of the studio looks for words in all chats and leads to each that has them', async () => {
  const { signal } = new AbortController()
  expect(await findChats('my knee', { signal, language: 'en' })).toEqual([
    { name: 'Anna', detail: 'Tea', href: '/admin/inbox/7?show=all' },
  ])
  expect(asked.mock.calls).toEqual([
    ['GET /studio/chats', { query: { show: 'all', search: 'my knee', 'per-page': 5 }, signal }],
  ])
})
