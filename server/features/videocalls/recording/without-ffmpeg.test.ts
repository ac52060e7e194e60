import { execFileSync } from 'node:child_process'
import { readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { recordedCall, type RecordedCall } from '#server/app/testing/recorded-call.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { mediaFolder, openMediaStore } from '#server/features/media/media-store.ts'
import { runsFfmpeg } from '#server/features/media/testing/needs-ffmpeg.ts'
import { uploadFile } from '#server/features/media/testing/send-file.ts'
import { tidyMedia } from '#server/features/media/tidy-media.ts'

const start = Date.parse('2027-03-01T10:00:00Z')
const minute = 60_000
// Conversions need the processor, which takes long on a busy machine.
vi.setConfig({ testTimeout: 300_000 })
const patient = { timeout: 280_000, interval: 500 }

const path = process.env['PATH']
const setFfmpeg = (is: 'here' | 'gone') => (process.env['PATH'] = is === 'here' ? path : '/nowhere')
let app: TestApp | undefined
afterEach(async () => {
  setFfmpeg('here')
  await app?.close()
  app = undefined
})

/** The conversions have been given up, and staff see it. */
const isGivenUp = (admin: TestClient) =>
  vi.waitFor(
    async () => expect(JSON.stringify((await admin.call('GET /studio/today')).data)).toContain('convert-video'),
    patient,
  )

/** As a browser records it, or as a phone films. */
async function clip(kind: 'webm' | 'mp4' = 'webm'): Promise<Buffer> {
  const file = join(tmpdir(), `kurso-clip-${process.pid}.${kind}`)
  const inputs = ['-f', 'lavfi', '-i', 'color=red:s=160x120:r=15:d=2', '-f', 'lavfi', '-i', 'sine=duration=2']
  const coding = kind === 'webm' ? ['libvpx', '-deadline', 'realtime'] : ['libx264', '-pix_fmt', 'yuv420p']
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...inputs, '-c:v', ...coding, file])
  const bytes = await readFile(file)
  await rm(file)
  return bytes
}

/** Recorded as a server before this one let them. */
const begunBefore = async (of: TestApp, { id, learner, expert }: RecordedCall) => {
  const { rows } = await of.db.query<{ id: number }>({
    text: `with r as (insert into call_recordings (consultation_id, asked_at, started_at)
        values ($1, to_timestamp($2), to_timestamp($2)) returning id, asked_at)
      insert into call_recording_sides (recording_id, user_id, page, agreed_at)
      select r.id, u.id, 'page00000000.0', r.asked_at from r, unnest($3::bigint[]) as u(id) returning recording_id as id`,
    values: [id, start / 1000, [learner.userId, expert.userId]],
  })
  return rows[0]?.id ?? 0
}

/** Three days pass, in which the server tidies. */
async function threeDaysLater(of: TestApp) {
  await of.db.query({ text: `update media set updated_at = updated_at - interval '3 days'` })
  await tidyMedia({
    database: of.db,
    clock: () => Date.now(),
    store: openMediaStore({ dataDir: of.dataDir }),
    folder: join(of.dataDir, 'uploads'),
    convertLater: async () => {},
    onMediaChanged: () => {},
  })
}

test.runIf(runsFfmpeg).each(['while the server runs', 'before it starts'] as const)(
  'what both have recorded when ffmpeg goes %s is kept, both are told, and the film is made once it is back [CNS-19]',
  async when => {
    const bytes = await clip()
    if (when === 'before it starts') setFfmpeg('gone')
    app = await startTestApp()
    const of = app
    const call = await recordedCall(of, start)
    const admin = await of.signIn({ role: 'admin' })
    const id = when === 'before it starts' ? await begunBefore(of, call) : await call.begin()
    setFfmpeg('gone')
    of.clock.set(start + 2 * minute)
    const send = async (who: TestClient) => (await uploadFile(of, who, bytes, { name: 'call.webm' })).mediaId
    const clips = { learner: await send(call.learner), expert: await send(call.expert) }
    await call.stop(call.expert, id)
    await isGivenUp(admin)
    expect((await call.handIn(call.learner, id, clips.learner, start)).status).toBe(200)
    expect((await call.handIn(call.expert, id, clips.expert, start)).status).toBe(200)
    await threeDaysLater(of)
    for (const who of [call.learner, call.expert]) {
      const { data } = await call.read(who)
      expect(data.can_record).toBe(false)
      expect(data.recordings).toMatchObject([{ state: 'over', film: null, has_failed: false }])
      expect(data.recordings[0]?.sent_ids).toHaveLength(2)
    }
    expect((await call.agree(call.learner, 'phone')).data).toMatchObject({ code: 'recording_unsupported' })
    const stored = await readdir(mediaFolder(of.dataDir), { recursive: true })
    expect(stored.filter(name => name.endsWith('source'))).toHaveLength(2)

    setFfmpeg('here')
    of.clock.set(start + 4 * minute)
    const parts = async () => {
      const { rows } = await of.db.query<{ status: string }>({
        text: 'select status from media where recording_id = $1 and parts is null',
        values: [id],
      })
      return rows.map(({ status }) => status)
    }
    await vi.waitFor(async () => {
      await admin.call('POST /studio/failed-jobs/retry')
      expect(await parts()).toEqual(['DONE', 'DONE'])
    }, patient)
    await vi.waitFor(async () => {
      const { data } = await call.read(call.expert)
      expect(data).toMatchObject({ can_record: true, recordings: [{ film: { status: 'DONE' } }] })
    }, patient)
  },
)

test.runIf(runsFfmpeg)('a film that ffmpeg did not finish is joined again from the same parts [CNS-19]', async () => {
  const bytes = await clip()
  app = await startTestApp()
  const of = app
  const call = await recordedCall(of, start)
  const id = await call.begin()
  of.clock.set(start + 2 * minute)
  const red = (await uploadFile(of, call.learner, bytes, { name: 'call.webm' })).mediaId
  await vi.waitFor(
    async () =>
      expect((await call.learner.call('GET /media-files/:id', { params: { id: red } })).data.status).toBe('DONE'),
    patient,
  )
  await call.stop(call.expert, id)
  await call.handIn(call.learner, id, red, start)
  // It still seems to be there as of a minute ago.
  of.clock.set(start + 8 * 60 * minute)
  await call.read(call.learner)
  setFfmpeg('gone')
  const keys = new Set<string>()
  const films = async () => {
    const { rows } = await of.db.query<{ key: string; status: string }>({
      text: 'select key, status from media where recording_id = $1 and parts is not null',
      values: [id],
    })
    for (const { key } of rows) keys.add(key)
    return rows
  }
  await vi.waitFor(
    async () => {
      await films()
      expect(keys.size).toBe(1)
    },
    { ...patient, interval: 20 },
  )
  await vi.waitFor(async () => expect(await films()).toEqual([]), patient)
  expect((await call.read(call.learner)).data.recordings).toMatchObject([{ film: null, has_failed: false }])
  setFfmpeg('here')
  await vi.waitFor(async () => expect(await films()).toMatchObject([{ status: 'DONE' }]), patient)
  expect(keys.size).toBeGreaterThan(1)
})

test.runIf(runsFfmpeg)(
  'a recording that waits for ffmpeg keeps no other video of its people waiting: what browsers play is there at once, and the rest is refused once no part is taken any more [CNS-19]',
  async () => {
    const [recorded, filmed] = [await clip(), await clip('mp4')]
    setFfmpeg('gone')
    app = await startTestApp()
    const of = app
    const call = await recordedCall(of, start)
    const { learner, expert } = call
    const admin = await of.signIn({ role: 'admin' })
    const id = await begunBefore(of, call)
    of.clock.set(start + 2 * minute)
    const send = async (bytes: Buffer, name: string) => (await uploadFile(of, learner, bytes, { name })).mediaId
    const statusOf = async (media: number) =>
      (await learner.call('GET /media-files/:id', { params: { id: media } })).data
    const part = (await uploadFile(of, expert, recorded, { name: 'call.webm' })).mediaId
    await call.stop(expert, id)
    await call.handIn(expert, id, part, start)
    const homework = await send(filmed, 'homework.mp4')
    await vi.waitFor(async () => expect((await statusOf(homework)).status).toBe('DONE'), patient)
    const late = await send(recorded, 'late.webm')
    await isGivenUp(admin)
    expect((await statusOf(late)).status).toBe('UPLOADED')

    of.clock.set(start + 7 * 60 * minute)
    await admin.call('POST /studio/failed-jobs/retry')
    const refused = { status: 'FAIL', failure: 'format_unsupported' }
    await vi.waitFor(async () => expect(await statusOf(late)).toMatchObject(refused), patient)
    const next = await send(recorded, 'next.webm')
    await vi.waitFor(async () => expect(await statusOf(next)).toMatchObject(refused), patient)
    expect((await call.read(learner)).data.recordings).toMatchObject([{ film: null, has_failed: false }])
  },
)
