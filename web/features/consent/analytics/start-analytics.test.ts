import { beforeEach, expect, test, vi } from 'vitest'
import { beforeSignOut } from '#web/features/accounts/session.ts'
import { type AnalyticsEvent, type Person, person, track } from '#web/platform/analytics.ts'
import { consent } from '../consent-state.ts'
import { startAnalytics } from './start-analytics.ts'

const sinks = vi.hoisted(() => ({
  told: [] as string[],
  people: [] as unknown[],
  marketing: [] as boolean[],
  isBroken: false,
}))
const broken = () => {
  if (sinks.isBroken) throw new Error('The counter is broken')
}
vi.mock('#kit/features/brands/site.ts', () => ({
  site: () => ({
    config: { analytics: { own: true }, isCookieConsentEnable: true },
    site: { domain: { ga_id: 'G-ABCDEF', ya_id: '1234' } },
  }),
}))
vi.mock('./watch-page.ts', () => ({ watchPages: () => () => {}, watchClicks: () => () => {} }))
vi.mock('./google.ts', () => ({
  googleSink: () => ({ tell: broken, identify: broken, flush: broken, stop: broken }),
}))
vi.mock('./metrica.ts', () => ({
  metricaSink: () => {
    broken()
    return { tell: broken, identify: broken, stop: broken }
  },
}))
vi.mock('./own.ts', () => ({
  ownSink: () => ({
    tell: ({ name }: AnalyticsEvent) => void sinks.told.push(name),
    identify: (one: Person | undefined) => void sinks.people.push(one),
    setMarketing: (isAllowed: boolean) => void sinks.marketing.push(isAllowed),
    stop: () => void sinks.told.push('stopped'),
  }),
}))

const allowed = { analytics: true, marketing: true, userId: 7, at: 1 }
const decided = (analytics: boolean, marketing = true) =>
  consent.change(() => ({ ...allowed, analytics, marketing }) as never)

beforeEach(() => {
  const listeners = new EventTarget()
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, listeners[name].bind(listeners))
  vi.stubGlobal('location', { href: 'https://school.example/home' })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  Object.assign(sinks, { told: [], people: [], marketing: [], isBroken: false })
})

test('signing out takes the person and their segments from the counters [ACC-18]', () => {
  decided(true)
  startAnalytics()
  const vera = { id: 7, segments: ['Early'], isInternal: false, isActing: false }
  person.change(() => vera)
  expect(sinks.people).toEqual([vera])
  for (const tell of beforeSignOut) tell()
  expect(sinks.people).toEqual([vera, undefined])
  expect(person.read()).toBeUndefined()
  decided(false)
})

test('counters hear at once that marketing alone is allowed no more, and that it is again [CON-05] [ANL-02]', () => {
  decided(true)
  decided(true, false)
  decided(true)
  expect(sinks.marketing.slice(-2)).toEqual([false, true])
  expect(sinks.told).toEqual([])
  decided(false)
})

test('a broken counter breaks neither the app nor the other counters [ANL-02]', () => {
  sinks.isBroken = true
  decided(true)
  expect(() => track({ name: 'login', method: 'password' })).not.toThrow()
  person.change(() => ({ id: 8, segments: [], isInternal: false, isActing: false }))
  for (const tell of beforeSignOut) tell()
  decided(false)
  expect(sinks.told).toEqual(['login', 'stopped'])
  expect(sinks.people.length).toBeGreaterThan(1)
})
