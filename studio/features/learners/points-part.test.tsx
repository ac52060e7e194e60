import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/studio'
import { expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { createQueryClient } from '#kit/cache/query-client.ts'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { entriesQuery } from './data.ts'
import { PointsPart } from './PointsPart.tsx'

vi.mock('#studio/features/accounts/session.ts', () => ({ useUser: () => ({ role: 'expert', timezone: 'UTC' }) }))

test('points that staff gave or took say why [STF-19]', async () => {
  const client = createQueryClient()
  const entry = { id: 1, amount: 20, type: 'staff', title: null, course_title: null, created_at: 1_795_000_000 }
  const rows = [
    { ...entry, note: 'Helped others' },
    { ...entry, id: 2, type: 'gift', note: null },
  ]
  client.setQueryData(entriesQuery(7, 1).queryKey, { rows, page: 1, pageCount: 1, total: 2 })
  const page = renderToStaticMarkup(
    <CopyProvider language="en" messages={await loadCopy('en')}>
      <QueryClientProvider client={client}>
        <Router ssrPath="/admin/learners/7">
          <PointsPart userId={7} hasOrders={false} />
        </Router>
      </QueryClientProvider>
    </CopyProvider>,
  )
  expect(page).toContain('By the school')
  expect(page).toContain('<p dir="auto">Helped others</p>')
  expect(page.match(/<li>/g)).toHaveLength(2)
})
