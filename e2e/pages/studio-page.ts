import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BrowserContext } from '@playwright/test'
import { type Copy, createCopy } from '#kit/copy/copy.tsx'
import type { Language } from '#kit/copy/language.ts'
import { collectCopy } from '../../scripts/build/collect-copy.ts'
import { type Person, withDatabase } from '../school/people.ts'
import { newMember, newSession, origin } from '../school/sessions.ts'

const compiled = collectCopy(fileURLToPath(new URL('../..', import.meta.url)), 'studio')

/** The studio's own texts. */
export function studioTexts(language: Language): Copy {
  return createCopy(language, compiled[language])
}

/** A member of staff of the demo school. */
export async function newStaff(role: 'expert' | 'author' | 'admin' | 'support', firstName: string) {
  const member = await newMember('kurso')
  await withDatabase(client =>
    client.query('update users set role = $2, first_name = $3, last_name = $4 where id = $1', [
      member.id,
      role,
      firstName,
      `No${member.id}`,
    ]),
  )
  return { ...member, name: `${firstName} No${member.id}` }
}

/** Gives the browser a studio session without the sign-in screen. */
export async function signInToStudio(context: BrowserContext, userId: number): Promise<void> {
  const token = await newSession(userId)
  await context.addInitScript(value => localStorage.setItem('studio.token', JSON.stringify(value)), token)
}

/** Makes a call as this person, directly on the server. */
export async function call(userId: number, method: string, path: string, body?: object | FormData): Promise<unknown> {
  const isForm = body instanceof FormData
  const answer = await fetch(`${origin}/spa/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await newSession(userId)}`,
      'idempotency-key': randomUUID(),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    body: isForm ? body : body && JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** Hands in a video of two seconds. */
export async function handInVideo(person: Person, homeworkId: number): Promise<void> {
  const clip = readFileSync(new URL('../clips/wide.mp4', import.meta.url))
  const form = new FormData()
  form.append('file', new Blob([clip], { type: 'video/mp4' }), 'practice.mp4')
  const file = (await call(person.id, 'POST', '/media-files', form)) as { id: number }
  const { rows } = await withDatabase(client =>
    client.query('select id from user_homeworks where user_stream_id = $1 and homework_id = $2', [
      person.streamId,
      homeworkId,
    ]),
  )
  const path = `/user-course-streams/${person.streamId}/user-homework/${rows[0].id}`
  await call(person.id, 'POST', path, { file_ids: [file.id] })
}

/** The course and chat of a learner's stream. */
export async function placeOf(streamId: number): Promise<{ courseId: number; chatId: number }> {
  const { rows } = await withDatabase(client =>
    client.query('select course_id, id from chats where user_stream_id = $1', [streamId]),
  )
  return { courseId: Number(rows[0].course_id), chatId: Number(rows[0].id) }
}
