import type { Page } from '@playwright/test'
import type { Copy, CopyKey } from '#kit/copy/copy.tsx'
import { newConsultation } from '../pages/call-page.ts'
import { call, studioTexts } from '../pages/studio-page.ts'
import { withDatabase } from '../school/people.ts'
import type { Screen } from './screen.ts'

const minute = 60_000
const day = 24 * 60 * minute
const date = (at: number) => new Date(at).toISOString().slice(0, 10)

const press =
  (key: CopyKey, role: 'dialog' | 'alertdialog' = 'dialog') =>
  async (page: Page, { language }: Copy) => {
    await page.locator('main button').getByText(studioTexts(language)(key), { exact: true }).click()
    await page.getByRole(role).waitFor()
  }

/** The studio's calendar: in days, weeks and without anything, and consultations in all that can become of them. */
export async function calendarScreens(): Promise<Screen[]> {
  const start = Math.ceil(Date.now() / (30 * minute)) * 30 * minute + 3 * day
  const pending = await newConsultation({ startsAt: start, status: 'pending' })
  const { expert } = pending
  const asked = await newConsultation({ startsAt: start + 60 * minute, expert })
  const confirmed = await newConsultation({ startsAt: start + 30 * minute, expert })
  const past = await newConsultation({ startsAt: start - 4 * day, expert })
  const missed = await newConsultation({ startsAt: start - 5 * day, status: 'missed', expert })
  await withDatabase(client =>
    client.query(
      `insert into video_requests (consultation_id, kind, asked_by, starts_at, expert_id, reason)
       select id, 'move', case when id = $1 then 'learner' else 'staff' end, lower(during) + interval '1 day', expert_id, 'I have to work'
       from video_consultations where id in ($1, $2)`,
      [asked.id, confirmed.id],
    ),
  )
  await call(expert.id, 'PUT', `/studio/video-hours/${expert.id}`, {
    timezone: 'Europe/Madrid',
    hours: [1, 2, 3, 4, 5].map(weekday => ({
      weekday,
      from_time: '09:00',
      until_time: '17:30',
      valid_from: weekday === 5 ? '2026-09-01' : null,
      valid_until: null,
    })),
    revision: 0,
  })
  const away = { kind: 'absence', starts_at: (start + 2 * day) / 1000, ends_at: (start + 3 * day) / 1000, note: 'Ill' }
  await call(expert.id, 'POST', `/studio/video-hours/${expert.id}/absences`, away)
  const staff = { isStaff: true }
  const hours = { ...staff, path: `/admin/calendar/hours/${expert.id}` }
  const one = (id: number) => ({ ...staff, path: `/admin/calendar/${id}` })
  const placed = { isPlaced: true, isAlone: true }
  return [
    { ...staff, name: 'calendar-week', path: `/admin/calendar?date=${date(start)}` },
    { ...staff, name: 'calendar-day', path: `/admin/calendar?view=day&date=${date(start)}` },
    { ...staff, name: 'calendar-of-one', path: `/admin/calendar?date=${date(start)}&expert=${expert.id}` },
    { ...staff, name: 'calendar-nobody', path: '/admin/calendar?view=day&date=2001-01-01' },
    { ...staff, name: 'calendar-failed', path: '/admin/calendar', isAlone: true, failing: '**/video-consultations*' },
    { ...staff, name: 'calendar-kinds', path: '/admin/calendar/kinds' },
    { ...staff, ...placed, name: 'calendar-kind', path: '/admin/calendar/kinds', prepare: press('video.kinds.add') },
    { ...staff, name: 'calendar-experts', path: '/admin/calendar/experts' },
    { ...staff, name: 'calendar-experts-no-dates', path: '/admin/calendar/experts?from=2026-12-01&until=2026-11-01' },
    { ...hours, name: 'calendar-hours' },
    { ...hours, name: 'calendar-hours-unknown', path: '/admin/calendar/hours/999999' },
    { ...hours, ...placed, name: 'calendar-absence', prepare: press('video.absences.add') },
    { ...one(pending.id), name: 'consultation-pending' },
    { ...one(asked.id), name: 'consultation-asked' },
    { ...one(confirmed.id), name: 'consultation-proposed' },
    { ...one(past.id), name: 'consultation-past' },
    { ...one(missed.id), name: 'consultation-missed' },
    { ...one(999_999), name: 'consultation-unknown' },
    { ...one(pending.id), ...placed, name: 'consultation-move', prepare: press('video.propose') },
    { ...one(pending.id), ...placed, name: 'consultation-place', prepare: press('video.place') },
    { ...one(pending.id), ...placed, name: 'consultation-hand-over', prepare: press('video.handOver') },
    { ...one(past.id), ...placed, name: 'consultation-cancel', prepare: press('video.cancel') },
    {
      ...one(past.id),
      ...placed,
      name: 'consultation-not-come',
      prepare: press('video.missed.learner', 'alertdialog'),
    },
  ]
}
