import { beforeEach, expect, test, vi } from 'vitest'
import { person } from '#web/platform/analytics.ts'
import { afterClose, isPromoDue, promoDelay, promoFrom, promoText, startPromo, unseen } from './start-promo.ts'

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
  person.change(() => undefined)
  await vi.advanceTimersByTimeAsync(promoDelay + 1000)
  signIn()
  person.change(() => undefined)
  await vi.advanceTimersByTimeAsync(promoDelay + 1000)
  expect(openPromo, 'nobody is there any more').not.toHaveBeenCalled()
  signIn()
  await vi.advanceTimersByTimeAsync(promoDelay - 1)
  expect(openPromo).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await vi.waitFor(() => expect(openPromo).toHaveBeenCalledOnce())
})

const day = 86_400_000
const now = Date.UTC(2026, 10, 21)

test('the app is offered 2 s after sign-in, again after a day, and three days after two closes [SHL-08]', () => {
  expect(promoDelay).toBe(2000)
  expect(isPromoDue(unseen, now)).toBe(true)
  const once = afterClose(unseen, now)
  expect([isPromoDue(once, now + day - 1), isPromoDue(once, now + day)]).toEqual([false, true])
  const twice = afterClose(once, now)
  expect([isPromoDue(twice, now + 3 * day - 1), isPromoDue(twice, now + 3 * day)]).toEqual([false, true])
  const thrice = afterClose(twice, now)
  expect([isPromoDue(thrice, now + day - 1), isPromoDue(thrice, now + day)]).toEqual([false, true])
})

test('the count of closes goes 0, 1, 2 and begins again [SHL-08]', () => {
  const counts = [0]
  for (let promo = unseen; counts.length < 7; counts.push(promo.closes)) promo = afterClose(promo, now)
  expect(counts).toEqual([0, 1, 2, 0, 1, 2, 0])
})

test('stored state is read back, anything invalid counts as none; a clock set back does no harm [SHL-08]', () => {
  const kept = afterClose(afterClose(unseen, now), now)
  expect(promoFrom(promoText(kept))).toEqual(kept)
  for (const text of [null, '', '3 1', '1', 'x 5', '1 -5']) expect(promoFrom(text)).toEqual(unseen)
  expect(isPromoDue(kept, now - day)).toBe(true)
})
