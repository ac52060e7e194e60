import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/web'
import { expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { callQuery } from '#kit/cache/call-query.ts'
import { createQueryClient } from '#kit/cache/query-client.ts'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { PointsScreen } from './PointsScreen.tsx'
import './screens.ts'

const points = vi.hoisted(() => ({ debitDefault: 200, spendingThreshold: 200 }))
vi.mock('#kit/features/brands/site.ts', () => ({ site: () => ({ config: { points } }) }))

async function shownWith(amount: number, values = [{ currency: 'EUR', amount: 150 }]): Promise<string> {
  const client = createQueryClient()
  client.setQueryData(callQuery('GET /user-score/amount').queryKey, { amount })
  client.setQueryData(callQuery('GET /user-score/spending').queryKey, { least: points.spendingThreshold, values })
  const messages = await loadCopy('en')
  return renderToStaticMarkup(
    <CopyProvider language="en" messages={messages}>
      <QueryClientProvider client={client}>
        <Router ssrPath="/user/points">
          <PointsScreen />
        </Router>
      </QueryClientProvider>
    </CopyProvider>,
  )
}

test('points are spent from the brand’s threshold on', async () => {
  expect(await shownWith(150)).toContain('once you have 200. 50 more points to go.')
  points.spendingThreshold = 350
  expect(await shownWith(200)).toContain('once you have 350. 150 more points to go.')
  expect(await shownWith(350)).toContain('You have enough')
})

test('it says what points are worth at the checkout, and answers questions, also about homework [PTS-03]', async () => {
  const page = await shownWith(250)
  expect(page).toContain('At the checkout, 100 points take off €1.50.')
  for (const question of ['How do I earn points?', 'Do I get points for homework?', 'How do I pay with points?'])
    expect(page).toContain(question)
  const worthless = await shownWith(400, [])
  expect(worthless).toContain('hasn’t set yet what points are worth')
  expect(worthless).not.toContain('You have enough')
  expect(await shownWith(100, []), 'points that buy nothing lead nowhere').not.toContain('more points to go')
  expect(await shownWith(100)).toContain('more points to go')
})
