import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { settings } from '#kit/request/connection.ts'
import { request } from '#kit/request/request.ts'
import { followAttendance } from './attendance.ts'

const asked: Record<string, string>[] = []
let page: EventTarget
beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  asked.length = 0
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(headers)
    return new Response('{}')
  })
})
afterEach(() => {
  settings.isUnattended = undefined
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('five minutes after the last touch requests say that nobody is there, until somebody is', async () => {
  followAttendance()
  const isUnattended = async () => {
    await request('GET /user')
    return asked.at(-1)?.['X-Unattended'] !== undefined
  }
  expect(await isUnattended()).toBe(false)
  vi.advanceTimersByTime(4 * 60_000)
  page.dispatchEvent(new Event('keydown'))
  vi.advanceTimersByTime(4 * 60_000)
  expect(await isUnattended()).toBe(false)
  vi.advanceTimersByTime(2 * 60_000)
  expect(await isUnattended()).toBe(true)
  page.dispatchEvent(new Event('pointermove'))
  expect(await isUnattended()).toBe(false)
})
