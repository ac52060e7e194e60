import { beforeEach, expect, test, vi } from 'vitest'
import type { Site } from '#kit/features/brands/site.ts'

vi.mock('#kit/cache/kept-queries.ts', () => ({ keepQueries: () => {}, restoreQueries: async () => {} }))

const answers: Record<string, unknown> = {
  '/user': { id: 4, name: 'Vera', segments: [{ id: 1, name: 'Early' }], isAdmin: false },
  '/user-course-streams': [{ id: 7, is_optional_purchase: false }],
  '/chats': [],
}
const asked: string[] = []
const broken = new Set<string>()

/** The app of a page that was just opened, with the states that its loading goes through. */
async function opened(token: string | null, isChatSupport = true) {
  vi.resetModules()
  const { keepSchool } = await import('#web/platform/school.ts')
  keepSchool({ isChatSupport } as Site['config'])
  const { loadAll, loadState } = await import('./load-all.ts')
  const { settings } = await import('#kit/request/connection.ts')
  Object.assign(settings, { token, userId: null })
  const states: string[] = [loadState.read()]
  loadState.subscribe(() => states.push(loadState.read()))
  return { loadAll, states }
}

beforeEach(() => {
  asked.length = 0
  broken.clear()
  vi.stubGlobal('localStorage', { setItem: () => {} })
  vi.stubGlobal('fetch', async (url: string) => {
    const call = url.replace(/^.*\/v1|\?.*$/g, '')
    asked.push(call)
    return broken.has(call) ? Response.json({ message: 'No' }, { status: 403 }) : Response.json(answers[call])
  })
})

test('the user, the streams and the chats are loaded; loading again only syncs [GRD-06]', async () => {
  const { loadAll, states } = await opened('secret')
  await loadAll()
  expect(states).toEqual(['pending', 'loading', 'loaded'])
  expect(asked.toSorted()).toEqual(['/chats', '/user', '/user-course-streams'])
  broken.add('/chats')
  await loadAll()
  expect(states.at(-1)).toBe('loaded')
  expect(states).not.toContain('fail')
})

test('without a session nothing is loaded [GRD-06]', async () => {
  const { loadAll, states } = await opened(null)
  await loadAll()
  expect([states, asked]).toEqual([['pending'], []])
})

test.each(Object.keys(answers))(
  'a failure of %s marks the loading as failed, and it can be tried again [GRD-06]',
  async call => {
    broken.add(call)
    const { loadAll, states } = await opened('secret')
    await loadAll()
    expect(states).toEqual(['pending', 'loading', 'fail'])
    broken.clear()
    await loadAll()
    expect(states.at(-1)).toBe('loaded')
  },
)

test('a screen that asks for the same and is left meanwhile does not fail the loading [GRD-06]', async () => {
  const { loadAll, states } = await opened('secret')
  const { QueryObserver } = await import('@tanstack/react-query')
  const { callQuery } = await import('#kit/cache/call-query.ts')
  const { queryClient } = await import('#kit/cache/query-client.ts')
  let answer = () => {}
  const asking = new Promise<void>(resolve => (answer = resolve))
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (url: string) => {
    await asking
    return fetch(url)
  })
  const leave = new QueryObserver(queryClient, callQuery('GET /chats')).subscribe(() => {})
  const loading = loadAll()
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(3))
  leave()
  answer()
  await loading
  expect(states).toEqual(['pending', 'loading', 'loaded'])
})

test('a school without chats loads none [BRD-05]', async () => {
  broken.add('/chats')
  const { loadAll, states } = await opened('secret', false)
  await loadAll()
  expect(states.at(-1)).toBe('loaded')
  expect(asked).not.toContain('/chats')
})
