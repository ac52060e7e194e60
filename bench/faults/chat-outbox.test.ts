import 'fake-indexeddb/auto'
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sendFile } from '#kit/features/media/uploads/send-file.ts'
import { databaseUploads } from '#kit/features/media/uploads/upload-store.ts'
import { Uploads } from '#kit/features/media/uploads/uploads.ts'
import { settings } from '#kit/request/connection.ts'
import { request, send } from '#kit/request/request.ts'
import { NetworkError } from '#kit/request/request-errors.ts'
import { Outbox } from '#kit/outbox/waiting-writes.ts'
import { databaseWrites } from '#kit/outbox/write-store.ts'
import { SchoolWithChat } from './school-with-chat.ts'

const school = new SchoolWithChat()
const call = 'POST /chats/:id/messages'
const patience = 60_000
/** How much faster the device's clock runs, so that waiting between retries takes no time. */
const haste = 1000

beforeAll(() => school.open(), patience)
afterAll(() => school.close(), patience)
beforeEach(() => {
  const { url: origin, userId, token } = school
  Object.assign(settings, { origin, userId, token, appId: 'kurso', language: 'en' })
})

const later = (ms: number, then: () => void) => {
  const timer = setTimeout(then, ms / haste)
  return () => clearTimeout(timer)
}

/** The device's outbox over a network that loses a share of the requests, half of them after the server took them. */
function outboxOver(loss: number, uploads?: Uploads) {
  const counts = { sent: 0, lostBefore: 0, lostAfter: 0 }
  const queue = new Map<string, Promise<void>>()
  const outbox: Outbox = new Outbox({
    store: databaseWrites,
    async send({ call: name, input, idempotencyKey }) {
      const luck = Math.random()
      counts.sent += 1
      if (luck < loss / 2) {
        counts.lostBefore += 1
        throw new NetworkError('lost')
      }
      const { data } = await send(name, { ...input, idempotencyKey })
      if (luck < loss) {
        counts.lostAfter += 1
        throw new NetworkError('unheard')
      }
      return data
    },
    exclusive(lane, work) {
      const done = (queue.get(lane) ?? Promise.resolve()).then(work)
      queue.set(lane, done)
      return done
    },
    later,
    userId: () => settings.userId,
    isOffline: () => false,
    announce: () => {},
    attachments: () => (uploads ? Promise.resolve(uploads) : Promise.reject(new Error('No uploads'))),
    newKey: () => randomBytes(16).toString('hex'),
    now: () => Date.now() * haste,
    random: Math.random,
  })
  return { outbox, counts }
}

type Row = { number: number; text: string; files: number }

function messages(): Promise<Row[]> {
  const text = `select number, text, (select count(*)::int from chat_message_files f where f.message_id = m.id) as files
    from chat_messages m where chat_id = $1 order by number`
  return school.beside(async database => (await database.query<Row>({ text, values: [school.chatId] })).rows)
}

test('a thousand messages over a bad network and two power cuts are each in the chat once, in order [CHT-08][REL-01][REL-02]', async () => {
  const { outbox, counts } = outboxOver(0.3)
  const lane = `chat:${school.chatId}`
  const texts = Array.from({ length: 1000 }, (_, index) => (index % 20 === 7 ? 'the same' : `message ${index}`))
  expect(texts.filter(text => text === 'the same')).toHaveLength(50)
  for (const message of texts) {
    await outbox.add(call, { params: { id: school.chatId }, body: { message } }, { lane, keepsRefused: true })
  }
  for (const left of [700, 350]) {
    await vi.waitFor(() => expect(outbox.writesIn(lane).length).toBeLessThan(left), { timeout: patience, interval: 5 })
    await school.cutPower()
    settings.origin = school.url
  }
  await vi.waitFor(() => expect(outbox.writesIn(lane)).toEqual([]), { timeout: patience, interval: 20 })
  const rows = await messages()
  expect(rows.map(row => row.text)).toEqual(texts)
  expect(rows.map(row => row.number)).toEqual(texts.map((_, index) => index + 1))
  expect(Math.min(counts.lostBefore, counts.lostAfter)).toBeGreaterThan(100)
})

test('a message whose file is half way up when the power fails arrives once, with the file whole [MED-03][HWK-11]', async () => {
  const png = await pngFile()
  let cut: Promise<void> | undefined
  const uploads: Uploads = new Uploads({
    store: databaseUploads,
    send: (upload, file, events) =>
      sendFile(upload, file, {
        ...events,
        async onKept(offset) {
          await events.onKept(offset)
          expect(offset).toBeLessThanOrEqual(file.size)
          if (offset < file.size) cut ??= school.cutPower()
        },
      }),
    exclusive: (_lane, work) => work(),
    later,
    userId: () => settings.userId,
    isOffline: () => false,
    announce: () => {},
    forget: id => request('DELETE /media-files/:id', { params: { id } }),
    limit: () => 1024 ** 3,
    newId: () => randomBytes(16).toString('hex'),
    now: Date.now,
  })
  const { outbox } = outboxOver(0, uploads)
  const before = (await messages()).length
  const id = await uploads.start(png)
  const lane = 'with a file'
  const input = { params: { id: school.chatId }, body: { message: 'see' } }
  await outbox.add(call, input, { lane, uploads: [id] })
  await vi.waitFor(() => expect(cut).toBeDefined(), { timeout: patience })
  await cut
  settings.origin = school.url
  uploads.hurry()
  await vi.waitFor(() => expect(outbox.writesIn(lane)).toEqual([]), { timeout: patience, interval: 20 })
  expect((await messages()).slice(before)).toEqual([{ number: before + 1, text: 'see', files: 1 }])
  const { data } = await request('GET /chats/:id/messages', { params: { id: school.chatId }, query: { 'per-page': 1 } })
  expect(data[0]?.files).toMatchObject([{ name: png.name, status: 'DONE', width: 1200, height: 1000 }])
  expect(await databaseUploads.list(school.userId)).toEqual([])
})

/** A picture that does not compress: a little over three megabytes. */
async function pngFile(): Promise<File> {
  const { default: sharp } = await import('sharp')
  const raw = { width: 1200, height: 1000, channels: 3 as const }
  const bytes = await sharp(randomBytes(1200 * 1000 * 3), { raw })
    .png()
    .toBuffer()
  return new File([new Uint8Array(bytes)], `${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}.png`)
}
