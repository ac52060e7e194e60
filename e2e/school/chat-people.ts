import { withDatabase } from './people.ts'
import { newSession, origin } from './sessions.ts'

/** The chat of a place in a stream. */
export async function chatOf(streamId: number): Promise<number> {
  const { rows } = await withDatabase(client =>
    client.query('select id from chats where user_stream_id = $1', [streamId]),
  )
  return Number(rows[0]?.id)
}

/** The demo school's expert. */
export async function demoExpert() {
  const { rows } = await withDatabase(client => client.query(`select id from users where email = 'expert@example.com'`))
  return expertWith(Number(rows[0]?.id))
}

/** A member of staff who writes in chats, calling the server as the studio would. */
export async function expertWith(userId: number) {
  const token = await newSession(userId)
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${origin}/spa/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'X-App-Id': 'kurso' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`)
    return (await answer.json()) as { id: number; number: number }
  }
  return {
    write: (chatId: number, message: string) => call('POST', `/chats/${chatId}/messages`, { message }),
    edit: (chatId: number, messageId: number, message: string) =>
      call('PUT', `/chats/${chatId}/messages/${messageId}`, { message }),
    view: (chatId: number, messageId: number) =>
      call('PUT', `/chats/${chatId}/messages/${messageId}/viewed`, { is_viewed: 1 }),
  }
}

/** Another course of a learner's, full access; answers the place in its stream. */
export async function addCourse(userId: number, course: string): Promise<number> {
  const { rows } = await withDatabase(client =>
    client.query(
      `with cohort as (
         insert into streams (course_id, starts_on, ends_on)
         select id, current_date, current_date + 60 from courses where key = $2
         on conflict (course_id, starts_on) do update set ends_on = excluded.ends_on
         returning id, course_id, starts_on, ends_on)
       insert into user_streams (user_id, course_id, stream_id, starts_on, ends_on, course_full_access)
       select $1, course_id, id, starts_on, ends_on, true from cohort returning id`,
      [userId, course],
    ),
  )
  return Number(rows[0]?.id)
}

/** What a chat holds, in order. */
export async function messagesIn(chatId: number): Promise<{ text: string; rating: number | null; id: number }[]> {
  const { rows } = await withDatabase(client =>
    client.query('select id::int, text, rating from chat_messages where chat_id = $1 order by number', [chatId]),
  )
  return rows
}

/** Fills a chat with messages of both sides, all seen: `message 1` to the last, some long. */
export async function fillChat(chatId: number, count: number): Promise<void> {
  await withDatabase(async client => {
    await client.query(
      `insert into chat_messages (chat_id, number, author_id, is_expert, text, client_key, created_at, updated_at)
       select k.id, n, case when n % 3 = 0 then e.id else k.user_id end, n % 3 = 0,
         'message ' || n || repeat(' and more', case when n % 7 = 0 then n % 40 else 0 end), 'walk-' || n,
         now() - ($2::int - n) * interval '9 minutes', now() - ($2::int - n) * interval '9 minutes'
       from chats k, users e, generate_series(1, $2::int) n where k.id = $1 and e.email = 'expert@example.com'`,
      [chatId, count],
    )
    await client.query(
      `update chats set message_count = $2, last_message_at = now(), learner_seen = $2, staff_seen = $2 where id = $1`,
      [chatId, count],
    )
  })
}

/** Ends the time for questions of a place in a stream. */
export async function endWriting(streamId: number): Promise<void> {
  await withDatabase(client =>
    client.query(`update user_streams set message_expires_at = now() - interval '1 day' where id = $1`, [streamId]),
  )
}
