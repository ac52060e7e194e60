import { expect, test, vi } from 'vitest'
import type { Site } from '#kit/features/brands/site.ts'
import { downloads } from '#web/features/downloads/screens.ts'
import { keepRequests } from '#web/features/downloads/requests.ts'
import { keepSchool } from '#web/platform/school.ts'
import { beginFeatures } from '../live.ts'

/** Whether downloads begin in a school that has them, or has given them up. */
function doBegin(isOfflineEnable: boolean): boolean {
  const whenSignedIn = vi.fn(async () => {})
  keepSchool({ isOfflineEnable } as Site['config'])
  beginFeatures([{ ...downloads, whenSignedIn }])
  return whenSignedIn.mock.calls.length === 1
}

test('downloads begin where the school has them, and where it has given them up while something of them is here [OFF-05, OFF-06]', () => {
  const device: Record<string, unknown> = { token: 'a' }
  for (const [name, method] of Object.entries({
    setItem: (key: string, value: string) => void (device[key] = value),
    removeItem: (key: string) => void delete device[key],
  }))
    Object.defineProperty(device, name, { value: method })
  vi.stubGlobal('localStorage', device)
  expect([true, false].map(doBegin)).toEqual([true, false])
  keepRequests(1, [{ streamId: 3, quality: 'full' }])
  expect([true, false].map(doBegin)).toEqual([true, true])
  keepRequests(1, [])
  expect(doBegin(false)).toBe(false)
})
