import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { e2eDataDir } from './server-place.ts'

export type Person = { id: number; email: string; password: string; streamId: number }

/** The walks' database, over the socket named in the lock file of the running server's PostgreSQL. */
export async function withDatabase<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const lines = readFileSync(join(e2eDataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  const client = new pg.Client({ host: lines[4], port: Number(lines[3]), user: 'kurso', database: 'kurso' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A learner of their own for one walk, `daysIn` days into a course of the demo school with full access. */
export async function newLearner({ course = 'morning-practice', daysIn = 0, timezone = 'UTC' } = {}): Promise<Person> {
  const password = 'a walk in the park'
  // Long and unbreakable, which a screen must be able to handle.
  const email = `walk${randomUUID().replaceAll('-', '')}@example.com`
  return withDatabase(async client => {
    const user = await client.query(
      `insert into users (brand_id, email, username, password_hash, first_name, last_name, timezone)
       values ('kurso', $1, $1, $2, 'Vera', 'Walker', $3) returning id`,
      [email, await hash(password), timezone],
    )
    const stream = await client.query(
      `with cohort as (
         insert into streams (course_id, starts_on, ends_on)
         select id, current_date - $2::int, current_date + 60 from courses where key = $3
         on conflict (course_id, starts_on) do update set ends_on = excluded.ends_on
         returning id, course_id, starts_on, ends_on)
       insert into user_streams (user_id, course_id, stream_id, starts_on, ends_on, course_full_access)
       select $1, course_id, id, starts_on, ends_on, true from cohort returning id`,
      [user.rows[0].id, daysIn, course],
    )
    return { id: Number(user.rows[0].id), email, password, streamId: Number(stream.rows[0].id) }
  })
}

/** What the sweep does a minute after a message that nobody has seen. */
export const tellMessage = (userId: number, messageId: number) =>
  withDatabase(client =>
    client.query(
      `insert into notices (user_id, kind, data, key, created_at, expires_at)
       values ($1, 'message', json_build_object('message_id', $2::bigint), 'walk', now(), now())`,
      [userId, messageId],
    ),
  )
