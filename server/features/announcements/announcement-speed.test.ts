import { afterAll, beforeAll, expect, test } from 'vitest'
import { rounds } from '#server/app/testing/rounds.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import { tellAnnouncements } from '#server/features/notifications/bell/tell-announcements.ts'
import { announcementTerms } from './testing/access.ts'

/** Five seconds are for fifty thousand. */
const people = rounds({ few: 5000, all: 50_000 })

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  app.clock.set('2026-12-10T10:00:00Z')
  await app.db.query({
    text: `insert into users (brand_id, username, email, is_email_validated)
      select 'kurso', email, email, true
      from generate_series(1, $1::int) n, lateral (select 'learner-' || n || '@example.com' as email) e`,
    values: [people],
  })
  await app.db.query({ text: 'analyze users' })
})
afterAll(() => app.close())

test('an announcement to as many people as a school has is queued within five seconds [STF-09]', async () => {
  const admin = await app.signIn({ role: 'admin' })
  const body = { ...announcementTerms, by_letter: true }
  const { id } = (await admin.call('POST /studio/announcements', { body })).data
  const params = { id }
  const started = performance.now()
  await admin.call('GET /studio/announcements/:id/recipients', { params })
  const counted = performance.now()
  const sent = await admin.call('PUT /studio/announcements/:id/sending', {
    params,
    body: { revision: 1, recipients: people },
  })
  expect(sent.data).toEqual({ state: 'sending' })
  const queued = performance.now()
  while (await tellAnnouncements(app.db, app.clock.now));
  const told = performance.now()
  const spans = { counting: counted - started, queueing: queued - counted, telling: told - queued }
  process.stdout.write(
    Object.entries(spans)
      .map(([name, ms]) => `${name} ${Math.round(ms)} ms`)
      .join(', '),
  )
  expect(spans.queueing).toBeLessThan(5000)
  const { data } = await admin.call('GET /studio/announcements/:id', { params })
  expect(data).toMatchObject({ state: 'sent', told: people, lettered: people })
}, 120_000)
