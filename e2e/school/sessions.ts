import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { BrowserContext } from '@playwright/test'
import { withDatabase } from './people.ts'
import { e2ePort } from './server-place.ts'

export const origin = `http://127.0.0.1:${e2ePort}`

/** A session made in the database, as after signing in unless `isProven` is false; answers its token. */
export async function newSession(userId: number, { isProven = true } = {}): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const tokenHash = createHash('sha256').update(token).digest()
  await withDatabase(client =>
    client.query(
      `insert into sessions (user_id, token_hash, expires_at, proven_at)
       values ($1, $2, now() + interval '1 day', case when $3 then now() end)`,
      [userId, tokenHash, isProven],
    ),
  )
  return token
}

/** A one-time token of a session, for a link that signs in. */
export async function transferToken(session: string): Promise<string> {
  const answer = await fetch(`${origin}/spa/api/v1/auth/transfer-token`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session}`, 'x-app-id': 'kurso' },
  })
  return ((await answer.json()) as { token: string }).token
}

/** Gives the browser a session of this person without the sign-in screen, as its 30-day cookie would. */
export async function signInByCookie(
  context: BrowserContext,
  userId: number,
  url = origin,
  proof?: { isProven: boolean },
): Promise<string> {
  const token = await newSession(userId, proof)
  await context.addCookies([{ name: 'token', value: token, url }])
  return token
}

/** Ends every session of a person behind the browser's back, as another device could. */
export async function endSessions(userId: number): Promise<void> {
  await withDatabase(client =>
    client.query(
      `with gone as (delete from sessions where user_id = $1 returning token_hash)
       select pg_notify('session_ended', encode(token_hash, 'hex')) from gone`,
      [userId],
    ),
  )
}

export async function userIdOf(email: string): Promise<number> {
  const { rows } = await withDatabase(client => client.query('select id from users where email = $1', [email]))
  return Number(rows[0]?.id)
}

/** A member of a brand without courses. */
export async function newMember(brand: string): Promise<{ id: number; email: string; password: string }> {
  const password = 'a member of a school'
  // Long and unbreakable, which a screen must be able to handle.
  const email = `member${randomUUID().replaceAll('-', '')}@example.com`
  const { rows } = await withDatabase(async client =>
    client.query(
      `insert into users (brand_id, email, username, password_hash, first_name, last_name)
       values ($1, $2, $2, $3, 'Mila', 'Ortega') returning id`,
      [brand, email, await hash(password)],
    ),
  )
  return { id: Number(rows[0].id), email, password }
}

/** Adds points to an account. */
export async function givePoints(userId: number, amount: number): Promise<void> {
  await withDatabase(client =>
    client.query(`insert into user_scores (user_id, amount, type, source) values ($1, $2, 'gift', $3)`, [
      userId,
      amount,
      randomUUID(),
    ]),
  )
}
