import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { e2eDataDir } from './server-place.ts'
import { type Person, withDatabase } from './people.ts'
import { newMember } from './sessions.ts'

const film = fileURLToPath(new URL('../../demo/courses/morning-practice/video/breath.mp4', import.meta.url))
const megabyte = 1024 * 1024

/** A film that plays, made so heavy by bytes that players skip. */
function heavyFilm(bytes: number): Buffer {
  const content = readFileSync(film)
  const free = Buffer.alloc(Math.max(8, bytes - content.length))
  randomBytes(free.length - 8).copy(free, 8)
  free.writeUInt32BE(free.length, 0)
  free.write('free', 4, 'latin1')
  return Buffer.concat([content, free])
}

type Stored = { type: number; mime: string; files: object; contents: Record<string, Buffer | string> }

async function idOf(client: pg.Client, text: string, values: unknown[]): Promise<number> {
  return Number((await client.query(text, values)).rows[0].id)
}

/** A media item of the school with its files; answers its id and the folder of its addresses. */
export async function addStored(client: pg.Client, { type, mime, files, contents }: Stored) {
  const key = randomBytes(16).toString('base64url')
  mkdirSync(join(e2eDataDir, 'media', key), { recursive: true })
  for (const [path, content] of Object.entries(contents)) writeFileSync(join(e2eDataDir, 'media', key, path), content)
  const id = await idOf(
    client,
    `insert into media (key, type, name, mime, bytes, duration_ms, files, is_in_library, brand_id)
     values ($1, $2, 'item', $3, $4, 20000, $5, true, 'kurso') returning id`,
    [key, type, mime, Object.values(contents).reduce((sum, content) => sum + content.length, 0), files],
  )
  return { id, url: `/media/${key}` }
}

type Lesson = { courseId: number; dayId: number; title: string; text?: string; megabytes: number; subtitles?: string }

/** Adds a lesson with a film of so many MiB to a day; answers the film's address. */
export async function addFilm(client: pg.Client, { courseId, dayId, title, text, megabytes, subtitles }: Lesson) {
  const { id, url } = await addStored(client, {
    type: 1,
    mime: 'video/mp4',
    files: {
      mp4: 'video.mp4',
      ...(subtitles && { subtitles: [{ language: 'en', name: 'English', path: 'en.vtt' }] }),
    },
    contents: { 'video.mp4': heavyFilm(megabytes * megabyte), ...(subtitles && { 'en.vtt': subtitles }) },
  })
  const lessonId = await idOf(
    client,
    'insert into course_lessons (course_id, key, texts, video_id) values ($1, $2, $3, $4) returning id',
    [courseId, randomUUID(), JSON.stringify({ en: { title, text } }), id],
  )
  const setId = await idOf(
    client,
    `insert into course_lesson_sets (day_id, key, sort) values ($1, 'set', 0) returning id`,
    [dayId],
  )
  await client.query('insert into course_lesson_set_lessons (lesson_set_id, lesson_id, sort) values ($1, $2, 0)', [
    setId,
    lessonId,
  ])
  return `${url}/video.mp4`
}

export type FilmCourse = Person & { title: string; courseId: number; dayIds: number[]; urls: string[] }

/** A learner with a place in a course of their own: days that are all open, each with one film of so many MiB. */
export async function newFilmCourse(sizes: number[]): Promise<FilmCourse> {
  const person = await newMember('kurso')
  return withDatabase(async client => {
    const texts = (title: string) => JSON.stringify({ en: { title } })
    const title = `Films ${randomUUID().slice(0, 8)}`
    const courseId = await idOf(
      client,
      `insert into courses (brand_id, key, languages, texts, days_count) values ('kurso', $1, '{en}', $2, $3) returning id`,
      [`films-${randomUUID()}`, texts(title), sizes.length],
    )
    const stageId = await idOf(
      client,
      `insert into course_stages (course_id, key, sort, texts) values ($1, 'stage', 0, $2) returning id`,
      [courseId, texts('Stage')],
    )
    const dayIds: number[] = []
    const urls: string[] = []
    for (const [index, megabytes] of sizes.entries()) {
      const dayId = await idOf(
        client,
        `insert into course_days (course_id, stage_id, key, day_number, opens_after_days, texts)
         values ($1, $2, $3, $4, 0, $5) returning id`,
        [courseId, stageId, `day-${index}`, index + 1, texts(`Film day ${index + 1}`)],
      )
      dayIds.push(dayId)
      urls.push(await addFilm(client, { courseId, dayId, title: `Film ${index + 1}`, megabytes }))
    }
    const streamId = await idOf(
      client,
      `with cohort as (
         insert into streams (course_id, starts_on, ends_on) values ($1, current_date, current_date + 60) returning *)
       insert into user_streams (user_id, course_id, stream_id, starts_on, ends_on, course_full_access)
       select $2, course_id, id, starts_on, ends_on, true from cohort returning id`,
      [courseId, person.id],
    )
    return { ...person, streamId, title, courseId, dayIds, urls }
  })
}
