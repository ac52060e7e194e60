import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { parse } from 'yaml'
import type { Copy } from '#kit/copy/copy.tsx'
import type { Language } from '#kit/copy/language.ts'
import { headingOf } from './heading.ts'
import { withDatabase } from '../school/people.ts'
import { newSession, origin } from '../school/sessions.ts'
import { expect } from '../test.ts'

type Texts = Record<Language, string>
type DemoDay = { dayNumber: number; title: Texts; dayOfRest?: boolean; points?: number }
type DemoCourse = {
  title: Texts
  documents: { title: Texts }[]
  lessons: { key: string; title: Texts }[]
  stages: { title: Texts; days: DemoDay[] }[]
}

/** A course of the demo school as its author wrote it. */
export function demoCourse(key: 'morning-practice' | 'read-a-chart') {
  const file = new URL(`../../demo/courses/${key}/course.yaml`, import.meta.url)
  const course = parse(readFileSync(file, 'utf8')) as DemoCourse
  const days = course.stages.flatMap(stage => stage.days)
  return { ...course, days, countedDays: days.filter(day => !day.dayOfRest).length }
}

/** The screens of learning as a person meets them, in the language of `t`. */
export function learningPage(page: Page, t: Copy) {
  const video = page.locator('video')
  const player = page.locator('section').filter({ has: video })
  const position = () => video.evaluate((media: HTMLVideoElement) => media.currentTime)
  const cardOf = (title: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) })
  return {
    video,
    player,
    position,
    heading: headingOf(page),
    /** One of all courses, or a day in the calendar, by its title. */
    cardOf,
    /** Home leads to the calendar of the course whose next step it shows. */
    toCalendar: (course: string) =>
      page.getByRole('region', { name: course, exact: true }).getByRole('link', { name: course, exact: true }).click(),
    link: (name: string) => page.getByRole('link', { name, exact: true }),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    nextStep: (course: string) => page.getByRole('region', { name: course, exact: true }),
    play: () =>
      player
        .getByRole('button', { name: t('media.play'), exact: true })
        .first()
        .click(),
    /** Waits until `seconds` of the video have been shown from where it stands. */
    async watch(seconds: number) {
      await expect.poll(position, { message: 'the video plays' }).toBeGreaterThan(0)
      const from = await position()
      await expect.poll(position, { intervals: [100] }).toBeGreaterThan(from + seconds)
    },
    source: () => video.evaluate((media: HTMLVideoElement) => media.currentSrc),
    title: player.getByRole('heading', { level: 2 }),
    start: page.getByRole('button', { name: t('progress.start'), exact: true }),
    finish: page.getByRole('button', { name: t('progress.finish'), exact: true }),
    isDone: page.getByRole('heading', { name: t('progress.finished.before'), exact: true }),
    wellDone: page.getByRole('dialog', { name: t('progress.finished.title'), exact: true }),
    closeEnd: () => page.getByRole('button', { name: t('progress.end.close'), exact: true }).click(),
    kept: page.getByText(t('progress.waiting'), { exact: true }),
    retry: page.getByRole('button', { name: t('ui.retry'), exact: true }),
  }
}

/** The ids of a stream's days by their numbers. */
export async function dayIds(streamId: number): Promise<Map<number, number>> {
  const { rows } = await withDatabase(client =>
    client.query('select d.id, d.day_number from course_days d join user_streams s using (course_id) where s.id = $1', [
      streamId,
    ]),
  )
  return new Map(rows.map(row => [Number(row.day_number), Number(row.id)]))
}

/** Does a day over the wire, as another device of the learner would. */
export async function doDay({ id, streamId }: { id: number; streamId: number }, dayNumber: number, upTo = 'finish') {
  const dayId = (await dayIds(streamId)).get(dayNumber)
  const token = await newSession(id)
  const awarded: number[] = []
  for (const mark of upTo === 'finish' ? ['start', 'finish'] : ['start']) {
    const address = `${origin}/spa/api/v1/user-course-streams/${streamId}/user-day-status/${dayId}/${mark}`
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(address, { method: 'POST', headers, body: '{}' })
    expect(answer.status, `${mark} of day ${dayNumber}`).toBe(200)
    awarded.push(((await answer.json()) as { awarded: number }).awarded)
  }
  return awarded.reduce((sum, amount) => sum + amount, 0)
}

export type Kept = {
  events: { kind: string; day: number; key: string }[]
  days: { day: number; isStarted: boolean; isFinished: boolean }[]
  lessons: { lesson: string; viewed: number; plays: number }[]
  /** Seconds, added up over the events. */
  viewed: number
  scores: { amount: number; source: string }[]
}

/** What the server has of a learner's stream, in the order it came. */
export async function keptOf({ id, streamId }: { id: number; streamId: number }): Promise<Kept> {
  return withDatabase(async client => {
    const events = await client.query(
      `select kind, d.day_number as day, e.key, viewed_seconds from progress_events e join course_days d on d.id = e.day_id
       where user_stream_id = $1 order by received_at`,
      [streamId],
    )
    const days = await client.query(
      `select d.day_number as day, started_at is not null as "isStarted", finished_at is not null as "isFinished"
       from day_statuses s join course_days d on d.id = s.day_id where user_stream_id = $1 order by d.day_number`,
      [streamId],
    )
    const lessons = await client.query(
      `select l.key as lesson, s.viewed_seconds::int as viewed, s.play_count::int as plays from lesson_statistics s
       join course_lesson_set_lessons p on p.id = s.lesson_set_lesson_id join course_lessons l on l.id = p.lesson_id
       where user_stream_id = $1 order by l.key`,
      [streamId],
    )
    const scores = await client.query('select amount, source from user_scores where user_id = $1 order by id', [id])
    return {
      events: events.rows.map(({ kind, day, key }) => ({ kind, day, key })),
      days: days.rows,
      lessons: lessons.rows,
      viewed: events.rows.reduce((sum, row) => sum + row.viewed_seconds, 0),
      scores: scores.rows,
    }
  })
}

type Stream = {
  course?: 'morning-practice' | 'read-a-chart'
  /** Days from today. */
  starts: number
  ends: number
  isDemo?: boolean
  isOptionalPurchase?: boolean
  /** Days from today. */
  freeze?: { starts: number; ends: number }
}

/** One more place of a learner in a course; answers its id. A demo and a purchase have no full access. */
export async function addStream(userId: number, stream: Stream): Promise<number> {
  const { course = 'morning-practice', starts, ends, isDemo = false, isOptionalPurchase = false, freeze } = stream
  return withDatabase(async client => {
    const { rows } = await client.query(
      `with cohort as (
         insert into streams (course_id, starts_on, ends_on)
         select id, current_date + $2::int, current_date + $3::int from courses where key = $4
         on conflict (course_id, starts_on) do update set starts_on = excluded.starts_on
         returning id, course_id)
       insert into user_streams (user_id, course_id, stream_id, starts_on, ends_on, is_demo, is_optional_purchase,
         course_full_access)
       select $1, course_id, id, current_date + $2::int, current_date + $3::int, $5, $6, not $5 from cohort
       returning id`,
      [userId, starts, ends, course, isDemo, isOptionalPurchase],
    )
    const id = Number(rows[0].id)
    if (freeze) {
      await client.query(
        `insert into stream_freezes (user_stream_id, status, starts_on, ends_on)
         values ($1, 1, current_date + $2::int, current_date + $3::int)`,
        [id, freeze.starts, freeze.ends],
      )
    }
    return id
  })
}
