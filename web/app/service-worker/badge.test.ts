import { afterEach, expect, test, vi } from 'vitest'
import { refreshBadge } from './badge.ts'

afterEach(() => vi.unstubAllGlobals())

function device(answers: Record<string, unknown>, status = 404) {
  const setAppBadge = vi.fn(async (_count: number) => {})
  const clearAppBadge = vi.fn(async () => {})
  const asked: [string, unknown][] = []
  vi.stubGlobal('navigator', { setAppBadge, clearAppBadge })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push([path, init.headers])
    const answer = answers[path]
    return answer === undefined ? new Response('{}', { status }) : Response.json(answer)
  })
  return { setAppBadge, clearAppBadge, asked }
}

const notices = '/spa/api/v1/user-notices/unread'
const chats = '/spa/api/v1/chats'

test('after a push the icon shows what is unread, asked for with the learner’s own session [OFF-01]', async () => {
  const { setAppBadge, asked } = device({
    [notices]: { unread_count: 3, message_count: 2 },
    [chats]: [{ unread_count: 4 }],
  })
  await refreshBadge(async () => 'token')
  expect(setAppBadge).toHaveBeenCalledWith(5)
  expect(asked.map(([path]) => path)).toEqual([notices, chats])
  expect(asked[0]?.[1]).toEqual({ authorization: 'Bearer token', 'x-app-type': 'web' })
})

test('a school without chats counts what the bell shows, and a school that does not answer changes nothing', async () => {
  const quiet = device({ [notices]: { unread_count: 3, message_count: 2 } })
  await refreshBadge(async () => 'token')
  expect(quiet.setAppBadge).toHaveBeenCalledWith(3)
  const gone = device({})
  await refreshBadge(async () => 'token')
  expect(gone.setAppBadge).not.toHaveBeenCalled()
})

test('once nobody is signed in the number goes, and nothing is asked for', async () => {
  const { clearAppBadge, asked } = device({})
  await refreshBadge(async () => undefined)
  expect(clearAppBadge).toHaveBeenCalledOnce()
  expect(asked).toEqual([])
})

test('once the school no longer knows the session the number goes [OFF-01]', async () => {
  const { setAppBadge, clearAppBadge } = device({}, 401)
  await refreshBadge(async () => 'token')
  expect(clearAppBadge).toHaveBeenCalledOnce()
  expect(setAppBadge).not.toHaveBeenCalled()
})

test('a browser without such a number is left alone', async () => {
  const ask = vi.fn(async () => 'token')
  vi.stubGlobal('navigator', {})
  await refreshBadge(ask)
  expect(ask).not.toHaveBeenCalled()
})
