import { execFileSync } from 'node:child_process'
import { access, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { startUnsweptApp } from '#server/app/testing/unswept-app.ts'
import { runsFfmpeg } from '#server/features/media/testing/needs-ffmpeg.ts'
import { uploadFile } from '#server/features/media/testing/send-file.ts'
import { tidyMedia } from '#server/features/media/tidy-media.ts'
import { mediaFolder, openMediaStore } from '#server/features/media/media-store.ts'
import { recordedCall, type RecordedCall } from '#server/app/testing/recorded-call.ts'
import { tidyRecordings } from './films.ts'

const start = Date.parse('2027-03-01T10:00:00Z')
const hour = 3_600_000
// Conversions need the processor, which takes long on a busy machine.
vi.setConfig({ testTimeout: 300_000 })

const fileOf = async (who: TestClient, id: number) => (await who.call('GET /media-files/:id', { params: { id } })).data
const newest = async (call: RecordedCall, who = call.learner) => (await call.read(who)).data.recordings[0]

/** Has what waits done at once, without a film being made of it. */
const tidy = (app: TestApp) =>
  tidyRecordings({
    database: app.db,
    clock: () => app.clock.now,
    receiving: { convertLater: async () => {} },
    canConvertNow: async () => true,
  })
const tidyFiles = (app: TestApp, clock: () => number) =>
  tidyMedia({
    database: app.db,
    clock,
    store: openMediaStore({ dataDir: app.dataDir }),
    folder: join(app.dataDir, 'uploads'),
    convertLater: async () => {},
    onMediaChanged: () => {},
  })
const filmRows = async (app: TestApp, recordingId: number) => {
  const { rows } = await app.db.query<{ id: number; parts: { id: number; at: number; most: number }[] }>({
    text: 'select id, parts from media where recording_id = $1 and parts is not null',
    values: [recordingId],
  })
  return rows
}
const setDone = (app: TestApp, id: number) =>
  app.db.query({
    text: `update media set status = 'DONE', files = '{"mp4": "film.mp4"}', duration_ms = 9000, bytes = 77 where id = $1`,
    values: [id],
  })

describe('a film of what both sent', () => {
  let app: TestApp
  let folder = ''
  beforeAll(async () => {
    app = await startTestApp()
    folder = await mkdtemp(join(tmpdir(), 'kurso-clips-'))
  })
  afterAll(async () => {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** As a browser records it: a colour and a tone. */
  async function clip(color: string, hertz: number, seconds: number): Promise<Buffer> {
    const path = join(folder, `${color}.webm`)
    const picture = `color=${color}:s=320x240:r=15:d=${seconds}`
    const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', `sine=frequency=${hertz}:duration=${seconds}`]
    const coding = ['-c:v', 'libvpx', '-b:v', '200k', '-deadline', 'realtime', '-c:a', 'libopus']
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...inputs, ...coding, path])
    return readFile(path)
  }

  /** What is seen in the middle of each half at a moment (seconds). */
  const halvesAt = (path: string, seconds: number) =>
    [480, 1440].map(x => {
      const seek = ['-v', 'error', '-ss', String(seconds), '-i', path, '-frames:v', '1']
      const pixels = ['-vf', `format=rgb24,crop=2:2:${x}:270`, '-f', 'rawvideo', '-']
      const [red = 0, green = 0, blue = 0] = execFileSync('ffmpeg', [...seek, ...pixels])
      return (red > 150 && 'red') || (blue > 150 && 'blue') || (green > 100 && 'green') || 'dark'
    })
  const loudness = (path: string, hertz: number, from: number, to: number) => {
    const filter = `atrim=${from}:${to},bandpass=f=${hertz}:w=60,volumedetect`
    const said = execFileSync('sh', [
      '-c',
      `ffmpeg -hide_banner -nostats -i ${path} -af ${filter} -f null - 2>&1`,
    ]).toString()
    return Number(/mean_volume: (-?[\d.]+) dB/.exec(said)?.[1])
  }

  test.runIf(runsFfmpeg)(
    'stands side by side with both sounds, each from its own moment on; both hear of it, and what it was made of goes [CNS-19]',
    async () => {
      const call = await recordedCall(app, start)
      const { learner, expert } = call
      const id = await call.begin()
      app.clock.set(start + 8000)
      const red = await uploadFile(app, learner, await clip('red', 440, 3), { name: 'call.webm' })
      const blue = await uploadFile(app, expert, await clip('blue', 1500, 4), { name: 'call.webm' })
      await call.stop(expert, id)
      await call.handIn(learner, id, red.mediaId, start)
      // Two seconds later than the learner's.
      await call.handIn(expert, id, blue.mediaId, start + 2000)
      const ready = await vi.waitFor(
        async () => {
          const found = await newest(call)
          const told = await app.db.query({
            text: 'select from call_recordings where id = $1 and finished_at is not null',
            values: [id],
          })
          expect([found?.film?.status, told.rowCount]).toEqual(['DONE', 1])
          return found
        },
        { timeout: 280_000, interval: 200 },
      )
      const film = ready?.film
      expect(film).toMatchObject({ type: 1, name: '2027-03-01.mp4', width: 1920, height: 540 })
      expect(Math.abs((film?.duration ?? 0) - 6)).toBeLessThan(0.4)
      const answer = await app.server.inject({
        url: film?.mp4 ?? '/none',
        headers: { authorization: `Bearer ${expert.token}` },
      })
      expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, film?.bytes])
      expect((await app.server.inject({ url: film?.preview ?? '/none' })).headers['content-type']).toBe('image/jpeg')
      const path = join(folder, 'film.mp4')
      await writeFile(path, answer.rawPayload)
      expect([halvesAt(path, 1), halvesAt(path, 2.6), halvesAt(path, 4.5)]).toEqual([
        ['red', 'dark'],
        ['red', 'blue'],
        ['dark', 'blue'],
      ])
      expect(loudness(path, 440, 0.2, 1.8) - loudness(path, 1500, 0.2, 1.8)).toBeGreaterThan(15)
      expect(loudness(path, 1500, 3.4, 5.6) - loudness(path, 440, 3.4, 5.6)).toBeGreaterThan(15)
      // The parts are nobody's files any more.
      expect((await learner.call('GET /media-files/:id', { params: { id: red.mediaId } })).status).toBe(404)
      expect((await expert.call('GET /media-files/:id', { params: { id: blue.mediaId } })).status).toBe(404)
    },
  )

  test.runIf(runsFfmpeg)(
    'of one part alone is what there is; a part that cannot be joined is a failed job of the school [CNS-19]',
    async () => {
      const call = await recordedCall(app, start)
      const id = await call.begin()
      app.clock.set(start + 5000)
      const red = await uploadFile(app, call.learner, await clip('red', 440, 3), { name: 'call.webm' })
      await vi.waitFor(async () => expect((await fileOf(call.learner, red.mediaId)).status).toBe('DONE'), {
        timeout: 280_000,
      })
      await call.stop(call.learner, id)
      await call.handIn(call.learner, id, red.mediaId, start)
      expect((await newest(call))?.film).toBeNull()
      // Its converted file is lost, so nothing can be joined.
      const { rows } = await app.db.query<{ key: string; files: { mp4: string } }>({
        text: 'select key, files from media where id = $1',
        values: [red.mediaId],
      })
      const stored = join(mediaFolder(app.dataDir), rows[0]?.key ?? '', rows[0]?.files.mp4 ?? '')
      const bytes = await readFile(stored)
      await rm(stored)
      app.clock.set(start + 7 * hour)
      const admin = await app.signIn({ role: 'admin' })
      await vi.waitFor(
        async () => {
          const { data } = await admin.call('GET /studio/today')
          expect(JSON.stringify(data)).toContain('convert-video')
        },
        { timeout: 280_000, interval: 500 },
      )
      await writeFile(stored, bytes)
      expect((await admin.call('POST /studio/failed-jobs/retry')).status).toBe(200)
      await vi.waitFor(async () => expect((await newest(call))?.film).toMatchObject({ status: 'DONE', width: 960 }), {
        timeout: 280_000,
        interval: 200,
      })
    },
  )
})

describe('when, for whom and how long', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startUnsweptApp()
  })
  afterAll(() => app.close())

  /** A recording of an hour with the parts of both, or of one. */
  async function recorded(parts: 'both' | 'one' | 'none', terms = {}) {
    const call = await recordedCall(app, start, terms)
    const id = await call.begin()
    app.clock.set(start + hour)
    await call.stop(call.learner, id)
    const clips = [await call.clipOf(call.learner), await call.clipOf(call.expert)]
    if (parts !== 'none') await call.handIn(call.learner, id, clips[0] ?? 0, start + 2000)
    if (parts === 'both') await call.handIn(call.expert, id, clips[1] ?? 0, start - 5000)
    return { call, id, clips }
  }

  /** Ready to be watched. */
  async function filmed(terms = {}) {
    const { call, id } = await recorded('both', terms)
    await tidy(app)
    const [film] = await filmRows(app, id)
    await setDone(app, film?.id ?? 0)
    await tidy(app)
    return { call, id, mediaId: film?.id ?? 0 }
  }

  test('two parts are joined at once, however often it is looked, from when both recorded; one part after six hours; none never [CNS-19]', async () => {
    const both = await recorded('both')
    await Promise.all([tidy(app), tidy(app)])
    await tidy(app)
    expect(await filmRows(app, both.id)).toMatchObject([
      {
        parts: [
          { id: both.clips[0], at: 2000, most: hour - 2000 },
          // Nothing before the recording ran counts.
          { id: both.clips[1], at: 0, most: hour },
        ],
      },
    ])
    const [one, none] = [await recorded('one'), await recorded('none')]
    app.clock.set(start + 6.9 * hour)
    await tidy(app)
    expect([await filmRows(app, one.id), await filmRows(app, none.id)]).toEqual([[], []])
    app.clock.set(start + 7.1 * hour)
    await tidy(app)
    expect(await filmRows(app, one.id)).toMatchObject([{ parts: [{ id: one.clips[0], at: 0 }] }])
    expect(await newest(none.call)).toMatchObject({ state: 'over', film: null, has_failed: true })
  })

  test('a film that cannot be joined within two days is given up, and what it was to be made of goes [CNS-19]', async () => {
    const { call, id } = await recorded('both')
    await tidy(app)
    const [film] = await filmRows(app, id)
    const daysPass = async (days: number) => {
      await app.db.query({
        text: 'update media set updated_at = now() - make_interval(days => $2) where id = $1',
        values: [film?.id, days],
      })
      await tidyFiles(app, () => Date.now())
      await tidy(app)
    }
    await daysPass(1)
    expect(await newest(call)).toMatchObject({ film: { status: 'UPLOADED' }, has_failed: false })
    await daysPass(3)
    const sent = [call.learner.userId, call.expert.userId]
    expect(await newest(call)).toMatchObject({ film: null, has_failed: true, sent_ids: sent })
    const kept = await app.db.query({ text: 'select from media where recording_id = $1', values: [id] })
    expect(kept.rowCount).toBe(0)
    await tidy(app)
    expect(await filmRows(app, id)).toEqual([])
  })

  test('what nobody ended is over with the call [CNS-19]', async () => {
    const call = await recordedCall(app, start)
    await call.begin()
    app.clock.set(start + 59 * 60_000)
    await tidy(app)
    expect(await newest(call)).toMatchObject({ state: 'running' })
    app.clock.set(start + 20 * hour)
    await tidy(app)
    expect(await newest(call)).toMatchObject({ state: 'over', ended_at: start / 1000 + 3600 })
  })

  test('both get one notice that it is ready, and their pages hear of it [CNS-19]', async () => {
    const { call, id } = await recorded('both')
    await tidy(app)
    for (const { userId } of [call.learner, call.expert])
      await app.db.query({
        text: `insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
          select user_id, id, 'https://push.test/' || id, '', '' from sessions where user_id = $1`,
        values: [userId],
      })
    await setDone(app, (await filmRows(app, id))[0]?.id ?? 0)
    await Promise.all([tidy(app), tidy(app)])
    const { rows } = await app.db.query<{ user_id: number; data: object }>({
      text: 'select user_id, data from notices where key = $1 order by user_id',
      values: [`recording:${id}`],
    })
    expect(rows).toMatchObject([
      { user_id: call.learner.userId, data: { consultation_id: call.id, what: 'recorded' } },
      { user_id: call.expert.userId },
    ])
    const told = await app.db.query({
      text: `select from live_events where type = 'video_consultation' and room in ('user:' || $1, 'user:' || $2)`,
      values: [call.learner.userId, call.expert.userId],
    })
    expect(told.rowCount).toBe(2)
  })

  test('the two and who looks after all learners watch it, nobody else, and signed addresses are theirs alone [CNS-19]', async () => {
    const { call } = await filmed()
    const film = (await newest(call))?.film
    const watch = async ({ token }: TestClient) =>
      (await app.server.inject({ method: 'HEAD', url: film?.mp4 ?? '', headers: { authorization: `Bearer ${token}` } }))
        .statusCode
    const others = {
      support: await app.signIn({ role: 'support' }),
      admin: await app.signIn({ role: 'admin' }),
      expert: await app.signIn({ role: 'expert' }),
      author: await app.signIn({ role: 'author' }),
      learner: await app.signIn(),
      elsewhere: await app.signIn({ role: 'admin', brandId: 'mind' }),
    }
    const reads = Object.fromEntries(
      await Promise.all(
        Object.entries(others).map(async ([name, who]) => [name, (await call.read(who)).status] as const),
      ),
    )
    expect(reads).toEqual({ support: 200, admin: 200, expert: 404, author: 404, learner: 404, elsewhere: 401 })
    expect((await call.read(app.visitor)).status).toBe(401)
    for (const who of Object.values(others).slice(2)) expect(await watch(who)).toBe(404)
    expect(film?.mp4).toMatch(/^\/media\/[^/]+\/~\d+-/)
    // Who was in it sees it also when another expert has taken the consultation over, who does not.
    await app.db.query({
      text: 'update video_consultations set expert_id = $1 where id = $2',
      values: [others.expert.userId, call.id],
    })
    expect((await newest(call, call.expert))?.film?.status).toBe('DONE')
    expect((await call.read(others.expert)).data.recordings).toEqual([])
  })

  test('its bytes count for the school, and for nobody’s quota [CNS-19]', async () => {
    const { call, mediaId } = await filmed()
    const { rows } = await app.db.query<{ owner_id: number | null; bytes: number }>({
      text: 'select owner_id, bytes from media where id = $1',
      values: [mediaId],
    })
    expect(rows).toEqual([{ owner_id: null, bytes: 77 }])
    const { config } = app.brands.default
    const before = config.uploadQuota
    const kept = await app.db.query<{ bytes: number }>({
      text: `select sum(bytes)::int as bytes from media where brand_id = 'kurso' and (owner_id is not null or is_in_library or recording_id is not null)`,
    })
    config.uploadQuota = { ...before, brandBytes: (kept.rows[0]?.bytes ?? 0) + 50 }
    const sent = async (size: number) => (await uploadFile(app, call.learner, Buffer.alloc(size))).answer.statusCode
    expect(await sent(51)).toBe(503)
    config.uploadQuota = before
  })

  test.each([
    ['its last day is over', { endsOn: '2027-03-10' }, '2027-03-10T23:59:00Z', '2027-03-11T00:01:00Z', undefined],
    ['staff take the learner out', {}, '2027-03-02', '2027-03-02', 'update user_streams set taken_out_at = now()'],
    ['the account of the learner is deleted', {}, '2027-03-02', '2027-03-02', 'delete from users'],
  ])(
    'until %s it stays, then it is served no more, and its files go [CNS-19]',
    async (_, terms, before, after, act) => {
      const { call, id, mediaId } = await filmed(terms)
      const { rows } = await app.db.query<{ key: string }>({
        text: 'select key from media where id = $1',
        values: [mediaId],
      })
      const stored = join(mediaFolder(app.dataDir), rows[0]?.key ?? '')
      await mkdir(stored, { recursive: true })
      await writeFile(join(stored, 'film.mp4'), 'film')
      app.clock.set(before)
      await tidy(app)
      const film = (await newest(call))?.film
      const watch = async () =>
        (
          await app.server.inject({
            method: 'HEAD',
            url: film?.mp4 ?? '',
            headers: { authorization: `Bearer ${call.expert.token}` },
          })
        ).statusCode
      expect(await watch()).toBe(200)
      app.clock.set(after)
      if (act?.startsWith('update')) await app.db.query({ text: `${act} where id = $1`, values: [call.pupil.streamId] })
      if (act?.startsWith('delete')) await app.db.query({ text: `${act} where id = $1`, values: [call.learner.userId] })
      expect(await watch()).toBe(404)
      if (!act?.startsWith('delete'))
        expect((await call.read(call.expert)).data).toMatchObject({ recordings: [], can_record: false })
      await tidy(app)
      await tidyFiles(app, () => app.clock.now)
      const left = await app.db.query({
        text: 'select from call_recordings where id = $1 union all select from media where id = $2',
        values: [id, mediaId],
      })
      expect(left.rowCount).toBe(0)
      await expect(access(stored)).rejects.toThrow('ENOENT')
    },
  )
})
