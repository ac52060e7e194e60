import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { Copy } from '#kit/copy/copy.tsx'
import { insertEarlierVersion } from '#server/app/testing/course-fixture.ts'
import { headingOf } from '../pages/heading.ts'
import { type Person, withDatabase } from './people.ts'
import { newMember, newSession, origin } from './sessions.ts'

type Task = {
  title: string
  answerWith?: 'any' | 'message' | 'file' | 'exercise'
  selfie?: boolean
  isDemoAccessible?: boolean
  isRequired?: boolean
  points?: number
  criteria?: string[]
  solution?: string
}

const titled = (title: string, text = '') => JSON.stringify({ en: { title, text } })

/** A learner with a place in a course of their own: one stage with this homework, and a stage behind it. */
export async function newHomework(tasks: Task[], { isDemo = false } = {}): Promise<Person & { ids: number[] }> {
  const person = await newMember('kurso')
  return withDatabase(async client => {
    const first = async (text: string, values: unknown[]) => Number((await client.query(text, values)).rows[0].id)
    const key = `walk-${randomUUID()}`
    const courseId = await first(
      `insert into courses (brand_id, key, languages, texts, days_count)
       values ('kurso', $1, '{en}', $2, 2) returning id`,
      [key, titled('Homework walk')],
    )
    for (const [sort, name] of ['First stage', 'Second stage'].entries()) {
      const stageId = await first(
        'insert into course_stages (course_id, key, sort, texts) values ($1, $2, $3, $4) returning id',
        [courseId, `stage-${sort}`, sort, titled(name)],
      )
      await client.query(
        `insert into course_days (course_id, stage_id, key, day_number, opens_after_days, is_demo_accessible, texts)
         values ($1, $2, $3, $4, 0, true, $5)`,
        [courseId, stageId, `day-${sort}`, sort + 1, titled(`Day of the ${name.toLowerCase()}`)],
      )
    }
    const ids: number[] = []
    for (const [index, task] of tasks.entries()) {
      const {
        title,
        answerWith = 'any',
        selfie = false,
        isDemoAccessible = false,
        isRequired = false,
        points = 30,
        criteria = [],
        solution,
      } = task
      const id = await first(
        `insert into course_homeworks (course_id, stage_id, key, is_required, is_demo_accessible, score, texts,
           answer_with, is_selfie_required, criteria, staff_texts)
         select $1, id, $2, $3, $4, $5, $6, $7, $8, $9, $10 from course_stages where course_id = $1 and sort = 0 returning id`,
        [
          courseId,
          `homework-${index}`,
          isRequired,
          isDemoAccessible,
          points,
          titled(title, `Do it **well**: ${title}`),
          answerWith,
          selfie,
          JSON.stringify(criteria.map((text, at) => ({ key: `criterion-${at}`, texts: { en: { text } } }))),
          JSON.stringify(solution === undefined ? {} : { en: { solution } }),
        ],
      )
      ids.push(id)
    }
    const cohort = await first(
      `insert into streams (course_id, starts_on, ends_on) values ($1, current_date - 1, current_date + 60) returning id`,
      [courseId],
    )
    const streamId = await first(
      `insert into user_streams (user_id, course_id, stream_id, starts_on, ends_on, is_demo, course_full_access)
       values ($1, $2, $3, current_date - 1, current_date + 60, $4, not $4) returning id`,
      [person.id, courseId, cohort, isDemo],
    )
    return { ...person, streamId, ids }
  })
}

/** A learner whose first day asks for a selfie and has a homework. */
export async function newSelfieDay(): Promise<Person & { ids: number[]; address: string }> {
  const person = await newHomework([{ title: 'Write what you felt', answerWith: 'message' }])
  await withDatabase(async client => {
    const { rows } = await client.query<{ id: number }>(
      `update course_days set is_selfie_required = true
        where day_number = 1 and course_id = (select course_id from user_streams where id = $1) returning id`,
      [person.streamId],
    )
    await client.query('update course_homeworks set day_id = $2 where id = $1', [person.ids[0], rows[0]?.id])
  })
  return { ...person, address: `/course/${person.streamId}/calendar/1` }
}

export type KeptAttempt = { number: number; text: string; files: number; isReplaced: boolean; verdict: string | null }

/** What the server has of a learner's homework: its attempts in the order they were made. */
export async function attemptsOf(streamId: number, homeworkId: number): Promise<KeptAttempt[]> {
  return withDatabase(async client => {
    const { rows } = await client.query(
      `select a.number, m.text, a.replaced_at is not null as "isReplaced", a.verdict,
         (select count(*)::int from chat_message_files f where f.message_id = m.id) as files
       from homework_attempts a join user_homeworks u on u.id = a.user_homework_id join chat_messages m on m.id = a.message_id
       where u.user_stream_id = $1 and u.homework_id = $2 order by a.number`,
      [streamId, homeworkId],
    )
    return rows
  })
}

async function post(token: string, path: string, body: object, key: string = randomUUID()): Promise<unknown> {
  const answer = await fetch(`${origin}/spa/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** Hands a homework in over the wire, as another device of the learner would. */
export async function handInElsewhere(person: Person, homeworkId: number, message: string): Promise<void> {
  const { rows } = await withDatabase(client =>
    client.query('select id from user_homeworks where user_stream_id = $1 and homework_id = $2', [
      person.streamId,
      homeworkId,
    ]),
  )
  const token = await newSession(person.id)
  await post(token, `/user-course-streams/${person.streamId}/user-homework/${rows[0].id}`, { message })
}

/** An expert's answer over the wire to what waits of this learner's stream. */
export async function answerHomework(
  streamId: number,
  body: { verdict: 'DONE' | 'FAIL'; message?: string; comments?: object[] },
  commentsFor: (fileIds: number[]) => object[] = () => [],
): Promise<void> {
  const expert = await newMember('kurso')
  const { attempt, files } = await withDatabase(async client => {
    await client.query(`update users set role = 'expert' where id = $1`, [expert.id])
    const { rows } = await client.query(
      `select a.id, array(select f.media_id::int from chat_message_files f where f.message_id = a.message_id order by f.sort) as files
       from homework_attempts a join user_homeworks u on u.id = a.user_homework_id
       where u.user_stream_id = $1 and a.verdict is null and a.replaced_at is null`,
      [streamId],
    )
    return { attempt: Number(rows[0].id), files: rows[0].files as number[] }
  })
  const token = await newSession(expert.id)
  await post(token, `/studio/reviews/${attempt}/claim`, {})
  await post(token, `/studio/reviews/${attempt}/verdict`, { ...body, comments: commentsFor(files) })
}

/** The screens of homework as a learner meets them. */
export function homeworkPage(page: Page, t: Copy) {
  const handIn = page.locator('section[aria-labelledby=hand-in]')
  return {
    handIn,
    heading: headingOf(page),
    cardOf: (title: string) =>
      page.locator('main li').filter({ has: page.getByRole('link', { name: title, exact: true }) }),
    text: handIn.getByRole('textbox'),
    files: handIn.locator('input[type=file]'),
    send: handIn.getByRole('button', { name: t('homework.form.send'), exact: true }),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    uploads: handIn.getByRole('list', { name: t('media.upload.list') }).getByRole('listitem'),
    attempt: (number: number) =>
      page
        .locator('main section > ol > li')
        .filter({ has: page.getByRole('heading', { name: t('homework.attempt', { number }) }) }),
    mark: (text: string) => page.locator('main header').first().getByText(text, { exact: true }),
  }
}

const clip = (file: string) => readFileSync(new URL(`../clips/${file}`, import.meta.url))

/** A photo and a video of two seconds, as a file input takes them. */
export const photo = () => ({ name: 'practice.jpg', mimeType: 'image/jpeg', buffer: clip('poster.jpg') })
export const video = () => ({ name: 'practice.mp4', mimeType: 'video/mp4', buffer: clip('wide.mp4') })

/** Gives the course of a stream an earlier version, in which its first stage had another title; answers the course's id. */
export function newVersions(streamId: number): Promise<number> {
  return withDatabase(async client => {
    const { rows } = await client.query('select course_id from user_streams where id = $1', [streamId])
    const courseId = Number(rows[0].course_id)
    await insertEarlierVersion(client, courseId, ['First stage', 'Warming up'])
    return courseId
  })
}
