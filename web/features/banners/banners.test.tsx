import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/web'
import { beforeEach, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { callQuery } from '#kit/cache/call-query.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import { CopyProvider } from '#kit/copy/copy.tsx'
import type { BannerWire } from '#shared/features/banners/wire.ts'
import { untold } from '#web/platform/analytics.ts'
import { BannerSlot } from './BannerSlot.tsx'
import { BannersScreen } from './BannersScreen.tsx'
import { countView } from './count-view.ts'
import './screens.ts'

const requests = vi.hoisted(() => ({ asked: [] as string[], isDown: false }))
vi.mock('#kit/request/request.ts', async original => ({
  ...(await original<object>()),
  request: async (name: string) => {
    requests.asked.push(name)
    if (requests.isDown) throw new Error('The server is down')
    return { data: [] }
  },
}))

// Rendered to text, the app's stores have nothing but what they hold now.
vi.mock('react', async original => ({
  ...(await original<object>()),
  useSyncExternalStore: (_: unknown, read: () => unknown) => read(),
}))

const wire = (id: number, fields: Partial<BannerWire> = {}): BannerWire => ({
  id,
  type: 'banner',
  title: `Banner ${id}`,
  text: 'Gently',
  sort: id,
  platforms: ['desktop', 'mobile'],
  positions: ['home'],
  positionsIds: [1, 18],
  image: null,
  link: null,
  segments: [],
  course_ids: [],
  community_ids: [],
  application_ids: [],
  stage_day_ids: [],
  not_display_course_ids: [],
  not_display_community_ids: [],
  not_display_application_ids: [],
  ...fields,
})
const know = (...banners: BannerWire[]) => queryClient.setQueryData(callQuery('GET /banners').queryKey, banners)

let width = 1280
beforeEach(() => {
  width = 1280
  requests.asked = []
  requests.isDown = false
  const widthIn = (query: string) => Number(/\d+/.exec(query)?.[0])
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: width >= widthIn(query) }))
})

async function html(part: React.ReactNode): Promise<string> {
  return renderToStaticMarkup(
    <CopyProvider language="en" messages={await loadCopy('en')}>
      <QueryClientProvider client={queryClient}>
        <Router ssrPath="/home">{part}</Router>
      </QueryClientProvider>
    </CopyProvider>,
  )
}

test('/banners lists all that the learner is shown, or says that there is nothing [BAN-05] [RTE-15]', async () => {
  know(wire(1), wire(2, { positionsIds: [13] }))
  const listed = await html(<BannersScreen />)
  expect(['Banner 1', 'Banner 2'].map(title => listed.includes(title))).toEqual([true, true])
  know()
  expect(await html(<BannersScreen />)).toContain('Nothing new just now')
  queryClient.clear()
  expect(await html(<BannersScreen />)).toContain('aria-busy')
})

test('a place shows its banners on this width, in order, each with a way to close it; an empty place is nothing', async () => {
  know(wire(2), wire(1), wire(3, { platforms: ['mobile'] }), wire(4, { positionsIds: [2] }))
  const titles = async () =>
    [...(await html(<BannerSlot place="home top" />)).matchAll(/>Banner (\d)</g)].map(([, id]) => id)
  expect(await titles()).toEqual(['1', '2'])
  expect(await html(<BannerSlot place="home top" />)).toContain('Close: Banner 1')
  width = 390
  expect(await titles()).toEqual(['1', '2', '3'])
  expect(await html(<BannerSlot place="support top" />)).toBe('')
})

test('a banner leads inside the app or to https in a new window, and nowhere else', async () => {
  know(
    wire(1, { link: '/courses' }),
    wire(2, { link: 'https://tea.example' }),
    wire(3, { link: 'javascript:alert(1)' }),
  )
  const shown = await html(<BannerSlot place="home top" />)
  expect(shown).toContain('href="/courses"')
  expect(shown).toMatch(/href="https:\/\/tea\.example\/"[^>]*target="_blank"[^>]*rel="noopener noreferrer"/)
  expect(shown).not.toContain('javascript')
})

/** As in a visit of its own. */
async function askOnceMore() {
  vi.resetModules()
  const { showNewFeature } = await import('./NewFeature.tsx')
  await Promise.all([showNewFeature(), showNewFeature()])
}

test('a note of what is new is asked for once in a visit; that it failed is logged and nothing else [BAN-04]', async () => {
  await askOnceMore()
  expect(requests.asked).toEqual(['GET /banner/new-features'])
  requests.isDown = true
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  await askOnceMore()
  expect(warned).toHaveBeenCalledTimes(1)
  warned.mockRestore()
})

test('that a banner is seen and followed is told once each, for every view with a number of its own [BAN-04] [ANL-01]', () => {
  untold.length = 0
  for (const count of [countView(7), countView(7)])
    for (const name of ['banner_show', 'banner_show', 'banner_click', 'banner_click'] as const) count(name)
  const told = untold.map(({ name, banner_id: id, view }) => ({ name, id, view }))
  expect(told.map(({ name, id }) => `${name} ${id}`)).toEqual([1, 2].flatMap(() => ['banner_show 7', 'banner_click 7']))
  expect([told[0]?.view, told[2]?.view]).toEqual([told[1]?.view, told[3]?.view])
  expect(new Set(told.map(({ view }) => view)).size).toBe(2)
})
