import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/web'
import { beforeEach, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { callQuery } from '#kit/cache/call-query.ts'
import { createQueryClient } from '#kit/cache/query-client.ts'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { RequestError } from '#kit/request/request-errors.ts'
import type { BookableWire, OnlineConsultationWire, WishWire } from '#shared/features/videoconsultations/wire.ts'
import '#web/app/features.ts'
import { explainRefusal, insteadOf } from '../booking/refusals.ts'
import { ConsultationScreen } from './ConsultationScreen.tsx'

vi.mock('#web/features/accounts/data.ts', async original => ({
  ...(await original<object>()),
  useUser: () => ({ timezone: 'America/Lima' }),
}))
vi.mock('react', async original => ({
  ...(await original<object>()),
  useSyncExternalStore: (_: unknown, read: () => unknown) => read(),
}))

const begins = Date.parse('2026-11-26T15:00:00Z')
const consultation: OnlineConsultationWire = {
  id: 7,
  kind: { id: 2, title: 'A short talk', length_minutes: 30 },
  stream_id: 3,
  course_id: 4,
  expert: { id: 5, name: 'Elena Marín', avatar: null },
  start_date_time: begins / 1000,
  end_date_time: begins / 1000 + 1800,
  state: 'available',
  status: 'confirmed',
  note: 'My shoulder',
  phone: '',
  expert_note: '',
  expert_phone: '',
  pay_by: 'free',
  held_until: null,
  service_id: null,
  request: null,
  cancel_reason: '',
  cancel_cause: null,
  rating: null,
  rating_comment: '',
  call_opens_at: begins / 1000 - 600,
  call_closes_at: begins / 1000 + 3600,
  course: { id: 4, title: 'Morning practice' },
}
const wish: WishWire = {
  id: 1,
  kind: 'move',
  asked_by: 'learner',
  start_date_time: begins / 1000 + 86_400,
  expert: null,
  reason: 'A train',
  created_at: begins / 1000 - 86_400,
}
const kind = { ...consultation.kind, description: '', needs_confirmation: false, experts: [], service_id: null }
const place = { stream_id: 3, course_id: 4, course_title: 'Morning practice', left: 1, points: 60 }
const bookable = (pay_by: BookableWire['kinds'][number]['pay_by'], is_paid = false): BookableWire => ({
  ...place,
  kinds: [{ ...kind, pay_by, points: 100, is_paid }],
})

const messages = await loadCopy('en')

function shown(changed: Partial<OnlineConsultationWire>, offer = bookable(['free'])): string {
  const client = createQueryClient()
  const { queryKey } = callQuery('GET /online-consultation/:id', { params: { id: 7 }, expand: ['course'] })
  client.setQueryData(queryKey, { ...consultation, ...changed })
  client.setQueryData(callQuery('GET /course/online-consultations').queryKey, [offer])
  return renderToStaticMarkup(
    <CopyProvider language="en" messages={messages}>
      <QueryClientProvider client={client}>
        <Router ssrPath="/videoconsultations/7">
          <ConsultationScreen consultationId={7} />
        </Router>
      </QueryClientProvider>
    </CopyProvider>,
  )
}

beforeEach(() => {
  vi.useFakeTimers({ now: begins - 3_600_000, toFake: ['Date'] })
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('document', { title: '', addEventListener: () => {} })
})

test('it says when it is by the learner’s clock, with whom, for how long and in which course', () => {
  const page = shown({})
  expect(page).toContain('Thursday 26 November, 10:00')
  for (const fact of ['A short talk', '30 minutes', 'Elena Marín', 'Morning practice', 'America/Lima, GMT-5'])
    expect(page).toContain(fact)
})

test('the call is led to from ten minutes before; till then it says when', () => {
  expect(shown({})).toContain('The call opens on this page at 09:50.')
  vi.setSystemTime(begins - 600_000)
  const open = shown({})
  expect(open).toContain('href="/videoconsultations/7/call"')
  expect(open).toContain('It begins in 10 minutes')
})

test('analytics count booking, joining and rating [ANL-01]', () => {
  vi.setSystemTime(begins)
  expect(shown({ status: 'held', held_until: begins / 1000 + 600 })).toContain(
    'data-analytics="video_consultation_book"',
  )
  expect(shown({})).toContain('data-analytics="video_consultation_join"')
  expect(shown({ status: 'complete' })).toContain('data-analytics="video_consultation_rate"')
})

test('how long it is until then is said in days of the learner’s calendar, in hours on the last day', () => {
  const inHours = (hours: number) => {
    vi.setSystemTime(begins - hours * 3_600_000)
    return shown({})
  }
  // It is on Thursday at ten.
  expect(inHours(45), 'Tuesday at one').toContain('It begins in 2 days')
  expect(inHours(34), 'midnight of Wednesday').toContain('It begins in 1 day')
  expect(inHours(35), 'the hour before').toContain('It begins in 2 days')
  expect(inHours(23)).toContain('It begins in 23 hours')
})

test('once it has begun nothing is asked of support any more, and half an hour after its end it is over', () => {
  vi.setSystemTime(begins - 1000)
  expect(shown({})).toContain('Ask for another time')
  vi.setSystemTime(begins)
  const begun = shown({})
  expect(begun).toContain('href="/videoconsultations/7/call"')
  expect(begun).not.toContain('Ask for another time')
  const proposed = shown({ request: { ...wish, asked_by: 'staff' } })
  expect(proposed, 'what staff propose can still be agreed to').toContain('Keep my time')
  vi.setSystemTime(begins + 3_599_000)
  expect(shown({})).toContain('/call"')
  vi.setSystemTime(begins + 3_600_000)
  for (const page of [shown({}), shown({ expert_note: 'https://meet.example.com/room' })]) {
    expect(page).toContain('It is over')
    for (const gone of ['/call"', 'meet.example.com', 'The call opens', 'It has begun', 'Ask to cancel'])
      expect(page).not.toContain(gone)
  }
})

test('where the expert waits elsewhere, that is led to in place of the call [CNS-18]', () => {
  vi.setSystemTime(begins)
  const page = shown({ expert_note: 'https://meet.example.com/room', expert_phone: '+34 600 000 000' })
  expect(page).toContain('href="https://meet.example.com/room"')
  expect(page).toContain('href="tel:+34600000000"')
  expect(page).not.toContain('/call"')
  const words = shown({ expert_note: 'javascript:alert(1)' })
  expect(words).not.toContain('href="javascript')
  expect(words).toContain('javascript:alert(1)')
})

test('what waits for the expert, and is booked, can be put into a calendar and changed through support alone', () => {
  for (const status of ['pending', 'confirmed'] as const) {
    const page = shown({ status })
    expect(page).toContain('Add to a calendar')
    expect(page).toContain('Ask for another time')
    expect(page).toContain('Ask to cancel')
  }
  expect(shown({ status: 'pending' })).toContain('The expert will confirm the time')
})

test('one’s own wish can be taken back, one of staff agreed to or not', () => {
  const own = shown({ request: wish })
  expect(own).toContain('You have asked to move it to Friday 27 November, 10:00')
  expect(own).toContain('A train')
  expect(own).toContain('Take the request back')
  expect(own).not.toContain('Ask to cancel')
  const proposed = shown({ request: { ...wish, asked_by: 'staff', expert: { id: 6, name: 'Carla', avatar: null } } })
  expect(proposed).toContain('Another time is proposed: Friday 27 November, 10:00, with Carla')
  for (const answer of ['Agree', 'Keep my time']) expect(proposed).toContain(answer)
})

test('a held time shows how long it is kept, and is booked with a note, a phone and a way to pay', () => {
  const held_until = (begins - 3_600_000) / 1000 + 600
  const free = shown({ status: 'held', held_until })
  expect(free).toContain('Finish within 10:00.')
  expect(free).toContain('Free of charge')
  for (const field of ['name="note"', 'name="phone"']) expect(free).toContain(field)
  const paid = shown({ status: 'held', held_until }, bookable(['quota', 'points', 'price']))
  expect(paid).toContain('one consultation of the course, 1 left')
  expect(paid).toMatch(/disabled=""[^>]*\/><span>100 points \(you have 60\)/)
  expect(paid).toContain('paid by card')
  expect(shown({ status: 'held', held_until }, bookable(['price'], true))).toContain('you have paid for one already')
  const unpaid = shown({ status: 'held', held_until, service_id: 9 })
  expect(unpaid).toContain('href="/checkout/9"')
  expect(unpaid).not.toContain('name="note"')
  const unpaidTooLong = shown({ status: 'held', held_until: held_until - 600, service_id: 9 })
  expect(unpaidTooLong).toContain('It is no longer kept.')
  expect(unpaidTooLong).toContain('name="note"')
  expect(unpaidTooLong).not.toContain('href="/checkout/9"')
  const lapsed = shown({ status: 'lapsed', held_until: null })
  expect(lapsed).toContain('It is no longer kept.')
  expect(lapsed).not.toContain('This time is kept for you')
})

test('one that is over is rated, shows its rating, or says why it was not', () => {
  const page = shown({ status: 'complete' })
  for (const count of ['1 star', '5 stars']) expect(page).toContain(`aria-label="${count}"`)
  expect(shown({ status: 'rated', rating: 4 })).toContain('4 stars of five')
  const cancelled = shown({ status: 'cancelled', cancel_reason: 'The expert is ill' })
  expect(cancelled).toContain('The consultation was cancelled')
  expect(cancelled).toContain('The expert is ill')
  expect(cancelled).toContain('href="/videoconsultations/new"')
  expect(shown({ status: 'cancelled', cancel_cause: 'refunded' })).toContain('The payment was refunded.')
  expect(shown({ status: 'cancelled', cancel_cause: 'disputed' })).toContain('disputed at the bank')
  expect(shown({ status: 'declined' })).toContain('The booking was declined')
  expect(shown({ status: 'missed' })).toContain('The consultation did not take place')
})

test('a refusal of a taken time names others; any other failure none', () => {
  const failed = (code: string) =>
    new RequestError('/online-consultation', Response.json({}, { status: 409 }), { code, instead: [5, 6] })
  expect(insteadOf(failed('slot_taken'))).toEqual([5, 6])
  expect(insteadOf(failed('time_overlaps'))).toEqual([5, 6])
  expect(insteadOf(failed('none_left'))).toBeUndefined()
  expect(insteadOf(new Error('none'))).toBeUndefined()
})

test('what a form has no field for is said in its notice', () => {
  const errors = { start_date_time: ['Taken'], phone: ['Wrong'] }
  const refused = new RequestError('/online-consultation/update', Response.json({}, { status: 409 }), { errors })
  const notice = { title: 'Not booked', text: 'Taken' }
  expect(explainRefusal('Not booked', ['phone'])(refused)).toEqual({ errors: { phone: ['Wrong'] }, notice })
  expect(explainRefusal('Not booked', ['phone', 'start_date_time'])(refused)).toEqual({ errors })
  expect(explainRefusal('Not booked')(new Error('none'))).toBeUndefined()
})
