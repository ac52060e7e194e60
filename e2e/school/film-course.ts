import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
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

export type FilmCourse = Person & { title: string; courseId: number; dayIds: number[]; urls: string[] }

/** A learner with a place in a course of their own: days that are all open, each with one film of so many MiB. */
export async function newFilmCourse(sizes: number[]): Promise<FilmCourse> {
  const person = await newMember('kurso')
  return withDatabase(async client => {
    const first = async (text: string, values: unknown[]) => Number((await client.query(text, values)).rows[0].id)
    const texts = (title: string) => JSON.stringify({ en: { title } })
    const title = `Films ${randomUUID().slice(0, 8)}`
    const courseId = await first(
      `insert into courses (brand_id, key, languages, texts, days_count) values ('kurso', $1, '{en}', $2, $3) returning id`,
      [`films-${randomUUID()}`, texts(title), sizes.length],
    )
    const stageId = await first(
      `insert into course_stages (course_id, key, sort, texts) values ($1, 'stage', 0, $2) returning id`,
      [courseId, texts('Stage')],
    )
    const dayIds: number[] = []
    const urls: string[] = []
    for (const [index, size] of sizes.entries()) {
      const key = randomBytes(16).toString('base64url')
      mkdirSync(join(e2eDataDir, 'media', key), { recursive: true })
      writeFileSync(join(e2eDataDir, 'media', key, 'video.mp4'), heavyFilm(size * megabyte))
      urls.push(`/media/${key}/video.mp4`)
      const mediaId = await first(
        `insert into media (key, type, name, mime, bytes, duration_ms, files, is_in_library, brand_id)
         values ($1, 1, 'film', 'video/mp4', $2, 20000, '{"mp4":"video.mp4"}', true, 'kurso') returning id`,
        [key, size * megabyte],
      )
      const dayId = await first(
        `insert into course_days (course_id, stage_id, key, day_number, opens_after_days, texts)
         values ($1, $2, $3, $4, 0, $5) returning id`,
        [courseId, stageId, `day-${index}`, index + 1, texts(`Film day ${index + 1}`)],
      )
      dayIds.push(dayId)
      const lessonId = await first(
        'insert into course_lessons (course_id, key, texts, video_id) values ($1, $2, $3, $4) returning id',
        [courseId, `lesson-${index}`, texts(`Film ${index + 1}`), mediaId],
      )
      const setId = await first(
        `insert into course_lesson_sets (day_id, key, sort) values ($1, 'set', 0) returning id`,
        [dayId],
      )
      await client.query('insert into course_lesson_set_lessons (lesson_set_id, lesson_id, sort) values ($1, $2, 0)', [
        setId,
        lessonId,
      ])
    }
    const streamId = await first(
      `with cohort as (
         insert into streams (course_id, starts_on, ends_on) values ($1, current_date, current_date + 60) returning *)
       insert into user_streams (user_id, course_id, stream_id, starts_on, ends_on, course_full_access)
       select $2, course_id, id, starts_on, ends_on, true from cohort returning id`,
      [courseId, person.id],
    )
    return { ...person, streamId, title, courseId, dayIds, urls }
  })
}
