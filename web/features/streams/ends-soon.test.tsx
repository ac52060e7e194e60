import { QueryClientProvider } from '@tanstack/react-query'
import { loadCopy } from 'virtual:copy/web'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { createQueryClient } from '#kit/cache/query-client.ts'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { settings } from '#kit/request/connection.ts'
import { keepDraft } from '#kit/form/draft.ts'
import type { User } from '#shared/features/accounts/forms.ts'
import type { UserStream } from '#shared/features/streams/forms.ts'
import '#web/features/billing/screens.ts'
import '#web/features/support/screens.ts'
import './screens.ts'
import { EndsSoon } from './EndsSoon.tsx'
import { ExtendForm } from './extend/ExtendForm.tsx'
import { ExtendScreen } from './extend/ExtendScreen.tsx'

const config = vi.hoisted(() => ({
  isNewRenewCourseEnable: true,
  isAppStoreSupport: false,
  supportCategories: { renewCourse: 7 },
}))
vi.mock('#kit/features/brands/site.ts', () => ({ site: () => ({ config }) }))

beforeEach(() => {
  settings.appType = 'web'
  Object.assign(config, { isNewRenewCourseEnable: true, isAppStoreSupport: false })
})

const messages = await loadCopy('en')

function shown(part: React.ReactNode): string {
  return renderToStaticMarkup(
    <CopyProvider language="en" messages={messages}>
      <QueryClientProvider client={createQueryClient()}>
        <Router ssrPath="/home">{part}</Router>
      </QueryClientProvider>
    </CopyProvider>,
  )
}

const stream = { id: 12, isCritical: true, daysLeft: 3 } as UserStream

test('a course that ends soon leads to its extension, or to the school where learners do not extend by themselves [STR-09]', () => {
  expect(shown(<EndsSoon stream={stream} />)).toContain('href="/extend/12"')
  expect(shown(<EndsSoon stream={stream} />)).toContain('3 days of access left')
  config.isNewRenewCourseEnable = false
  expect(shown(<EndsSoon stream={stream} />)).toContain('href="/support/7/12"')
})

test('in the app a course that ends leads to the school, and its extension is not sold, for no store sells it [STR-09]', () => {
  settings.appType = 'mobile'
  for (const isAppStoreSupport of [false, true]) {
    config.isAppStoreSupport = isAppStoreSupport
    expect(shown(<EndsSoon stream={stream} />)).toContain('href="/support/7/12"')
    const page = shown(<ExtendScreen streamId={12} />)
    expect(page).toContain('Nothing can be bought in the app')
    expect(page).toContain('href="/support/7/12"')
  }
})

test('what can be added is chosen with its price and what it gives, and the learner’s contact is filled in [STR-09]', () => {
  const more = { stream_id: 12, description: '', currency: 'EUR', price: 4900, consultations: 0, is_sandbox: false }
  const extensions = [
    {
      ...more,
      id: 1,
      type_code: 'course_subscription' as const,
      title: 'A month more',
      days: 30,
      ends_on: '2027-01-09',
    },
    {
      ...more,
      id: 2,
      type_code: 'expert_additional_question' as const,
      title: 'Ask more',
      days: null,
      consultations: 3,
      ends_on: null,
    },
  ]
  const user = { firstName: 'Ann', lastName: 'Lee', phone: '+34600000000', email: 'ann@example.com' } as User
  const page = shown(<ExtendForm streamId={12} extensions={extensions} user={user} endsOn="2026-12-10" />)
  for (const text of [
    'Your access lasts until 10 December 2026',
    'A month more — €49',
    '30 more days, until 9 January 2027',
    '3 consultations with an expert',
    'value="Ann Lee"',
    'value="+34600000000"',
    'value="ann@example.com"',
    'Discount code',
    'type="tel"',
    'inputMode="email"',
  ])
    expect(page).toContain(text)
})

test('what was typed for an extension is there again after a reload, and nothing else that is stored [STR-09]', () => {
  keepDraft('extend 12', 'device', { phone: '+34611111111', code: 'SPRING', email: 5, id: 'x' })
  const user = { firstName: 'Ann', phone: '+34600000000', email: 'ann@example.com' } as User
  const page = shown(<ExtendForm streamId={12} extensions={[]} user={user} endsOn={undefined} />)
  for (const text of ['value="+34611111111"', 'value="SPRING"', 'value="ann@example.com"']) expect(page).toContain(text)
})
