import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { outboxFolder } from '#server/app/messengers.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { tellAnnouncements } from '#server/features/notifications/bell/tell-announcements.ts'
import { lettersIn } from '#server/features/notifications/testing/letters.ts'
import { type PushService, startPushService } from '#server/features/notifications/testing/push-receiver.ts'
import type { Database } from '#server/platform/database/database.ts'
import { sharedData } from '#shared/platform/testing/shared-data.ts'
import type { AnnouncementFieldsWire } from '#shared/features/announcements/wire.ts'
import { announcementTerms } from './testing/access.ts'

let app: TestApp
let service: PushService
let admin: TestClient
let round = 0
beforeAll(async () => {
  service = await startPushService()
  app = await startTestApp({ given: { notifications: { keys: undefined, allowPrivate: true } } })
})
beforeEach(async () => {
  service.clear()
  await app.db.query({ text: 'delete from announcements' })
  await app.db.query({ text: 'delete from users' })
  app.clock.set('2026-12-10T10:00:00Z')
  admin = await app.signIn({ role: 'admin' })
  round++
})
afterAll(async () => {
  await app.close()
  await service.close()
})

const code = ({ status, data }: { status: number; data: object }) => [status, (data as { code?: string }).code]
const address = (name: string) => `${name}-${round}@example.com`
const reader = async (name: string, who: object = {}) => {
  const client = await app.signIn({ email: address(name), ...who })
  await app.db.query({ text: 'update users set is_email_validated = true where id = $1', values: [client.userId] })
  return client
}
const draft = async (fields: Partial<AnnouncementFieldsWire> = {}, by = admin) => {
  const made = await by.call('POST /studio/announcements', { body: { ...announcementTerms, ...fields } })
  expect(made.status, JSON.stringify(made.data)).toBe(200)
  return made.data.id
}
const stored = async (id: number) => (await admin.call('GET /studio/announcements/:id', { params: { id } })).data
const send = (id: number, recipients: number, revision = 1, by = admin) =>
  by.call('PUT /studio/announcements/:id/sending', { params: { id }, body: { revision, recipients } })
const listed = async (client: TestClient) =>
  (await client.call('GET /user-notices', { query: { page: 1 } })).data.map(({ title, path }) => [title, path])
const lettersTo = async (name: string) =>
  (await lettersIn(outboxFolder(app.dataDir))).filter(({ to }) => to === address(name))

/** Adds so many learners of the school. */
const addCrowd = (count: number) =>
  app.db.query({
    text: `insert into users (brand_id, username, email, timezone)
      select 'kurso', email, email, 'UTC'
      from generate_series(1, $1::int) n, lateral (select 'crowd-' || $2::int || '-' || n || '@example.com' as email) e`,
    values: [count, round],
  })
const toldOf = async (id: number) =>
  (
    await app.db.query<{ told: number; people: number }>({
      text: 'select count(*)::int as told, count(distinct user_id)::int as people from notices where key = $1',
      values: [`announcement:${id}`],
    })
  ).rows[0]

test('a draft that is added three times with one key is one draft [STF-09]', async () => {
  const add = () => admin.call('POST /studio/announcements', { body: announcementTerms, idempotencyKey: 'once' })
  const answers = await Promise.all([add(), add(), add()])
  const [first] = answers.map(({ data }) => data)
  expect(answers.map(({ status, data }) => [status, data])).toEqual(Array.from({ length: 3 }, () => [200, first]))
  const { rows } = await app.db.query({
    text: `select id from announcements union all select target_id from audit_log where action = 'announcement.add' and actor_id = $1`,
    values: [admin.userId],
  })
  expect(rows).toEqual([{ id: first?.id }, { id: first?.id }])
})

test('an announcement is sent to as many people as its sender has seen, once however often it is sent [STF-09]', async () => {
  const ann = await reader('ann')
  const id = await draft({ link: '/courses' })
  expect(code(await send(id, 2))).toEqual([409, 'recipients_changed'])
  const sent = await Promise.all([send(id, 1), send(id, 1)])
  expect(sent.map(({ status, data }) => [status, data.state])).toEqual([
    [200, 'sending'],
    [200, 'sending'],
  ])
  const bob = await reader('bob')
  await Promise.all([app.notices.sweep(), app.notices.sweep()])
  await app.notices.sweep()
  expect(await listed(ann)).toEqual([['A day off', `/announcements/${id}`]])
  expect(await listed(bob), 'who came later').toEqual([])
  expect(await stored(id)).toMatchObject({ state: 'sent', recipients: 1, told: 1, pushed: 0, lettered: 0 })
  const params = { id }
  const read = await ann.call('GET /announcements/:id', { params, language: 'ru' })
  expect(read.data).toMatchObject({ title: 'A day off', link: '/courses', told_at: app.clock.now / 1000 })
  expect((await bob.call('GET /announcements/:id', { params })).status).toBe(404)
  expect((await send(id, 1)).data.state).toBe('sent')
  const { rows: noted } = await app.db.query({
    text: `select detail from audit_log where action = 'announcement.send' and target_id = $1`,
    values: [id],
  })
  expect(noted).toMatchObject([{ detail: { title: 'A day off', audience: { kind: 'brand' }, recipients: 1 } }])
  expect(code(await admin.call('DELETE /studio/announcements/:id', { params }))).toEqual([409, 'announcement_begun'])
})

test('what cannot be sent is refused at its field; another editor’s version is not overwritten [STF-09]', async () => {
  const body = { ...announcementTerms, texts: { en: { title: 'Soon', body: '' } } }
  const params = { id: await draft(body) }
  const fault = async (revision: number, recipients = 0) => {
    const { status, data } = await send(params.id, recipients, revision)
    const { code: refusal, errors = {} } = data as { code?: string; errors?: object }
    return [status, refusal, ...Object.keys(errors)]
  }
  expect(await fault(1)).toEqual([422, 'announcement_empty', 'texts.en.body'])
  const change = (fields: Partial<AnnouncementFieldsWire>, revision: number) =>
    admin.call('PUT /studio/announcements/:id', { params, body: { ...announcementTerms, ...fields, revision } })
  expect((await change({}, 1)).data).toEqual({ revision: 2 })
  expect((await change({}, 1)).data, 'sent again').toEqual({ revision: 2 })
  expect(code(await change({ by_letter: true }, 1))).toEqual([409, 'changed_meanwhile'])
  expect(await fault(1)).toEqual([409, 'changed_meanwhile'])
  expect(await fault(2)).toEqual([422, 'announcement_for_nobody', 'audience.kind'])
  await change({ timing: { kind: 'at', at: app.clock.now / 1000 - 1, on: null, time: null } }, 2)
  expect(await fault(3)).toEqual([422, 'announcement_time_past', 'timing.at'])
  await change({ timing: { kind: 'local', at: null, on: '2026-02-31', time: '09:00' } }, 3)
  expect(await fault(4)).toEqual([422, 'announcement_time_past', 'timing.time'])
  const broken = { ...announcementTerms, link: 'javascript:alert(1)' }
  expect(code(await admin.call('POST /studio/announcements', { body: broken }))).toEqual([
    422,
    'announcement_link_broken',
  ])
  const elsewhere = await app.signIn({ role: 'admin', brandId: 'dev' })
  const foreign = await elsewhere.call('GET /studio/announcements/:id', { params, appId: 'dev' })
  expect(foreign.status).toBe(404)
  expect((await elsewhere.call('GET /studio/announcements', { appId: 'dev' })).data).toEqual([])
})

test('a crash at any point of a portion loses and doubles nothing, nor do several nodes at once [STF-09]', async () => {
  await addCrowd(2500)
  const id = await draft()
  await send(id, 2500)
  let crashes = 0
  /** A database whose connection breaks within the statement that is the given one of a transaction. */
  const breakingAt = (statement: number): Database => ({
    ...app.db,
    query: app.db.query.bind(app.db),
    inTransaction: work =>
      app.db.inTransaction(tx => {
        let count = 0
        const query: typeof tx.query = async config => {
          const answer = await tx.query(config)
          if (++count < statement) return answer as never
          crashes++
          throw new Error('The node has died')
        }
        return work({ ...tx, query })
      }),
  })
  for (let statement = 1; statement <= 5; statement++)
    for (const _ of [1, 2])
      await tellAnnouncements(breakingAt(statement), app.clock.now).catch(() => statement < 4 || statement)
  expect(crashes).toBe(10)
  expect(await toldOf(id)).toEqual({ told: 0, people: 0 })
  await tellAnnouncements(app.db, app.clock.now)
  await tellAnnouncements(breakingAt(4), app.clock.now).catch(() => undefined)
  expect(await toldOf(id)).toEqual({ told: 1000, people: 1000 })
  const node = async () => {
    for (let tries = 0; tries < 20; tries++) await tellAnnouncements(app.db, app.clock.now)
  }
  await Promise.all([node(), node(), node()])
  expect(await toldOf(id)).toEqual({ told: 2500, people: 2500 })
  expect(await stored(id)).toMatchObject({ state: 'sent', recipients: 2500, told: 2500 })
})

test('one that is stopped reaches nobody else, not even by what waits to be sent; one that waits is a draft again [STF-09]', async () => {
  await addCrowd(1500)
  const ann = await reader('ann')
  await ann.call('POST /push-subscriptions', { body: service.subscribe(`phone-${round}`) })
  const id = await draft({ by_letter: true })
  const params = { id }
  await send(id, 1501)
  while ((await toldOf(id))?.told === 0) await tellAnnouncements(app.db, app.clock.now)
  await app.db.query({
    text: `update announcement_recipients set told_at = null where user_id = $1`,
    values: [ann.userId],
  })
  expect((await admin.call('DELETE /studio/announcements/:id/sending', { params })).data.state).toBe('stopped')
  await app.notices.sweep()
  expect((await toldOf(id))?.told).toBe(1000)
  expect(await listed(ann)).toEqual([])
  expect([service.arrived, await lettersTo('ann')]).toEqual([[], []])
  expect((await send(id, 1501)).data.state).toBe('stopped')

  const at = app.clock.now / 1000 + 3600
  const later = await draft({ timing: { kind: 'at', at, on: null, time: null } })
  expect((await send(later, 1501)).data.state).toBe('scheduled')
  await app.notices.sweep()
  expect(await toldOf(later)).toMatchObject({ told: 0 })
  const back = await admin.call('DELETE /studio/announcements/:id/sending', { params: { id: later } })
  expect(back.data.state).toBe('draft')
  app.clock.set((at + 60) * 1000)
  await app.notices.sweep()
  expect(await toldOf(later)).toMatchObject({ told: 0 })
})

test('one for an hour comes at that hour on each person’s own clock, and one for a moment to all at once [STF-09]', async () => {
  const zones = ['Pacific/Auckland', 'Europe/Madrid', 'America/New_York'] as const
  const people = await Promise.all(zones.map((timezone, at) => reader(`zone-${at}`, { timezone })))
  const id = await draft({ timing: { kind: 'local', at: null, on: '2026-12-12', time: '09:00' } })
  expect((await send(id, 3)).data.state).toBe('scheduled')
  const had = async (at: string) => {
    app.clock.set(at)
    await app.notices.sweep()
    return (await Promise.all(people.map(listed))).map(({ length }) => length)
  }
  expect(await had('2026-12-11T19:59:59Z')).toEqual([0, 0, 0])
  expect(await had('2026-12-11T20:00:05Z')).toEqual([1, 0, 0])
  expect(await had('2026-12-12T07:59:59Z')).toEqual([1, 0, 0])
  expect(await had('2026-12-12T08:00:05Z')).toEqual([1, 1, 0])
  expect(await stored(id)).toMatchObject({ state: 'sending', recipients: 3, told: 2 })
  expect(await had('2026-12-12T14:00:05Z')).toEqual([1, 1, 1])
  expect(await stored(id)).toMatchObject({ state: 'sent', told: 3 })
  const at = Date.parse('2026-12-13T06:00:00Z') / 1000
  await send(await draft({ timing: { kind: 'at', at, on: null, time: null } }), 3)
  expect(await had('2026-12-13T05:59:59Z')).toEqual([1, 1, 1])
  expect(await had('2026-12-13T06:00:05Z')).toEqual([2, 2, 2])
})

test('it goes by the ways that the school and each person have chosen; its e-mails end with one click [STF-09, PRO-16]', async () => {
  const [usual, pushed, lettered, none] = [
    await reader('usual'),
    await reader('pushed'),
    await reader('lettered'),
    await reader('none'),
  ]
  for (const [name, client] of Object.entries({ usual, pushed, lettered, none }))
    await client.call('POST /push-subscriptions', { body: service.subscribe(`${name}-${round}`) })
  const choose = (client: TestClient, way: 'push' | 'letter' | 'list') =>
    client.call('PUT /user-notice-choices', { body: { kind: 'announcement', way } })
  await choose(pushed, 'push')
  await choose(lettered, 'letter')
  await choose(none, 'list')
  const both = await draft({ by_push: true, by_letter: true })
  await send(both, 4)
  await app.notices.sweep()
  const devices = () =>
    ['usual', 'pushed', 'lettered', 'none'].filter(name =>
      service.arrived.some(({ device }) => device.startsWith(name)),
    )
  expect(devices()).toEqual(['usual', 'pushed'])
  const letters = async () =>
    (await Promise.all(['usual', 'pushed', 'lettered', 'none'].map(lettersTo))).map(({ length }) => length)
  expect(await letters()).toEqual([1, 0, 1, 0])
  expect(await stored(both)).toMatchObject({ told: 4, pushed: 2, lettered: 2 })

  const [letter] = await lettersTo('usual')
  expect(letter).toMatchObject({ subject: 'A day off' })
  expect(letter?.text).toContain('On Friday nobody has to learn.')
  expect(letter?.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const link = new URL(/<(.+)>/.exec(letter?.header('list-unsubscribe') ?? '')?.[1] ?? '')
  await app.server.inject({ method: 'POST', url: `${link.pathname}${link.search}`, payload: '' })
  service.clear()
  await send(await draft({ by_push: true, by_letter: true }), 4)
  await app.notices.sweep()
  expect(devices(), 'devices still hear of it').toEqual(['usual', 'pushed'])
  expect(await letters()).toEqual([1, 0, 2, 0])
  service.clear()
  await send(await draft({ by_push: false, by_letter: false }), 4)
  await app.notices.sweep()
  expect([devices(), await letters()]).toEqual([[], [1, 0, 2, 0]])
  expect(await listed(none)).toHaveLength(3)
})

test('whatever is written of it stays text, in the list, on devices and in e-mails [STF-09, SEC-06]', async () => {
  await reader('ann')
  const strings = ['injection.json', 'naughty-strings.json'].flatMap(file =>
    sharedData<{ strings: { text: string }[] }>(`hostile-text/${file}`).strings.map(({ text }) => text),
  )
  const hostile = [...strings, '<script>alert(1)</script>', '[x](javascript:alert(1))', 'a\r\nBcc: all@example.com']
  const write = (title: string, text: string) =>
    admin.call('POST /studio/announcements', {
      body: { ...announcementTerms, by_letter: true, texts: { en: { title, body: text } } },
    })
  let taken = 0
  for (let at = 0; at < hostile.length; at += 8) {
    const some = hostile.slice(at, at + 8)
    const title = some.find(text => /^[^\p{Cc}\u2028\u2029]{1,150}$/u.test(text) && text.trim()) ?? 'a'
    const body = some
      .map(text => text.replaceAll(/[^\P{Cc}\t\n]/gu, ''))
      .join('\n\n')
      .slice(0, 9000)
    const made = await write(title, `Read this\n\n${body}`)
    expect(made.status, title).toBe(200)
    expect((await send(made.data.id, 1)).status, title).toBe(200)
    taken++
  }
  expect((await write('a\r\nBcc: all@example.com', 'b')).status).toBe(422)
  expect((await write('a', 'b\u0000')).status).toBe(422)
  expect(taken).toBeGreaterThan(10)
  await app.notices.sweep()
  const letters = await lettersTo('ann')
  expect(letters).toHaveLength(taken)
  for (const { subject, html } of letters) {
    expect(subject).not.toMatch(/[\r\n]/)
    expect(html).not.toMatch(/<(script|img|iframe|svg|object)\b/i)
    expect(html).not.toMatch(/<[^>]+\son\w+\s*=/i)
    expect(html).not.toMatch(/href="(?!https:\/\/school\.test\/)/)
  }
})

test('opens and clicks are counted of those who agreed, each person once; nobody else’s, and no other school’s [STF-09]', async () => {
  const appId = 'dev'
  const boss = await app.signIn({ role: 'admin', brandId: appId })
  const [ann, bob] = [await app.signIn({ brandId: appId }), await app.signIn({ brandId: appId })]
  const { id } = (await boss.call('POST /studio/announcements', { body: announcementTerms, appId })).data
  const params = { id }
  const figures = async () => {
    const { opened, clicked } = (await boss.call('GET /studio/announcements/:id', { params, appId })).data
    return [opened, clicked]
  }
  const tell = (by: TestClient, ...names: ('announcement_show' | 'announcement_click')[]) =>
    by.call('POST /analytics-events', {
      appId,
      body: {
        events: names.map(name => ({
          name,
          params: { announcement_id: id },
          occurred_at: Math.floor(app.clock.now / 1000),
        })),
      },
    })
  const body = { revision: 1, recipients: 2 }
  await boss.call('PUT /studio/announcements/:id/sending', { params, body, appId })
  await tell(ann, 'announcement_show')
  expect(await figures(), 'before it was told').toEqual([0, 0])
  await app.notices.sweep()
  await Promise.all([tell(ann, 'announcement_show'), tell(ann, 'announcement_show', 'announcement_show')])
  expect(await figures()).toEqual([1, 0])
  await tell(bob, 'announcement_click')
  await tell(bob, 'announcement_show', 'announcement_click')
  expect(await figures()).toEqual([2, 1])
  const late = await app.signIn({ brandId: appId })
  await tell(late, 'announcement_show')
  await tell(boss, 'announcement_click')
  const elsewhere = await app.signIn()
  await elsewhere.call('POST /analytics-events', {
    body: { events: [{ name: 'announcement_show', params: { announcement_id: id }, occurred_at: 1 }] },
  })
  expect(await figures()).toEqual([2, 1])
})
