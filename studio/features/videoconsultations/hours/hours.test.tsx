import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/studio'
import { beforeEach, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { CopyProvider } from '#kit/copy/copy.tsx'
import type { ExpertHoursWire, StaffConsultationWire } from '#shared/features/videoconsultations/wire.ts'
import { addAddresses } from '#studio/platform/addresses.ts'
import { OwnZone } from '#studio/platform/moments.ts'
import { BookedDialog } from './BookedDialog.tsx'
import { HoursScreen } from './HoursScreen.tsx'

const answers = vi.hoisted((): Record<string, object> => ({}))
const user = vi.hoisted(() => ({ timezone: 'Europe/Madrid', role: 'admin', id: 1 }))
vi.mock('@tanstack/react-query', async original => ({
  ...(await original<object>()),
  useQuery: ({ queryKey: [name], initialData }: { queryKey: [string]; initialData?: object }) =>
    initialData ? { data: initialData } : answers[name],
}))
vi.mock('#studio/platform/page-title.ts', () => ({ usePageTitle: () => {} }))
vi.mock('#studio/features/accounts/session.ts', () => ({ useUser: () => user }))
addAddresses({ videoCalendar: '/admin/calendar' })
const messages = await loadCopy('en')

const idle = { data: undefined, error: null, isFetching: false, refetch: () => {} }
const at = (text: string) => Date.parse(text) / 1000
const expert = { id: 3, name: 'Carla', avatar: null }
const hours: ExpertHoursWire = {
  expert,
  timezone: 'Europe/Madrid',
  hours: [{ weekday: 2, from_time: '09:00', until_time: '24:00', valid_from: null, valid_until: '2026-12-31' }],
  absences: [
    {
      id: 1,
      expert_id: 3,
      kind: 'absence',
      starts_at: at('2026-12-08T08:00:00Z'),
      ends_at: at('2026-12-09T08:00:00Z'),
      note: 'Ill',
    },
  ],
  calendar: {
    is_set: true,
    host: 'calendar.example',
    fetched_at: Date.now() / 1000 - 7200,
    fault: 'not_reached',
    busy_count: 3,
  },
  revision: 4,
  is_managed: true,
}
const booked = (id: number, name: string) =>
  ({
    id,
    status: 'confirmed',
    start_date_time: at('2099-12-08T09:00:00Z'),
    end_date_time: at('2099-12-08T09:30:00Z'),
    expert,
    learner: { id: id + 100, name, avatar: null, timezone: 'UTC' },
    request: null,
    is_managed: true,
  }) as unknown as StaffConsultationWire

beforeEach(() => {
  user.role = 'admin'
  answers['GET /studio/video-hours/:expertId'] = { ...idle, data: hours }
})

const shown = (part: React.ReactNode) =>
  renderToStaticMarkup(
    <CopyProvider language="en" messages={messages}>
      <OwnZone value="Europe/Madrid">
        <Router ssrPath="/admin/calendar/hours/3">{part}</Router>
      </OwnZone>
    </CopyProvider>,
  )

test('each day of the week has its hours, with the dates within which they hold', () => {
  const page = shown(<HoursScreen expertId={3} />)
  for (const day of ['Monday', 'Tuesday', 'Sunday']) expect(page).toContain(`>${day}</h3>`)
  expect(page).toMatch(/aria-label="Until: Tuesday"[^]*?<option value="24:00" selected="">/)
  expect(page).toContain('value="2026-12-31"')
  expect(page.match(/>No hours</g)).toHaveLength(6)
  expect(page).toContain('Ill')
})

test('of the calendar elsewhere its age is told, and what is wrong with it', () => {
  const page = shown(<HoursScreen expertId={3} />)
  expect(page).toContain('calendar.example · 3 busy times to come · read ')
  expect(page).toContain('2 h 0 min ago')
  expect(page).toContain('The calendar can’t be reached')
  expect(page).toContain('What was read last is still used.')
})

test('what is booked over an absence is asked one by one, of experts too', () => {
  for (const role of ['admin', 'expert']) {
    user.role = role
    const dialog = shown(
      <BookedDialog expert={expert} booked={[booked(1, 'Vera'), booked(2, 'Mila')]} onClose={() => {}} />,
    )
    expect(dialog).toContain('2 consultations are booked then: Carla')
    expect(dialog).toContain('Times are in Europe/Madrid, GMT+')
    for (const name of ['Vera', 'Mila'])
      for (const step of ['Move', 'Hand over', 'Cancel the consultation'])
        expect(dialog).toContain(`aria-label="${step}: ${name}"`)
  }
})
