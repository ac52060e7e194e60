import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/web'
import { expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { callQuery } from '#kit/cache/call-query.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import { CopyProvider } from '#kit/copy/copy.tsx'
import type { Club } from '#shared/features/clubs/forms.ts'
import '#web/app/features.ts'
import { ClubChatLink } from './ClubChatLink.tsx'
import { keepClubRead } from './data.ts'

const communityUrls = vi.hoisted(() => ({ host: null as string | null, about: null, faq: null }))
vi.mock('#kit/features/brands/site.ts', () => ({ site: () => ({ config: { communityUrls } }) }))

const club: Club = {
  id: 7,
  uniq: 'tea',
  title: 'Tea',
  type: 'owned',
  courseIds: [],
  chatOnly: false,
  slug: 'tea',
  faqUrl: null,
  customUrl: null,
  telegramChatUrl: null,
  haveSubscriptionLandingUrl: null,
  noHaveSubscriptionLandingUrl: null,
  userCommunity: null,
}

async function html(change: Partial<Club> = {}): Promise<string> {
  return renderToStaticMarkup(
    <CopyProvider language="en" messages={await loadCopy('en')}>
      <QueryClientProvider client={queryClient}>
        <Router ssrPath="/clubs">
          <ClubChatLink club={{ ...club, ...change }} />
        </Router>
      </QueryClientProvider>
    </CopyProvider>,
  )
}

test('a member is led to the chat in the app with what is unread there, others and clubs with a chat elsewhere are not', async () => {
  const clubs = [
    { id: 6, unread_count: 5 },
    { id: 7, unread_count: 2 },
  ]
  queryClient.setQueryData(callQuery('GET /unread-in-clubs').queryKey, clubs)
  expect(await html()).toMatch(/href="\/clubs\/7\/chat".*2 new messages/)
  keepClubRead(7, { unread_count: 1 })
  expect(await html()).toMatch(/1 new message</)
  keepClubRead(7, { read_number: 3 })
  expect(await html()).toMatch(/1 new message</)
  keepClubRead(7, { unread_count: 0 })
  expect(await html()).not.toContain('new message')
  expect(await html({ type: 'recommended' })).toBe('')
  expect(await html({ telegramChatUrl: 'https://t.example/a' })).toBe('')
  communityUrls.host = 'https://club.example'
  expect(await html()).toBe('')
  communityUrls.host = null
})
