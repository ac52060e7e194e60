import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { createQueryClient } from '#kit/cache/query-client.ts'
import { CopyProvider } from '#kit/copy/copy.tsx'
import type { Site } from '#kit/features/brands/site.ts'
import type { MenuItem } from '#kit/ui/layers/Menu.tsx'
import { addAddresses } from './addresses.ts'
import { addMenu } from './menu.ts'
import { useMenuItems } from './use-menu.ts'

vi.mock('react', async original => ({
  ...(await original<object>()),
  useSyncExternalStore: (_: unknown, read: () => unknown) => read(),
}))
const openDocument = vi.hoisted(() => vi.fn<(address: string, title: string) => void>())
vi.mock('./DocumentViewer.tsx', () => ({ openDocument }))

const acted = vi.fn<() => Promise<void>>(async () => {})
addAddresses({ home: '/home', points: '/user/points' })
addMenu({
  menu: [
    { at: { general: 1 }, label: 'home' as never, icon: 'home', address: 'home' },
    { at: { general: 2 }, label: 'points' as never, icon: 'star', address: 'points' },
    { at: { general: 3 }, label: 'shop' as never, icon: 'book', site: ({ guidelineUrl }) => guidelineUrl },
    { at: { general: 4 }, label: 'manual' as never, icon: 'bell', document: ({ manualUrl }) => manualUrl },
    { at: { general: 5 }, label: 'exit' as never, icon: 'exit', act: acted },
  ],
})

const show = vi.fn<(items: MenuItem[]) => null>(() => null)

function Menu({ config }: { config: Partial<Site['config']> }) {
  return show(useMenuItems(['general'], { config: config as Site['config'], isStaff: false }))
}

function itemsOf(config: Partial<Site['config']>): MenuItem[] {
  renderToStaticMarkup(
    <CopyProvider language="en" messages={{}}>
      <QueryClientProvider client={createQueryClient()}>
        <Router ssrPath="/user/points">
          <Menu config={config} />
        </Router>
      </QueryClientProvider>
    </CopyProvider>,
  )
  return show.mock.lastCall?.[0] ?? []
}

test('an entry leads inside the app, to another site, opens a document over the page, or does something [MNU-04]', async () => {
  const [home, points, shop, manual, exit] = itemsOf({ guidelineUrl: 'https://a.b/', manualUrl: '/guide.pdf' })
  expect([home, points]).toMatchObject([
    { href: '/home', isCurrent: false },
    { href: '/user/points', isCurrent: true },
  ])
  expect(shop).toMatchObject({ href: 'https://a.b/', newWindow: true })
  manual?.onSelect?.()
  await vi.waitFor(() => expect(openDocument).toHaveBeenCalledWith('/guide.pdf', manual?.label))
  expect(acted).not.toHaveBeenCalled()
  exit?.onSelect?.()
  await vi.waitFor(() => expect(acted).toHaveBeenCalledOnce())
  expect(itemsOf({ guidelineUrl: null, manualUrl: null }), 'what the brand does not have is not there').toHaveLength(3)
})
