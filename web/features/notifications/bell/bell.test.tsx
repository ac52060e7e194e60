import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/web'
import { expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { callQuery } from '#kit/cache/call-query.ts'
import { createQueryClient } from '#kit/cache/query-client.ts'
import { CopyProvider } from '#kit/copy/copy.tsx'
import type { NoticeWire } from '#shared/features/notifications/notice-calls.ts'
import { Bell } from './Bell.tsx'
import { NoticeChoices } from './NoticeChoices.tsx'
import { NoticesScreen } from './NoticesScreen.tsx'
import '../screens.ts'

vi.mock('#web/features/accounts/data.ts', () => ({ useUser: () => ({ timezone: 'UTC' }) }))

const client = createQueryClient()

const shown = async (part: ReactNode) =>
  renderToStaticMarkup(
    <CopyProvider language="en" messages={await loadCopy('en')}>
      <QueryClientProvider client={client}>
        <Router ssrPath="/notifications">{part}</Router>
      </QueryClientProvider>
    </CopyProvider>,
  )

const notice: NoticeWire = {
  id: 2,
  kind: 'message',
  title: 'Maria <b>',
  text: 'Well done',
  person: { name: 'Maria Sol', avatar: null },
  path: '/chat/7',
  created_at: 1_796_900_400,
  is_read: false,
}

const list = (rows: NoticeWire[], pageCount = 1) =>
  client.setQueryData(['GET /user-notices', { by: 'page' }], {
    pages: [{ rows, currentPage: 1, pageCount, total: rows.length }],
    pageParams: [1],
  })

test('the bell leads to the list and says how much is unread', async () => {
  const bell = async (count: number, isBesideBack = false) => {
    client.setQueryData(callQuery('GET /user-notices/unread').queryKey, { unread_count: count, message_count: 0 })
    return shown(<Bell isBesideBack={isBesideBack} />)
  }
  expect(await bell(3)).toMatch(/^<a aria-label="Notifications: 3"[^>]* href="\/notifications"[^>]*>.*>3<\/span><\/a>$/)
  expect(await bell(120)).toContain('>99+</span>')
  expect(await bell(0)).not.toContain('<span')
  const isQuiet = async (count: number, isBesideBack: boolean) => / data-quiet=/.test(await bell(count, isBesideBack))
  expect([await isQuiet(0, true), await isQuiet(1, true), await isQuiet(0, false)]).toEqual([true, false, false])
})

test('each notice leads to its place, of staff to the studio; what was unread is marked as new', async () => {
  const studio = { ...notice, id: 1, kind: 'consultation', path: '/admin/calendar', is_read: true } as const
  list([notice, studio], 2)
  const page = await shown(<NoticesScreen />)
  expect(page).toMatch(/<a href="\/chat\/7"[^>]*>.*Maria &lt;b&gt;.*New<\/span>.*Well done.*December 2026.*<\/a>/)
  expect(page.match(/New<\/span>/g)).toHaveLength(1)
  expect(page).toMatch(/<a href="\/admin\/calendar"/)
  expect(page).toContain('Show earlier ones')
})

test('the face or the initials of whoever stands behind a notice are shown, and a sign of its kind where nobody does', async () => {
  list([notice, { ...notice, id: 1, person: null }])
  const page = await shown(<NoticesScreen />)
  expect(page.match(/data-initials="MS"/g)).toHaveLength(1)
  list([{ ...notice, person: { name: 'Maria Sol', avatar: '/media/k/small.webp' } }])
  expect(await shown(<NoticesScreen />)).toMatch(/<img[^>]* src="\/media\/k\/small.webp"[^>]* alt=""/)
})

test('a list without anything says what will be there', async () => {
  list([])
  expect(await shown(<NoticesScreen />)).toContain('Nothing has happened yet')
})

test('each kind of what happens has the ways that there are for it, and the chosen one is set', async () => {
  client.setQueryData(callQuery('GET /user-notice-choices').queryKey, [
    { kind: 'message', way: 'letter', ways: ['push', 'letter', 'list'] },
    { kind: 'payment', way: 'list', ways: ['push', 'list'] },
  ])
  const hours = { is_on: true, from_time: '23:00', until_time: '07:30' }
  client.setQueryData(callQuery('GET /user-quiet-hours').queryKey, hours)
  client.setQueryData(callQuery('GET /user-digest').queryKey, { pace: 'weekly' })
  const page = await shown(<NoticeChoices />)
  expect(page).toMatch(/Answers in chats.*<option value="letter" selected="">By e-mail<\/option>.*Payments/)
  expect(page).toMatch(/Payments.*<option value="push">On my devices<\/option><option value="list" selected="">/)
  expect(page).toMatch(/Times are in your time zone: UTC.*type="time"[^>]*value="23:00".*type="time"[^>]*value="07:30"/)
  expect(page).toContain('<option value="weekly" selected="">On Mondays</option>')
  client.setQueryData(callQuery('GET /user-quiet-hours').queryKey, { ...hours, is_on: false })
  expect(await shown(<NoticeChoices />)).not.toContain('type="time"')
})
