import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enrol, insertCourse } from '#server/app/testing/course-fixture.ts'
import { startMailedApp, type MailedApp } from '#server/app/testing/mailed-app.ts'
import type { Arrived } from '#server/platform/mail/testing/mail-sink.ts'
import { readDueCalendars } from './outside-calendar.ts'
import { remindOfConsultations } from '../tell.ts'
import { at, bookAt, holdAt, videoSchool } from '#server/app/testing/video-people.ts'

let app: MailedApp
let elsewhere: { server: Server; url: string; body: string; status: number; isSlow: boolean }
beforeAll(async () => {
  app = await startMailedApp({ given: { videoconsultations: { allowPrivate: true } } })
  const server = createServer((_request, answer) => {
    if (elsewhere.isSlow) return
    answer.writeHead(elsewhere.status, { 'content-type': 'text/calendar' }).end(elsewhere.body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  elsewhere = { server, url: `http://127.0.0.1:${port}/secret.ics`, body: '', status: 200, isSlow: false }
})
afterAll(async () => {
  elsewhere.server.closeAllConnections()
  elsewhere.server.close()
  await app.close()
})

const ten = '2026-12-08T10:00:00Z'
const noon = '2026-12-08T12:00:00Z'

type Line = { name: string; params: string; value: string }

/** A second reader: RFC 5545 line by line, strict about what every calendar program needs. */
function strictLines(text: string): Line[] {
  expect(text.endsWith('\r\n')).toBe(true)
  const lines = text.split('\r\n')
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const unfolded = text.replaceAll('\r\n ', '').trimEnd().split('\r\n')
  expect([unfolded[0], unfolded.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR'])
  return unfolded.map(line => {
    const [, name = '', params = '', value = ''] = /^([A-Z-]+)((?:;[^:"]*(?:"[^"]*")?)*):(.*)$/.exec(line) ?? []
    expect([line, name]).not.toEqual([line, ''])
    return { name, params, value }
  })
}

/** A calendar of one person: what it contains after the letters that it got, by both readers. */
class Calendar {
  events = new Map<string, { sequence: number; startsAt: string; status: string }>()

  take(letter: Arrived) {
    // As it was sent: the reader of letters changes line ends.
    const [, encoded = ''] = /application\/ics[^]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(letter.raw) ?? []
    const text = Buffer.from(encoded, 'base64').toString('utf8')
    const lines = strictLines(text)
    const only = (name: string) => {
      const found = lines.filter(line => line.name === name)
      expect([name, found.length]).toEqual([name, 1])
      return found[0]?.value ?? ''
    }
    for (const name of ['DTSTART', 'DTEND', 'DTSTAMP']) expect(only(name)).toMatch(/^\d{8}T\d{6}Z$/)
    expect(only('VERSION')).toBe('2.0')
    expect(only('ORGANIZER').toLowerCase()).toContain('mailto:')
    expect(only('ATTENDEE').toLowerCase()).toContain('mailto:')
    const root = new ICAL.Component(ICAL.parse(text) as unknown[])
    const [component] = root.getAllSubcomponents('vevent')
    const event = new ICAL.Event(component)
    const method = String(root.getFirstPropertyValue('method'))
    expect(['REQUEST', 'CANCEL']).toContain(method)
    expect([only('METHOD'), only('UID'), Number(only('SEQUENCE'))]).toEqual([method, event.uid, event.sequence])
    expect(letter.raw).toMatch(new RegExp(`Content-Type: text/calendar;[^\\n]*\\s*method=${method}`, 'i'))
    const known = this.events.get(event.uid)
    expect(event.sequence).toBeGreaterThan(known?.sequence ?? -1)
    const startsAt = event.startDate.toJSDate().toISOString()
    expect(startsAt).toBe(
      only('DTSTART').replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6.000Z'),
    )
    if (method === 'CANCEL') this.events.delete(event.uid)
    else this.events.set(event.uid, { sequence: event.sequence, startsAt, status: only('STATUS') })
    expect(method === 'CANCEL').toBe(only('STATUS') === 'CANCELLED')
  }

  get starts() {
    return [...this.events.values()].map(({ startsAt }) => startsAt)
  }
}

/** The letters that learner and expert get about one change. */
async function takeBoth(calendars: Map<string, Calendar>) {
  for (const _ of calendars.keys()) {
    const letter = await app.mail.next()
    calendars.get(letter.envelopeTo[0] ?? '')?.take(letter)
  }
}

test('after booking, moving, cancelling and booking again each calendar has exactly one event, or none [CNS-17, CNS-20]', async () => {
  const school = await videoSchool(app)
  const learner = await school.addLearner({ email: 'lima@example.com', timezone: 'America/Lima', language: 'ru' })
  const { data: me } = await school.expert.call('GET /user')
  const calendars = new Map([
    ['lima@example.com', new Calendar()],
    [String(me.email), new Calendar()],
  ])
  const both = () => [...calendars.values()].map(({ starts }) => starts)
  const booked = await bookAt(learner, school.kindId, ten)
  await takeBoth(calendars)
  expect(both()).toEqual([['2026-12-08T10:00:00.000Z'], ['2026-12-08T10:00:00.000Z']])
  expect(app.mail.arrived.find(({ envelopeTo }) => envelopeTo[0] === 'lima@example.com')?.subject).toMatch(
    /подтверждена.*05:00/,
  )
  const params = { id: booked.data.id }
  const body = { start_date_time: at(noon), is_agreed: true }
  await school.expert.call('POST /studio/video-consultations/:id/move', { params, body })
  await takeBoth(calendars)
  expect(both()).toEqual([['2026-12-08T12:00:00.000Z'], ['2026-12-08T12:00:00.000Z']])
  await school.admin.call('POST /studio/video-consultations/:id/cancel', { params, body: { reason: 'Ill' } })
  await takeBoth(calendars)
  expect(both()).toEqual([[], []])
  await bookAt(learner, school.kindId, ten)
  await takeBoth(calendars)
  expect(both()).toEqual([['2026-12-08T10:00:00.000Z'], ['2026-12-08T10:00:00.000Z']])
}, 60_000)

test('a booking is a file, and a secret address follows what comes up until it is renewed [CNS-17]', async () => {
  const school = await videoSchool(app)
  const [learner, other] = [await school.addLearner(), await school.addLearner()]
  const course = await insertCourse(app.db, { stages: [{ days: [{}, { opensAfterDays: 2 }] }] })
  await enrol(app.db, course, learner.client.userId, { startsOn: '2026-12-09', endsOn: '2026-12-20' })
  const reminder = { weekdays: [1, 2, 3, 4, 5, 6, 7], time: '20:00', is_enabled: true, text: 'Learn' }
  expect((await learner.client.call('POST /user-reminders', { body: reminder })).status).toBe(200)
  const booked = await bookAt(learner, school.kindId, ten)
  const params = { id: booked.data.id }
  const file = await learner.client.call('GET /online-consultation/:id/calendar', { params })
  expect(strictLines(file.data.text).filter(({ name }) => name === 'DTSTART')).toMatchObject([
    { value: '20261208T100000Z' },
  ])
  expect((await other.client.call('GET /online-consultation/:id/calendar', { params })).status).toBe(404)
  const url = async (call: 'GET /calendar-feed' | 'POST /calendar-feed/renew') =>
    new URL((await learner.client.call(call)).data.url).pathname
  const first = await url('GET /calendar-feed')
  expect(await url('GET /calendar-feed')).toBe(first)
  const read = (address: string) => app.server.inject({ url: address })
  const feed = await read(first)
  expect(feed.headers['content-type']).toContain('text/calendar')
  strictLines(feed.body)
  const events = new ICAL.Component(ICAL.parse(feed.body) as unknown[]).getAllSubcomponents('vevent')
  const shown = events.map(event => ['dtstart', 'summary'].map(name => String(event.getFirstPropertyValue(name))))
  expect(shown).toEqual([
    ['2026-12-08T10:00:00Z', expect.stringMatching(/^Talk: /)],
    ['2026-12-09', 'Course: the course starts'],
    ['2026-12-11', 'Course: Day 2'],
    ['2026-12-20', 'Course: last day of the course'],
    ['2027-02-01', 'Course: last day of the course'],
  ])
  const second = await url('POST /calendar-feed/renew')
  expect((await read(first)).statusCode).toBe(404)
  expect((await read(second)).statusCode).toBe(200)
  expect((await read(second.replace(/\/\d+\//, `/${other.client.userId}/`))).statusCode).toBe(404)
})

test('both are reminded a day and a quarter of an hour before, each once [CNS-17]', async () => {
  const school = await videoSchool(app)
  const learner = await school.addLearner({ language: 'es', timezone: 'Europe/Madrid' })
  const booked = await bookAt(learner, school.kindId, '2026-12-10T10:00:00Z')
  const kindsOf = async () =>
    (
      await app.db.query<{ kind: string; user_id: number }>({
        text: `select kind, user_id from notices where data->>'consultation_id' = $1 and kind <> 'consultation' order by id`,
        values: [String(booked.data.id)],
      })
    ).rows
  const remind = async (time: string) => {
    app.clock.set(time)
    const once = () => remindOfConsultations(app.db, app.clock.now, app.brands)
    await Promise.all([once(), once()])
    return (await kindsOf()).map(({ kind }) => kind)
  }
  const day = ['consultation_day', 'consultation_day']
  expect(await remind('2026-12-09T09:59:00Z')).toEqual([])
  expect(await remind('2026-12-09T10:00:30Z')).toEqual(day)
  expect(await remind('2026-12-10T09:44:00Z')).toEqual(day)
  const soon = [...day, 'consultation_soon', 'consultation_soon']
  expect(await remind('2026-12-10T09:45:30Z')).toEqual(soon)
  expect(await remind('2026-12-10T09:50:00Z')).toEqual(soon)
  await app.notices.sweep()
  const own = app.mail.arrived.filter(({ subject }) => subject === 'Tu consulta empieza pronto')
  expect(own).toHaveLength(1)
  expect(own[0]?.text).toContain('11:00')
})

test('a school that has no video consultations any more reminds nobody', async () => {
  const school = await videoSchool(app)
  const learner = await school.addLearner()
  const booked = await bookAt(learner, school.kindId, '2026-12-10T11:00:00Z')
  const { config } = app.brands.default
  config.isVideoConsultationSupport = false
  app.clock.set('2026-12-09T11:00:30Z')
  await remindOfConsultations(app.db, app.clock.now, app.brands)
  config.isVideoConsultationSupport = true
  await remindOfConsultations(app.db, app.clock.now, app.brands)
  const text = `select kind from notices where data->>'consultation_id' = $1 and kind <> 'consultation'`
  const { rows } = await app.db.query({ text, values: [String(booked.data.id)] })
  expect(rows).toEqual([])
})

const outside = (...events: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:x',
    ...events.flatMap(event => [
      'BEGIN:VEVENT',
      `UID:${event}`,
      'DTSTAMP:20261201T000000Z',
      ...event.split('|'),
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

test('the busy times of an expert’s calendar elsewhere are not offered; what was read last stays, with its age [CNS-15]', async () => {
  const school = await videoSchool(app)
  const learner = await school.addLearner()
  const params = { expertId: school.expert.userId }
  const set = (url: string | null) =>
    school.expert.call('PUT /studio/video-hours/:expertId/calendar', { params, body: { url } })
  const free = async () => {
    const query = { stream_id: learner.streamId, kind_id: school.kindId, from: '2026-12-08', days: 1 }
    const { data } = await learner.client.call('GET /online-consultation/slots', { query })
    return data.slots.map(slot => new Date(slot.start_date_time * 1000).toISOString().slice(11, 16))
  }
  elsewhere.body = outside(
    'DTSTART;TZID=Europe/Madrid:20261201T110000|DTEND;TZID=Europe/Madrid:20261201T113000|RRULE:FREQ=WEEKLY',
    'DTSTART:20261208T120000Z|DTEND:20261208T121500Z|TRANSP:TRANSPARENT',
    'DTSTART:20261208T090000Z|DTEND:20261208T093000Z|STATUS:CANCELLED',
  )
  expect((await set(elsewhere.url)).data.calendar).toMatchObject({ is_set: true, host: '127.0.0.1', fault: null })
  expect(JSON.stringify((await school.admin.call('GET /studio/video-hours/:expertId', { params })).data)).not.toContain(
    'secret.ics',
  )
  expect(await free()).toEqual(['09:00', '11:00', '12:00'])
  for (const [body, fault] of [
    [`BEGIN:VCALENDAR\r\n${'X-A:b\r\n'.repeat(400_000)}END:VCALENDAR`, 'too_large'],
    ['<html></html>', 'not_a_calendar'],
  ] as const) {
    elsewhere.body = body
    app.clock.set(app.clock.now + 20 * 60_000)
    await readDueCalendars(app.db, app.clock.now, { codeKey: app.codeKey, allowPrivate: true })
    const { data } = await school.expert.call('GET /studio/video-hours/:expertId', { params })
    expect(data.calendar).toMatchObject({ fault, fetched_at: at('2026-12-07T08:00:00Z') })
    expect(await free()).toEqual(['09:00', '11:00', '12:00'])
    expect((await set(elsewhere.url)).data).toMatchObject({
      code: fault === 'too_large' ? 'calendar_too_large' : fault,
      errors: { url: [expect.stringMatching(/calendar at this address/)] },
    })
  }
  app.clock.set(app.clock.now + 20 * 60_000)
  await readDueCalendars(app.db, app.clock.now, { codeKey: app.codeKey, allowPrivate: false })
  const closed = await school.expert.call('GET /studio/video-hours/:expertId', { params })
  expect(closed.data.calendar.fault).toBe('address_refused')
  elsewhere.body = outside('DTSTART;VALUE=DATE:20261208|DTEND;VALUE=DATE:20261209')
  app.clock.set(app.clock.now + 20 * 60_000)
  await readDueCalendars(app.db, app.clock.now, { codeKey: app.codeKey, allowPrivate: true })
  expect(await free()).toEqual([])
  expect((await set(null)).data.calendar).toMatchObject({ is_set: false, busy_count: 0 })
  expect(await free()).toEqual(['09:00', '10:00', '11:00', '12:00'])
}, 60_000)

test('a calendar that hangs, or takes too long to read, is given up; the field says why [SEC-05]', async () => {
  const school = await videoSchool(app)
  const set = async () => {
    const params = { expertId: school.expert.userId }
    const body = { url: elsewhere.url }
    return (await school.expert.call('PUT /studio/video-hours/:expertId/calendar', { params, body })).data
  }
  elsewhere.isSlow = true
  const hanging = await set()
  elsewhere.isSlow = false
  expect(hanging).toMatchObject({ code: 'calendar_not_reached', errors: { url: [expect.any(String)] } })
  elsewhere.body = outside('DTSTART:20200101T100000Z|DURATION:PT1H|RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30')
  expect(await set()).toMatchObject({ code: 'calendar_too_large', errors: { url: [expect.any(String)] } })
  expect((await holdAt(await school.addLearner(), school.kindId, ten)).status).toBe(200)
}, 30_000)
