import { beforeEach, expect, test, vi } from 'vitest'
import { person } from '#web/platform/analytics.ts'
import { promoDelay } from './promo-rule.ts'
import { startPromo } from './start-promo.ts'

const openPromo = vi.hoisted(() => vi.fn(async () => {}))
vi.mock('./AppPromo.tsx', () => ({ openPromo }))
vi.mock('#kit/features/brands/site.ts', () => ({
  site: () => ({ config: { mobileAppLinks: { ios: 'https://apps.example.com/kurso', android: null } } }),
}))

const screen = { width: 0 }
const signIn = () => person.change(() => ({ id: 4, segments: [], isInternal: false, isActing: false }))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: screen.width >= Number(/min-width: (\d+)px/.exec(query)?.[1]),
  }))
  person.change(() => undefined)
})

test('a phone and a tablet are not offered the app; a desktop is, 2 s after sign-in [SHL-08]', async () => {
  startPromo()
  for (const width of [390, 828, 1243]) {
    screen.width = width
    signIn()
    await vi.advanceTimersByTimeAsync(promoDelay + 1000)
    expect(openPromo).not.toHaveBeenCalled()
  }
  screen.width = 1244
  signIn()
  await vi.advanceTimersByTimeAsync(promoDelay - 1)
  expect(openPromo).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await vi.waitFor(() => expect(openPromo).toHaveBeenCalledOnce())
})
