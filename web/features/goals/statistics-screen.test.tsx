import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/web'
import { expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { callQuery } from '#kit/cache/call-query.ts'
import { createQueryClient } from '#kit/cache/query-client.ts'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { StatisticsScreen } from './StatisticsScreen.tsx'
import '#web/features/streams/screens.ts'
import './screens.ts'

vi.mock('#web/features/streams/data.ts', () => ({ useToday: () => '2026-12-10' }))
vi.mock('#web/features/profile/data.ts', () => ({ useFigures: () => ({ data: figures }) }))
vi.mock('#web/platform/page-title.ts', () => ({ usePageTitle: () => {} }))

const none = { viewedHours: 0, viewedLessons: 0, completedTasks: 0, completedCourses: 0, scoresAmount: 0 }
let figures = none
const messages = await loadCopy('en')

function shown(days: { date: string; seconds: number }[]): string {
  const client = createQueryClient()
  const activity = { from: '2026-09-21', days, active_days: days.length }
  client.setQueryData(callQuery('GET /activity').queryKey, activity)
  return renderToStaticMarkup(
    <CopyProvider language="en" messages={messages}>
      <QueryClientProvider client={client}>
        <Router ssrPath="/user/statistics">
          <StatisticsScreen />
        </Router>
      </QueryClientProvider>
    </CopyProvider>,
  )
}

const watched = [
  { date: '2026-12-03', seconds: 1200 },
  { date: '2026-12-08', seconds: 600 },
  { date: '2026-12-10', seconds: 1500 },
]
const tableOf = (page: string, title: string) =>
  [...(page.split(`<caption>${title}</caption>`)[1]?.split('</table>')[0] ?? '').matchAll(/<tr>(.*?)<\/tr>/g)].map(
    row => [...(row[1] ?? '').matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(cell => cell[1]),
  )

test('minutes and days are bars, and the same numbers a table, of this week and of the last ones [PRO-12]', () => {
  figures = { ...none, viewedHours: 0.917, viewedLessons: 3 }
  const page = shown(watched)
  expect(tableOf(page, 'This week')).toEqual([
    ['Day', 'Minutes'],
    ...Object.entries({ Mon: 0, Tue: 10, Wed: 0, Thu: 25, Fri: 0, Sat: 0, Sun: 0 }).map(([day, minutes]) => [
      expect.stringMatching(day),
      String(minutes),
    ]),
  ])
  expect(tableOf(page, 'The last 12 weeks').map(row => row.slice(1))).toEqual([
    ['Minutes', 'Days'],
    ...Array.from({ length: 10 }, () => ['0', '0']),
    ['20', '1'],
    ['35', '2'],
  ])
  const heights = [...page.matchAll(/--share:([\d.]+)/g)].map(([, share]) => Number(share))
  expect(heights.slice(0, 7)).toEqual([0, 0.4, 0, 1, 0, 0, 0])
  expect(heights.slice(-3)).toEqual([0, 20 / 35, 1])
})

test('what was earned and what is next are told; of what has not begun nothing is [PRO-12]', () => {
  figures = { ...none, viewedHours: 0.917, viewedLessons: 3 }
  const page = shown(watched)
  for (const earned of ['3 days of learning', '10 minutes watched', 'Next: ']) expect(page).toContain(earned)
  expect(page).not.toContain('homework')
  figures = none
  const empty = shown([])
  expect(empty).not.toMatch(/<dl|<table|Achievements/)
  expect(empty).toContain('/courses')
})
