import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/studio'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { callQuery } from '#kit/cache/call-query.ts'
import { createQueryClient } from '#kit/cache/query-client.ts'
import { CopyProvider } from '#kit/copy/copy.tsx'
import type { ReconciledWire } from '#shared/features/billing/payments/payment-calls.ts'
import { BooksPart } from './BooksPart.tsx'

const reader = vi.hoisted(() => ({ timezone: 'UTC' }))
vi.mock('#studio/features/accounts/session.ts', () => ({ useUser: () => reader }))

beforeAll(() => vi.useFakeTimers({ now: Date.parse('2026-11-30T23:30:00Z'), toFake: ['Date'] }))
afterAll(() => vi.useRealTimers())

const messages = await loadCopy('en')
const day: ReconciledWire = {
  date: '2026-11-03',
  provider: 'stripe',
  currency: 'EUR',
  gross: 10000,
  fee: 300,
  refund: 2000,
  chargeback: 0,
}

function shown(rows: readonly ReconciledWire[] | undefined, month = '2026-11'): string {
  const client = createQueryClient()
  client.setQueryData(callQuery('GET /studio/reconciliation', { query: { month } }).queryKey, rows && [...rows])
  return renderToStaticMarkup(
    <CopyProvider language="en" messages={messages}>
      <QueryClientProvider client={client}>
        <Router ssrPath="/admin/payments">
          <BooksPart ownCurrency="EUR" />
        </Router>
      </QueryClientProvider>
    </CopyProvider>,
  )
}
const cellsOf = (page: string) =>
  [...page.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = '']) => cell.replace(/<[^>]+>/g, '')),
  )

test('a month is told day by day with what is left of each, and all of it at the end', () => {
  const byHand = { ...day, date: '2026-11-04', provider: null, gross: 5000, fee: 0, refund: 0, chargeback: 1000 }
  const [, ...rows] = cellsOf(shown([day, byHand]))
  expect(rows.map(([date, , ...figures]) => [date, ...figures])).toEqual([
    ['03/11/2026', '100.00', '3.00', '20.00', '0.00', '77.00'],
    ['04/11/2026', '50.00', '0.00', '0.00', '10.00', '40.00'],
    ['Total', '150.00', '3.00', '20.00', '10.00', '117.00'],
  ])
})

test('currencies are never added up: the school’s own is shown, and another can be chosen', () => {
  const page = shown([day, { ...day, currency: 'USD', gross: 700 }])
  expect(page).toContain('<option>USD</option>')
  expect(cellsOf(page).at(-1)?.[2]).toBe('100.00')
  expect(shown([day])).not.toContain('<option>')
  expect(cellsOf(shown([{ ...day, currency: 'USD', gross: 700 }])).at(-1)?.[2]).toBe('7.00')
})

test('months go back from that of the reader’s own day; one in which nothing moved says so', () => {
  expect(shown([])).toContain('Nothing moved in this month.')
  expect(shown([])).toMatch(/<option value="2026-11"[^>]*>November 2026</)
  reader.timezone = 'Europe/Madrid'
  expect(shown([day], '2026-12')).toMatch(/<option value="2026-12"[^>]*>December 2026</)
  expect(shown([day], '2026-12')).toContain('03/11/2026')
  reader.timezone = 'UTC'
})
