import type { Page } from '@playwright/test'
import type { Copy } from '#kit/copy/copy.tsx'
import { newTalkSchool, talkIn, talkPage } from '../pages/talk-page.ts'
import { withDatabase } from '../school/people.ts'
import { newMember } from '../school/sessions.ts'
import type { Screen } from './screen.ts'

/** A wish about a consultation, of its learner or of staff. */
async function wishFor(address: string, kind: 'move' | 'cancel', by: 'learner' | 'staff'): Promise<string> {
  const id = address.split('/').at(-1)
  await withDatabase(client =>
    client.query(
      `insert into video_requests (consultation_id, kind, asked_by, starts_at, reason)
       values ($1, $2, $3, now() + interval '5 days', 'Поезд приходит только вечером')`,
      [id, kind, by],
    ),
  )
  return address
}

/** Recordings of a consultation: one of which a part has come, and one of which none came in time. */
async function recordingOf(address: string): Promise<string> {
  const id = address.split('/').at(-1)
  await withDatabase(client =>
    client.query(
      `insert into call_recordings (consultation_id, asked_at, started_at, ended_at, finished_at)
       select c.id, lower(c.during), lower(c.during), now() - made.ago, case when made.isOver then now() end
       from video_consultations c, (values (interval '1 hour', false), (interval '9 hours', true)) as made(ago, isOver)
       where c.id = $1`,
      [id],
    ),
  )
  return address
}

/** Chooses a time that somebody else has just taken. */
async function chooseTaken(page: Page, t: Copy): Promise<void> {
  const instead = [1, 2, 3].map(hours => Math.floor(Date.now() / 1000) + 86_400 + hours * 3600)
  const json = { code: 'slot_taken', message: t('video.book.failed'), instead }
  await page.route(/\/online-consultation(\?|$)/, route =>
    route.request().method() === 'POST' ? route.fulfill({ status: 409, json }) : route.fallback(),
  )
  await talkPage(page, t).times.first().click()
  await page.getByText(t('video.times.nearest')).waitFor()
}

async function askToMove(page: Page, t: Copy): Promise<void> {
  await talkPage(page, t).button('video.change.move').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('video.change.send') })
    .click()
  await page.getByRole('alert').first().waitFor()
}

async function rateWithNothing(page: Page, t: Copy): Promise<void> {
  await talkPage(page, t).button('video.rating.send').click()
  await page.getByText(t('video.rating.choose')).waitFor()
}

async function showAddress(page: Page, t: Copy): Promise<void> {
  await talkPage(page, t).button('events.feed.show').click()
  await talkPage(page, t).button('events.feed.copy').waitFor()
}

/** Video consultations from booking to rating, and what comes up. */
export async function talkScreens(): Promise<Screen[]> {
  const school = await newTalkSchool({ expertName: 'Апполинария-Констанция' })
  const { id: newcomer } = await newMember('kurso')
  const [own, none] = [{ userId: school.person.id }, { userId: newcomer }]
  const list = '/videoconsultations'
  const held = await talkIn(school, 'held', { days: 2 })
  const unpaid = await talkIn(school, 'held', { days: 3, changes: 'service_id = (select min(id) from services)' })
  const confirmed = await talkIn(school, 'confirmed', { days: 4, changes: `note = repeat('My shoulder ', 20)` })
  const elsewhere = await talkIn(school, 'confirmed', {
    days: 5,
    changes: `expert_note = 'https://meet.example.com/${'long'.repeat(20)}', expert_phone = '+34 600 000 000'`,
  })
  const opening = await talkIn(school, 'confirmed', { days: 0.001 })
  const reason = `cancel_reason = 'Заболела, простите. Напишите, когда вам удобно'`
  const rated = `rating = 4, rating_comment = 'Спасибо'`
  return [
    { name: 'talks', path: list },
    { name: 'talks-many', path: list, ...own },
    { name: 'talks-history', path: `${list}?tab=history` },
    { name: 'talks-empty', path: list, ...none },
    { name: 'talks-history-empty', path: `${list}?tab=history`, ...none },
    { name: 'talks-failed', path: list, isAlone: true, failing: '**/v1/online-consultation?*' },
    { name: 'talk-new', path: `${list}/new` },
    { name: 'talk-new-times', path: school.bookPath, ...own },
    { name: 'talk-new-taken', path: school.bookPath, ...own, isAlone: true, prepare: chooseTaken },
    { name: 'talk-new-none', path: `${list}/new`, ...none },
    { name: 'talk-new-failed', path: `${list}/new`, isAlone: true, failing: '**/v1/course/online-consultations*' },
    {
      name: 'talk-new-no-times',
      path: school.bookPath,
      ...own,
      isAlone: true,
      failing: '**/online-consultation/slots*',
    },
    { name: 'talk-held', path: held, ...own },
    { name: 'talk-unpaid', path: unpaid, ...own },
    { name: 'talk-lapsed', path: await talkIn(school, 'lapsed'), ...own },
    { name: 'talk-pending', path: await talkIn(school, 'pending', { days: 6 }), ...own },
    { name: 'talk-confirmed', path: confirmed, ...own },
    { name: 'talk-move', path: confirmed, ...own, isAlone: true, isPlaced: true, prepare: askToMove },
    { name: 'talk-elsewhere', path: elsewhere, ...own },
    { name: 'talk-opening', path: opening, ...own },
    {
      name: 'talk-asked',
      path: await wishFor(await talkIn(school, 'confirmed', { days: 7 }), 'cancel', 'learner'),
      ...own,
    },
    {
      name: 'talk-proposed',
      path: await wishFor(await talkIn(school, 'confirmed', { days: 8 }), 'move', 'staff'),
      ...own,
    },
    { name: 'talk-cancelled', path: await talkIn(school, 'cancelled', { changes: reason }), ...own },
    { name: 'talk-rating', path: await talkIn(school, 'complete', { days: -1 }), ...own, prepare: rateWithNothing },
    { name: 'talk-rated', path: await talkIn(school, 'rated', { days: -2, changes: rated }), ...own },
    {
      name: 'talk-recorded',
      path: await recordingOf(await talkIn(school, 'rated', { days: -3, changes: rated })),
      ...own,
    },
    { name: 'talk-unknown', path: `${list}/999999` },
    { name: 'events-all', path: '/events', ...own, isAlone: true, prepare: showAddress },
    { name: 'events-empty', path: '/events', ...none },
    { name: 'events-failed', path: '/events', isAlone: true, failing: '**/v1/events*' },
  ]
}
