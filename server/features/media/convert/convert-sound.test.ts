import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { post, read, startChat } from '#server/app/testing/chat-people.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { mediaTypeCodes } from '#shared/features/media/forms.ts'
import { runsFfmpeg } from '../testing/needs-ffmpeg.ts'
import { uploadFile } from '../testing/send-file.ts'

vi.setConfig({ testTimeout: 90_000 })

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await startTestApp()
  folder = await mkdtemp(join(tmpdir(), 'kurso-voice-'))
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

/** A tone of so many seconds, silent in its second half, as a browser records it. */
async function recorded(seconds: number, ending: 'webm' | 'm4a'): Promise<Buffer> {
  const path = join(folder, `${seconds}.${ending}`)
  const coding = ending === 'webm' ? ['-c:a', 'libopus'] : ['-c:a', 'aac']
  const tone = `aevalsrc=if(lt(t\\,${seconds / 2})\\,sin(2200*t)\\,0):d=${seconds}`
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', tone, '-metadata', 'title=Mine', ...coding, path])
  return readFile(path)
}

async function settled(who: TestClient, bytes: Buffer, type: string) {
  const { mediaId } = await uploadFile(app, who, bytes, { name: 'voice', type })
  return vi.waitFor(
    async () => {
      const file = (await who.call('GET /media-files/:id', { params: { id: mediaId } })).data
      expect(file.status).toMatch(/DONE|FAIL/)
      return file
    },
    { timeout: 60_000, interval: 50 },
  )
}

test.runIf(runsFfmpeg)(
  'a recorded voice becomes one file that all play, with its length and how loud it is [CHT-14, MED-03]',
  async () => {
    const learner = await app.signIn()
    for (const ending of ['webm', 'm4a'] as const) {
      const file = await settled(learner, await recorded(4, ending), ending === 'webm' ? 'audio/webm' : 'audio/mp4')
      expect(file).toMatchObject({
        status: 'DONE',
        type: mediaTypeCodes.sound,
        mime: 'audio/mp4',
        mp4: null,
        urls: null,
      })
      expect(file.url).toMatch(/\.m4a$/)
      expect(Math.abs(file.duration - 4)).toBeLessThan(0.2)
      expect(file.waveform).toHaveLength(48)
      const [loud, silent] = [file.waveform?.slice(2, 20) ?? [], file.waveform?.slice(28, 46) ?? []]
      expect(Math.min(...loud)).toBeGreaterThan(60)
      expect(Math.max(...silent)).toBeLessThan(15)
      const made = await app.server.inject({ url: file.url ?? '' })
      expect([made.statusCode, made.headers['content-type']]).toEqual([200, 'audio/mp4'])
      expect(made.rawPayload.includes('Mine')).toBe(false)
    }
  },
)

test.runIf(runsFfmpeg)(
  'a recorder that has ended by itself, a little late, has recorded a voice [CHT-14]',
  async () => {
    const learner = await app.signIn()
    const file = await settled(learner, await recorded(301, 'webm'), 'audio/webm')
    expect(file).toMatchObject({ status: 'DONE', failure: null })
    expect(Math.abs(file.duration - 301)).toBeLessThan(0.2)
  },
)

test.runIf(runsFfmpeg)(
  'what is too long, holds no sound, or was not announced as a voice, is none [CHT-14, CHT-07]',
  async () => {
    const learner = await app.signIn()
    const voice = await recorded(2, 'webm')
    const failureOf = async (bytes: Buffer, type: string) => (await settled(learner, bytes, type)).failure
    expect(await failureOf(await recorded(306, 'webm'), 'audio/webm')).toBe('file_too_large')
    expect(await failureOf(Buffer.from('no sound at all, only words'), 'audio/webm')).toBe('not_photo_or_video')
    expect(await failureOf(voice.subarray(0, 60), 'audio/webm')).toBe('file_broken')
    expect(await failureOf(voice, 'video/webm')).toBe('not_photo_or_video')
  },
)

test.runIf(runsFfmpeg)(
  'a voice is sent in a message, heard by the other side alone, and its words are added below it [CHT-14, SEC-02]',
  async () => {
    const { expert, learner, chatId } = await startChat(app)
    const file = await settled(expert, await recorded(2, 'webm'), 'audio/webm')
    const sent = await expert.call('POST /chats/:id/messages', {
      params: { id: chatId },
      body: { file_ids: [file.id] },
      idempotencyKey: 'voice',
    })
    expect(sent.data).toMatchObject({ message: '', files: [{ id: file.id, waveform: file.waveform }] })
    const changed = await expert.call('PUT /chats/:id/messages/:messageId', {
      params: { id: chatId, messageId: sent.data.id },
      body: { message: 'Breathe out longer' },
    })
    expect(changed.data).toMatchObject({ message: 'Breathe out longer', files: [{ id: file.id }] })
    expect((await read(learner, chatId)).data).toMatchObject([
      { message: 'Breathe out longer', files: [{ id: file.id }] },
    ])
    const stranger = await app.signIn()
    expect((await stranger.call('GET /media-files/:id', { params: { id: file.id } })).status).toBe(404)
    const own = await stranger.call('POST /chats/:id/messages', {
      params: { id: (await startChat(app)).chatId },
      body: { file_ids: [file.id] },
      idempotencyKey: 'theirs',
    })
    expect(own.status).toBe(404)
    expect((await post(learner, chatId, 'Thank you')).status).toBe(200)
  },
)
