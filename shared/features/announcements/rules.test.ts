import { expect, test } from 'vitest'
import {
  announcementIn,
  type Announced,
  draftFault,
  dueIn,
  narrowedAudience,
  narrowedTiming,
  sendingFault,
  startOf,
  type Timing,
  writtenAnnouncement,
} from './rules.ts'

const nobody = { course_id: null, stream_id: null, club_id: null, day_id: null, days: null }
const now: Timing = { kind: 'now', at: null, on: null, time: null }
const announced = (changes: Partial<Announced> = {}): Announced => ({
  texts: { en: { title: 'Tea', body: 'At five' } },
  link: null,
  audience: { ...nobody, kind: 'brand' },
  timing: now,
  ...changes,
})
const seconds = (at: string) => Date.parse(at) / 1000

test('an audience and a timing keep what their kinds ask for, and nothing else', () => {
  const all = { course_id: 1, stream_id: 2, club_id: 3, day_id: 4, days: 5 }
  expect(narrowedAudience({ ...all, kind: 'brand' })).toEqual({ ...nobody, kind: 'brand' })
  expect(narrowedAudience({ ...all, kind: 'course' })).toEqual({ ...nobody, kind: 'course', course_id: 1 })
  expect(narrowedAudience({ ...all, kind: 'stream' })).toEqual({ ...nobody, kind: 'stream', stream_id: 2 })
  expect(narrowedAudience({ ...all, kind: 'club' })).toEqual({ ...nobody, kind: 'club', club_id: 3 })
  const stopped = { ...nobody, kind: 'stopped', course_id: 1, day_id: 4, days: 5 } as const
  expect(narrowedAudience({ ...all, kind: 'stopped' })).toEqual(stopped)
  expect(narrowedAudience({ ...all, kind: 'away' })).toEqual({ ...nobody, kind: 'away', days: 5 })
  const timing = { at: 1, on: '2026-12-01', time: '09:00' }
  expect(narrowedTiming({ ...timing, kind: 'now' })).toEqual(now)
  expect(narrowedTiming({ ...timing, kind: 'at' })).toEqual({ ...now, kind: 'at', at: 1 })
  expect(narrowedTiming({ ...timing, kind: 'local' })).toEqual({ ...timing, kind: 'local', at: null })
})

test('an hour comes on each clock, skipped ones after the gap; the first of all begin where the date does', () => {
  const local: Timing = { kind: 'local', at: null, on: '2026-12-12', time: '09:00' }
  expect(dueIn(local, 'Europe/Madrid')).toBe(seconds('2026-12-12T08:00:00Z'))
  expect(dueIn({ ...local, on: '2026-03-29', time: '02:30' }, 'Europe/Madrid')).toBe(seconds('2026-03-29T01:00:00Z'))
  expect(startOf(local, seconds('2026-12-01T00:00:00Z'))).toBe(seconds('2026-12-11T19:00:00Z'))
  expect(startOf(local, seconds('2026-12-12T00:00:00Z'))).toBe(seconds('2026-12-12T00:00:00Z'))
  expect([dueIn(now, 'UTC'), dueIn({ ...now, kind: 'at', at: 7 }, 'UTC')]).toEqual([undefined, 7])
  expect(dueIn({ ...local, on: '2026-02-30' }, 'UTC')).toBeUndefined()
  expect(dueIn({ ...local, on: null }, 'UTC')).toBeUndefined()
  expect(dueIn({ kind: 'now', at: null, on: '2026-12-12', time: '09:00' }, 'UTC')).toBeUndefined()
})

test('an announcement is sent with a title and a text in each of its languages, a link that leads somewhere, and a time to come', () => {
  const at = seconds('2026-12-12T12:00:00Z')
  expect([draftFault(announced()), sendingFault(announced(), at)]).toEqual([undefined, undefined])
  const untitled = announced({ texts: { en: { title: 'Tea', body: '' }, ru: { title: ' ', body: 'В пять' } } })
  expect(draftFault(untitled)).toEqual({ code: 'title_needed', field: 'texts.ru.title' })
  expect(draftFault(announced({ texts: {} }))).toEqual({ code: 'title_needed', field: 'texts.en.title' })
  expect(draftFault(announced({ link: '//evil.example' }))).toMatchObject({ field: 'link' })
  expect(draftFault(announced({ audience: { ...nobody, kind: 'away' } }))).toMatchObject({ field: 'audience.days' })
  expect(draftFault(announced({ audience: { ...nobody, kind: 'away', days: 5 } }))).toBeUndefined()
  expect(sendingFault(untitled, at)).toEqual({ code: 'title_needed', field: 'texts.ru.title' })
  expect(draftFault(announced({ link: '/courses' }))).toBeUndefined()
  const empty = announced({ texts: { en: { title: 'Tea', body: '' } } })
  expect([draftFault(empty), sendingFault(empty, at)]).toEqual([
    undefined,
    { code: 'announcement_empty', field: 'texts.en.body' },
  ])
  const when = (timing: Partial<Timing>) => sendingFault(announced({ timing: { ...now, ...timing } }), at)
  expect(when({ kind: 'at', at })).toMatchObject({ field: 'timing.at' })
  expect(when({ kind: 'at', at: at + 1 })).toBeUndefined()
  // Somewhere it is still to come.
  expect(when({ kind: 'local', on: '2026-12-12', time: '00:30' })).toBeUndefined()
  expect(when({ kind: 'local', on: '2026-12-12', time: '00:00' })).toMatchObject({ field: 'timing.time' })
  expect(when({ kind: 'local', on: '2026-12-13' })).toMatchObject({ field: 'timing.time' })
})

test('a language in which nothing is said is left out, and another one is read instead', () => {
  const texts = { en: { title: ' Tea ', body: ' \n' }, es: { title: ' ', body: '' } }
  expect(writtenAnnouncement(texts)).toEqual({ en: { title: 'Tea', body: '' } })
  expect(announcementIn(texts, 'ru').title).toBe(' Tea ')
  expect(announcementIn({}, 'ru')).toEqual({ title: '', body: '' })
})
