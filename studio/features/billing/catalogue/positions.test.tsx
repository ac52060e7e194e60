import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/studio'
import { beforeEach, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { addAddresses } from '#studio/platform/addresses.ts'
import { NewPositionDialog } from './PositionDialog.tsx'
import { PositionsScreen } from './PositionsScreen.tsx'

const answers = vi.hoisted((): Record<string, object> => ({}))
vi.mock('@tanstack/react-query', async original => ({
  ...(await original<object>()),
  useQuery: ({ queryKey: [name] }: { queryKey: [string] }) => answers[name],
}))
vi.mock('#studio/platform/page-title.ts', () => ({ usePageTitle: () => {} }))
vi.mock('#kit/features/brands/site.ts', () => ({ site: () => ({ config: { catalogue: { categories: [] } } }) }))
vi.mock('react', async original => ({
  ...(await original<object>()),
  useSyncExternalStore: (_: unknown, read: () => unknown) => read(),
}))
addAddresses({ services: '/admin/services' })
const messages = await loadCopy('en')

const idle = { data: undefined, error: null, isFetching: false, refetch: () => {} }
const loaded = (data: object) => ({ ...idle, data })
const failed = { ...idle, error: new Error('no') }
const positionOf = (id: number) => ({
  id,
  title: `Position ${id}`,
  category_id: null,
  state: 'shown',
  sells: { service_title: 'Practice', course_title: null },
  is_sold: true,
})

beforeEach(() => {
  Object.assign(answers, {
    'GET /studio/catalog-positions': loaded([1, 2, 3].map(positionOf)),
    'GET /studio/services': loaded([
      { id: 5, title: 'Practice', is_extension: false, is_archived: false },
      { id: 6, title: 'Old practice', is_extension: false, is_archived: true },
      { id: 8, title: 'More days', is_extension: true, is_archived: false },
    ]),
    'GET /studio/courses': loaded([{ id: 7, title: 'Breath', version: 1 }]),
  })
})

const shown = (part: React.ReactNode) =>
  renderToStaticMarkup(
    <CopyProvider language="en" messages={messages}>
      <Router ssrPath="/admin/catalogue">{part}</Router>
    </CopyProvider>,
  )
const dialog = () => shown(<NewPositionDialog onClose={() => {}} />)

test('the arrows at the ends do nothing and keep the focus', () => {
  const page = shown(<PositionsScreen />)
  const arrows = [...page.matchAll(/<button[^>]*aria-label="(Move[^"]*)"[^>]*>/g)]
  expect(arrows).toHaveLength(6)
  expect(arrows.map(([button]) => button.includes('aria-disabled="true"'))).toEqual([
    true,
    false,
    false,
    false,
    false,
    true,
  ])
  expect(page).not.toContain('disabled=""')
})

test('what a position sells is chosen of products and courses that are offered', () => {
  const page = dialog()
  for (const option of ['Practice', 'Breath']) expect(page).toContain(`>${option}</option>`)
  expect(page).not.toContain('Old practice')
  expect(page).not.toContain('More days')
})

test('while the lists load nothing can be chosen, and when one fails it can be asked for again', () => {
  answers['GET /studio/courses'] = idle
  expect(dialog()).toContain('aria-busy="true"')
  expect(dialog()).not.toContain('<optgroup')
  answers['GET /studio/courses'] = failed
  expect(dialog()).toContain('Try again')
  expect(dialog()).not.toContain('<optgroup')
  expect(dialog()).toContain('Title')
})
