import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/studio'
import { beforeEach, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { CopyProvider } from '#kit/copy/copy.tsx'
import type { StaffConsultationWire } from '#shared/features/videoconsultations/wire.ts'
import { addAddresses } from '#studio/platform/addresses.ts'
import { OwnZone } from '#studio/platform/moments.ts'
import { CalendarScreen } from './CalendarScreen.tsx'

const answers = vi.hoisted((): Record<string, object> => ({}))
const user = vi.hoisted(() => ({ timezone: 'Europe/Madrid', role: 'admin', id: 1 }))
vi.mock('@tanstack/react-query', async original => ({
  ...(await original<object>()),
  useQuery: ({ queryKey: [name] }: { queryKey: [string] }) => answers[name],
}))
vi.mock('#studio/platform/page-title.ts', () => ({ usePageTitle: () => {} }))
vi.mock('#studio/features/accounts/session.ts', () => ({ useUser: () => user }))
addAddresses({ videoCalendar: '/admin/calendar', videoConsultation: '/admin/calendar/:consultationId' })
const messages = await loadCopy('en')

const idle = { data: undefined, error: null, isFetching: false, isPlaceholderData: false, refetch: () => {} }
const loaded = (data: object) => ({ ...idle, data })
const failed = { ...idle, error: new Error('no') }
const at = (text: string) => Date.parse(text) / 1000
const consultation = {
  id: 5,
  status: 'pending',
  start_date_time: at('2026-12-08T09:00:00Z'),
  end_date_time: at('2026-12-08T09:30:00Z'),
  expert: { id: 3, name: 'Carla', avatar: null },
  learner: { id: 9, name: 'Vera', avatar: null, timezone: 'America/Lima' },
  kind: { id: 1, title: 'Talk', length_minutes: 30 },
  course_title: 'Breath',
  note: 'My knee',
  request: null,
  is_managed: true,
} as unknown as StaffConsultationWire
const wish = { id: 7, kind: 'move', asked_by: 'learner', start_date_time: at('2026-12-09T09:00:00Z'), reason: 'Work' }
const expertOf = (consultations: StaffConsultationWire[]) => ({
  expert: consultation.expert,
  timezone: 'Europe/Madrid',
  open: [{ starts_at: at('2026-12-08T08:00:00Z'), ends_at: at('2026-12-08T12:00:00Z') }],
  absences: [],
  busy: [],
  consultations,
})

beforeEach(() => {
  user.role = 'admin'
  Object.assign(answers, {
    'GET /studio/video-consultations': loaded({ timezone: 'Europe/Madrid', experts: [expertOf([consultation])] }),
    'GET /studio/video-consultations/waiting': loaded([consultation]),
  })
})

const shown = (search = 'date=2026-12-08') =>
  renderToStaticMarkup(
    <CopyProvider language="en" messages={messages}>
      <OwnZone value="Europe/Madrid">
        <Router ssrPath="/admin/calendar" ssrSearch={search}>
          <CalendarScreen />
        </Router>
      </OwnZone>
    </CopyProvider>,
  )

test('a week is a list under each of its days, with times on the reader’s clocks and their zone named', () => {
  const page = shown()
  expect(page.match(/data-column="/g)).toHaveLength(7)
  expect(page).toContain('Tuesday 8 December')
  expect(page).toContain('10:00–10:30')
  expect(page).toContain('Times are in Europe/Madrid, GMT+1.')
  expect(page).toContain('href="/admin/calendar/5?date=2026-12-08"')
})

test('a day is a list under each expert, with their hours in words', () => {
  const page = shown('date=2026-12-08&view=day')
  expect(page.match(/data-column="/g)).toHaveLength(1)
  expect(page).toContain('09:00–13:00')
  answers['GET /studio/video-consultations'] = loaded({ timezone: 'Europe/Madrid', experts: [] })
  expect(shown('date=2026-12-08&view=day')).toContain('Nobody works on this day')
})

test('what waits has its answers: a booking is confirmed, a wish is done as asked', () => {
  for (const answer of ['Confirm: Vera', 'Propose another time: Vera', 'Decline: Vera'])
    expect(shown()).toContain(answer)
  answers['GET /studio/video-consultations/waiting'] = loaded([{ ...consultation, status: 'confirmed', request: wish }])
  const page = shown()
  for (const text of ['Move as asked: Vera', 'Leave as it is: Vera', 'Work', 'Asks to move it'])
    expect(page).toContain(text)
  expect(page).not.toContain('Confirm: Vera')
  answers['GET /studio/video-consultations/waiting'] = loaded([])
  expect(shown()).toContain('No bookings or requests are waiting.')
})

test('an expert has nobody else to choose; others choose among all', () => {
  expect(shown()).toContain('All experts')
  user.role = 'expert'
  expect(shown()).not.toContain('All experts')
})

test('while it loads there is a placeholder, and what failed can be asked for again', () => {
  answers['GET /studio/video-consultations'] = idle
  expect(shown()).toContain('aria-busy="true"')
  answers['GET /studio/video-consultations'] = failed
  answers['GET /studio/video-consultations/waiting'] = failed
  expect(shown().match(/Try again/g)).toHaveLength(2)
})
