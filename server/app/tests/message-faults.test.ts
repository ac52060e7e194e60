import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertUser } from '#server/features/accounts/queries.ts'
import { startSession } from '#server/features/accounts/sessions/sessions.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { MessageWire } from '#shared/features/chat/contract.ts'
import { beside, type ChildServer, fetchCall, startChildServer } from '../testing/child-server.ts'
import { enrol, insertCourse } from '../testing/course-fixture.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'kurso-messages-'))
// PostgreSQL runs as another user when the tests run as root.
chmodSync(dataDir, 0o711)

const messages = 1000
const lostShare = 0.3

let server: ChildServer
let chatId = 0
const tokens = { learner: '', expert: '' }

beforeAll(async () => {
  server = await startChildServer(dataDir)
  await beside(dataDir, async database => {
    const course = await insertCourse(database, { stages: [{ days: [{}] }] })
    const learner = await addPerson(database, 'learner')
    const expert = await addPerson(database, 'expert')
    Object.assign(tokens, { learner: learner.token, expert: expert.token })
    const place = await enrol(database, course, learner.id, { startsOn: '2026-01-01', endsOn: '2036-01-01' })
    const { rows } = await database.query<{ id: number }>({
      text: 'select id from chats where user_stream_id = $1',
      values: [place],
    })
    chatId = rows[0]?.id ?? 0
  })
})
afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function addPerson(database: Database, role: 'learner' | 'expert') {
  const user = { brandId: 'kurso', email: `${role}@example.com`, firstName: '', lastName: '', role }
  const row = JSON.stringify({ ...user, languageCode: 'en', timezone: 'UTC' })
  const id = (await insertUser(database, row))?.id ?? 0
  const caller = { brandId: 'kurso', appType: 'web', language: 'en', network: '', userAgent: '', host: '' } as const
  return { id, token: await startSession(database, id, caller, Date.now()) }
}

/** Makes a request over a network that loses three of ten requests or answers; undefined when nothing came back. */
async function ask<Answer>(who: keyof typeof tokens, name: string, body?: object, key?: string) {
  if (Math.random() < lostShare / 2) return undefined
  try {
    const answer = await fetchCall(server.url, tokens[who], name, body, key)
    const data = (await answer.json()) as Answer
    return answer.status === 200 && Math.random() >= lostShare / 2 ? data : undefined
  } catch {
    return undefined
  }
}

/** Sends a message repeatedly under its key until it is answered, as an outbox does. */
async function deliver(text: string, key: string): Promise<MessageWire> {
  for (;;) {
    const answer = await ask<MessageWire>('expert', `POST /chats/${chatId}/messages`, { message: text }, key)
    if (answer) return answer
    await wait(2)
  }
}

type Polled = { events: { seq: number; data: { message: MessageWire } }[]; rooms: Record<string, number> }

/** Listens from the last known number until `count` messages have arrived, rereading what was lost. */
async function listen(count: number): Promise<MessageWire[]> {
  const room = `chat:${chatId}`
  const heard: MessageWire[] = []
  let after = 0
  while (heard.length < count) {
    const answer = await ask<Polled>('learner', 'POST /live/poll', { rooms: { [room]: after }, wait_seconds: 1 })
    if (!answer) await wait(20)
    for (const { seq, data } of answer?.events ?? []) {
      heard.push(data.message)
      after = seq
    }
  }
  return heard
}

test('a thousand messages, fifty of them equal, three of ten requests lost and the server killed twice: each is there once and in order [REL-01, REL-02, CHT-08, CHT-09]', async () => {
  const texts = Array.from({ length: messages }, (_, index) => (index % 20 === 0 ? 'Equal' : `Message ${index}`))
  const hearing = listen(messages)
  const acknowledged: number[] = []
  for (const [index, text] of texts.entries()) {
    const isCut = index === 300 || index === 700
    const sending = deliver(text, `key-${index}`)
    if (isCut) {
      await server.cutPower()
      server = await startChildServer(dataDir)
    }
    acknowledged.push((await sending).id)
  }
  const heard = await hearing
  expect(heard.map(({ message }) => message)).toEqual(texts)
  expect(heard.map(({ number }) => number)).toEqual(Array.from({ length: messages }, (_, index) => index + 1))
  expect(heard.map(({ id }) => id)).toEqual(acknowledged)
  const kept = await beside(dataDir, database =>
    database.query<{ id: number }>({
      text: 'select id from chat_messages where chat_id = $1 order by number',
      values: [chatId],
    }),
  )
  expect(kept.rows.map(({ id }) => id)).toEqual(acknowledged)
})
