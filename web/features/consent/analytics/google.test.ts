import { expect, test, vi } from 'vitest'
import { googleSink } from './google.ts'

const advertising = (answer: string) => ({ ad_storage: answer, ad_user_data: answer, ad_personalization: answer })

test('Google is told of each change of what marketing may do, and its cookies for that go [CON-05] [ANL-02]', () => {
  const forgotten: string[] = []
  vi.stubGlobal('location', { hostname: 'school.example' })
  vi.stubGlobal('document', {
    createElement: () => ({}),
    head: { append: () => {} },
    get cookie() {
      return '_ga=1; _gcl_au=2; token=3'
    },
    set cookie(text: string) {
      forgotten.push(text.split('=')[0] ?? '')
    },
  })
  vi.stubGlobal('dataLayer', [])
  const told = () => (globalThis as unknown as { dataLayer: Iterable<unknown>[] }).dataLayer.map(given => [...given])
  const sink = googleSink('G-ABCDEF', true)
  expect(told()[0]).toEqual(['consent', 'default', { analytics_storage: 'granted', ...advertising('granted') }])
  const before = told().length
  sink.setMarketing?.(true)
  expect(told()).toHaveLength(before)
  sink.setMarketing?.(false)
  expect(told().slice(before)).toEqual([
    ['consent', 'update', advertising('denied')],
    ['set', { allow_google_signals: false }],
  ])
  expect(new Set(forgotten)).toEqual(new Set(['_gcl_au']))
  sink.setMarketing?.(true)
  expect(told().slice(before + 2)).toEqual([
    ['consent', 'update', advertising('granted')],
    ['set', { allow_google_signals: true }],
  ])
  vi.unstubAllGlobals()
})
