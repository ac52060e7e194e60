import { afterEach, expect, test, vi } from 'vitest'
import { addAddresses } from '#web/platform/addresses.ts'
import { type AnalyticsEvent, untold } from '#web/platform/analytics.ts'
import { watchClicks, watchPages } from './watch-page.ts'

addAddresses({ day: '/course/:streamId/calendar/:dayNumber' })

const page = { pathname: '/course/7/calendar/3', href: 'https://school.example/course/7/calendar/3?token=x#y' }

function open() {
  untold.length = 0
  vi.useFakeTimers()
  const listeners = new EventTarget()
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, listeners[name].bind(listeners))
  vi.stubGlobal('location', page)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { title: 'Day 3 · Kurso' }))
}
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a page is told once it has settled, with its route and its parameters, title, location and path [ANL-01]', () => {
  open()
  const stop = watchPages()
  vi.advanceTimersByTime(1000)
  expect(untold).toEqual<AnalyticsEvent[]>([
    {
      name: 'page_view',
      route: 'day',
      streamId: 7,
      dayNumber: 3,
      title: 'Day 3 · Kurso',
      location: 'https://school.example/course/7/calendar/3',
      path: '/course/7/calendar/3',
    },
  ])
  vi.stubGlobal('location', { pathname: '/no/such/page', href: 'https://school.example/no/such/page' })
  dispatchEvent(new Event('pushState'))
  vi.advanceTimersByTime(1000)
  expect(untold.slice(1)).toMatchObject([{ name: 'page_view', route: 'unknown', path: '/no/such/page' }])
  stop()
})

test('a press tells what carries the attributes of analytics, with its details, and nothing of what does not [ANL-01]', () => {
  open()
  class Element {
    dataset = { analytics: 'messengers', analyticsPlace: 'support', other: 'x' }
    isMarked: boolean
    constructor(isMarked: boolean) {
      this.isMarked = isMarked
    }
    closest = () => (this.isMarked ? this : null)
  }
  vi.stubGlobal('Element', Element)
  const stop = watchClicks()
  const press = (isMarked: boolean) => {
    const event = new Event('click')
    Object.defineProperty(event, 'target', { value: new Element(isMarked) })
    document.dispatchEvent(event)
  }
  press(false)
  press(true)
  expect(untold).toEqual([{ name: 'click', element: 'messengers', place: 'support' }])
  stop()
  press(true)
  expect(untold).toHaveLength(1)
})
