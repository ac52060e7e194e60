import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/web'
import { beforeEach, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { callQuery } from '#kit/cache/call-query.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { openDialogs } from '#kit/ui/layers/dialogs.ts'
import { clubsFromWire } from '#shared/features/clubs/forms.ts'
import type { CommunityWire } from '#shared/features/clubs/contract.ts'
import '#web/app/features.ts'
import { ClubsScreen } from './ClubsScreen.tsx'
import { openOwnClub } from './open-own-club.tsx'
import { pickClub } from './pick-club.tsx'

const communityUrls = vi.hoisted(() => ({ host: 'https://club.example', about: null, faq: null }))
const clubInApp = vi.hoisted(() => ({
  title: 'Our club',
  description: 'For those who stay',
  image: null as string | null,
  showButtonGoTo: true,
}))
vi.mock('#kit/features/brands/site.ts', () => ({ site: () => ({ config: { communityUrls, clubInApp } }) }))

const wire = (id: number, fields: Partial<CommunityWire> = {}): CommunityWire => ({
  id,
  uniq: `u-${id}`,
  title: `Club ${id}`,
  type: 'owned',
  course_ids: [],
  chat_only: false,
  slug: `club-${id}`,
  faq_url: null,
  custom_url: null,
  telegram_chat_url: null,
  have_subscription_landing_url: null,
  no_have_subscription_landing_url: null,
  ...fields,
})
const know = (...clubs: CommunityWire[]) => queryClient.setQueryData(callQuery('GET /community').queryKey, clubs)
const opened = vi.fn<(address: string) => void>()
const navigate = vi.fn<(to: string) => void>()

beforeEach(() => {
  vi.stubGlobal('window', { open: opened })
  vi.clearAllMocks()
  openDialogs.change(() => [])
})

async function html(part: React.ReactNode): Promise<string> {
  return renderToStaticMarkup(
    <CopyProvider language="en" messages={await loadCopy('en')}>
      <QueryClientProvider client={queryClient}>
        <Router ssrPath="/clubs">{part}</Router>
      </QueryClientProvider>
    </CopyProvider>,
  )
}

/** The picker that is open, as it is shown, and what pressing a row or closing does. */
function picker() {
  const [dialog] = openDialogs.read()
  if (!dialog) throw new Error('Nothing is asked')
  return dialog.render() as { props: { clubs: { id: number }[]; onPick: (club: object) => void; onClose: () => void } }
}

test('the picker lists clubs by title and reports the one that is chosen, or false when it is closed [CLB-05]', async () => {
  const clubs = clubsFromWire([wire(1), wire(2)], [])
  const choice = pickClub(clubs)
  expect(picker().props.clubs.map(({ id }) => id)).toEqual([1, 2])
  const shown = await html(picker() as unknown as React.ReactNode)
  expect(shown).toMatch(/>Club 1<.*>Club 2</)
  expect(shown).toContain('aria-label="Close"')
  picker().props.onPick(clubs[1] ?? {})
  expect(await choice).toMatchObject({ id: 2, title: 'Club 2' })
  const closed = pickClub(clubs)
  picker().props.onClose()
  expect(await closed).toBe(false)
  expect(openDialogs.read()).toEqual([])
})

test('the menu opens an only club at once, of several the chosen one, with its marks [CLB-04] [MNU-04]', async () => {
  know(wire(1), wire(2, { chat_only: true }), wire(3, { type: 'expired' }))
  await openOwnClub(navigate)
  const marks = 'utm_source=lk&utm_medium=club&utm_campaign=menu'
  expect(opened.mock.lastCall?.[0]).toBe(`https://club.example/club-1?${marks}`)
  know(wire(1), wire(4, { custom_url: 'https://own.example/in' }))
  const opening = openOwnClub(navigate)
  await vi.waitFor(() => expect(openDialogs.read()).toHaveLength(1))
  picker().props.onPick(clubsFromWire([wire(4, { custom_url: 'https://own.example/in' })], [])[0] ?? {})
  await opening
  expect(opened.mock.lastCall?.[0]).toBe(`https://own.example/in?${marks}`)
  expect(navigate).not.toHaveBeenCalled()
})

test('closing the picker opens nothing; a club without an address is opened in the app [CLB-05]', async () => {
  know(wire(1), wire(2))
  const opening = openOwnClub(navigate)
  await vi.waitFor(() => expect(openDialogs.read()).toHaveLength(1))
  picker().props.onClose()
  await opening
  expect([opened.mock.calls, navigate.mock.calls]).toEqual([[], []])
  Object.assign(communityUrls, { host: null })
  know(wire(1))
  await openOwnClub(navigate)
  Object.assign(communityUrls, { host: 'https://club.example' })
  expect([opened.mock.calls, navigate.mock.calls]).toEqual([[], [['/clubs/1']]])
})

test('articles of a club are in the app also when it has a site of its own; those of the school’s site for members alone', async () => {
  know(
    wire(1, { custom_url: 'https://own.example/in' }),
    wire(2, { type: 'recommended' }),
    wire(3, { chat_only: true }),
  )
  const elsewhere = await html(<ClubsScreen />)
  expect(elsewhere).toMatch(/href="\/clubs\/1"[^>]*>Articles</)
  expect(elsewhere).not.toMatch(/href="\/clubs\/[23]"/)
  Object.assign(communityUrls, { host: null })
  const own = await html(<ClubsScreen />)
  Object.assign(communityUrls, { host: 'https://club.example' })
  expect(own).toContain('https://own.example/in?utm_source=lk')
  expect(own).toMatch(/href="\/clubs\/1"[^>]*>Articles</)
  expect(own).toMatch(/href="\/clubs\/2"/)
})

test('owned clubs have their questions, others do not; an expired one leads to the subscriptions with a warning [CLB-03] [CLB-04]', async () => {
  const faq = { faq_url: 'https://club.example/faq', telegram_chat_url: 'https://t.example/a' }
  know(wire(1, faq), wire(2, { type: 'hidden' }))
  const owned = await html(<ClubsScreen />)
  expect(owned).toContain('https://club.example/faq?utm_source=lk&amp;utm_medium=club&amp;utm_campaign=faq')
  expect(owned).toContain('utm_campaign=chat')
  expect(owned).toMatch(/utm_campaign=faq"[^>]*target="_blank"/)
  expect(owned).not.toContain('Club 2')
  const landing = { no_have_subscription_landing_url: 'https://club.example/join' }
  know(wire(1, { ...faq, ...landing, type: 'recommended' }))
  const recommended = await html(<ClubsScreen />)
  expect(recommended).toContain(
    'https://club.example/join?utm_source=lk&amp;utm_medium=club&amp;utm_campaign=aboutClub',
  )
  expect(recommended).not.toContain('utm_campaign=faq')
  know(wire(1, { type: 'expired' }))
  expect(await html(<ClubsScreen />)).toContain('href="/user/subscriptions?warning=true"')
  know()
  expect(await html(<ClubsScreen />)).toContain('No clubs yet')
})

test('the school’s words and picture of its club stand above, with a way into one’s own where the school offers it [BRD-02]', async () => {
  const goTo = '>Go to the club<'
  know(wire(1))
  const own = await html(<ClubsScreen />)
  for (const part of ['>Our club</h2>', '>For those who stay</p>', goTo]) expect(own).toContain(part)
  expect(own).not.toContain('<img')
  for (const others of [[wire(1, { type: 'expired' })], [wire(1, { chat_only: true })], []]) {
    know(...others)
    const without = await html(<ClubsScreen />)
    expect(without).toContain('>Our club</h2>')
    expect(without).not.toContain(goTo)
  }
  know(wire(1))
  Object.assign(clubInApp, { showButtonGoTo: false, image: 'club.png' })
  const silent = await html(<ClubsScreen />)
  Object.assign(clubInApp, { showButtonGoTo: true, image: null })
  expect(silent).not.toContain(goTo)
  expect(silent).toContain('src="/brands/club.png"')
})
