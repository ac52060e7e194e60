import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { leastSeen, watchChildren } from '#server/platform/testing/child-memory.ts'
import { sharedData, sharedDataFolder } from '#shared/platform/testing/shared-data.ts'
import { runsFfmpeg } from '../testing/needs-ffmpeg.ts'
import { uploadFile } from '../testing/send-file.ts'

type Clip = { file: string; seconds?: number; plays_to_the_end: boolean; streams?: Stream[] }
type Stream = { codec_type: string; width: number; height: number; rotation?: number }

const { files } = sharedData<{ files: Clip[] }>('media/media.json')
const tags = ['-movflags', 'use_metadata_tags']
// Conversions need the processor, which takes long on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

let app: TestApp
let learner: TestClient

beforeAll(async () => {
  app = await startTestApp()
  learner = await app.signIn()
})
afterAll(() => app.close())

const bytesOf = (name: string) => readFile(join(sharedDataFolder, 'media', name))
const fileOf = async (id: number) => (await learner.call('GET /media-files/:id', { params: { id } })).data
const get = (url: string | null) => app.server.inject({ url: url ?? '/none' })

async function settled(bytes: Buffer, name = 'clip.mp4') {
  const { mediaId } = await uploadFile(app, learner, bytes, { name })
  return vi.waitFor(
    async () => {
      const file = await fileOf(mediaId)
      expect(file.status).toMatch(/DONE|FAIL/)
      return file
    },
    { timeout: 60_000, interval: 50 },
  )
}

/** What should become of a file according to the list. */
function expectedOf({ plays_to_the_end, streams = [], seconds = 0 }: Clip) {
  const picture = streams.find(({ codec_type }) => codec_type === 'video')
  if (!plays_to_the_end) return { status: 'FAIL', failure: 'file_broken' }
  if (!picture) return { status: 'FAIL', failure: 'not_photo_or_video' }
  const { width, height, rotation = 0 } = picture
  const [shownWidth, shownHeight] = rotation % 180 === 0 ? [width, height] : [height, width]
  return { status: 'DONE', width: shownWidth, height: shownHeight, seconds }
}

const quick = files.filter(({ file, seconds = 0 }) => seconds < 60 && file !== 'broken/empty.mp4')

test.runIf(runsFfmpeg).each(quick)('$file becomes what its list says [MED-04, MED-05]', async clip => {
  const { seconds, ...expected } = { seconds: 0, ...expectedOf(clip) }
  const file = await settled(await bytesOf(clip.file), clip.file)
  expect(file).toMatchObject(expected)
  if (file.status === 'FAIL' || file.type !== 1) return
  expect(Math.abs(file.duration - seconds)).toBeLessThan(0.5)
  const [main, mp4, poster] = await Promise.all([get(file.m3u8), get(file.mp4), get(file.preview)])
  expect([main, mp4, poster].map(answer => answer.headers['content-type'])).toEqual([
    'application/vnd.apple.mpegurl',
    'video/mp4',
    'image/jpeg',
  ])
  expect(main.body).toMatch(/BANDWIDTH=\d{4,},RESOLUTION=\d+x\d+,CODECS="avc1/)
})

test.runIf(runsFfmpeg)(
  'every piece that a signed playlist leads to opens without a session [MED-04, MED-06]',
  async () => {
    const file = await settled(await bytesOf('vertical-360x640.mp4'))
    const main = await get(file.m3u8)
    const renditions = main.body.split('\n').filter(line => line !== '' && !line.startsWith('#'))
    expect([...main.body.matchAll(/RESOLUTION=(\S+?),/g)].map(([, size]) => size)).toEqual(['240x426', '360x640'])
    const bandwidths = [...main.body.matchAll(/BANDWIDTH=(\d+)/g)].map(([, bits]) => Number(bits))
    for (const [index, rendition] of renditions.entries()) {
      const address = new URL(rendition, `http://x${file.m3u8}`)
      const playlist = await get(address.pathname)
      expect(playlist.headers['content-type']).toBe('application/vnd.apple.mpegurl')
      const names = [...playlist.body.matchAll(/URI="([^"]+)"|^([^#\n].*)$/gm)].map(
        ([, map, piece]) => map ?? piece ?? '',
      )
      expect(names.length).toBeGreaterThan(3)
      const sizes: number[] = []
      for (const name of names) {
        const piece = await app.server.inject({ url: new URL(name, address).pathname, headers: { range: 'bytes=0-9' } })
        expect([piece.statusCode, piece.rawPayload.length]).toEqual([206, 10])
        sizes.push(Number(String(piece.headers['content-range']).split('/')[1]))
      }
      const seconds = [...playlist.body.matchAll(/#EXTINF:([\d.]+)/g)].map(([, length]) =>
        Math.max(0.5, Number(length)),
      )
      // A player chooses by a rendition's peak rate; the first name is that of the init segment of all pieces.
      const busiest = Math.max(...seconds.map((length, at) => ((sizes[at + 1] ?? 0) * 8) / length))
      expect(bandwidths[index]).toBe(Math.round(busiest))
    }
  },
)

test.runIf(runsFfmpeg)(
  'HEVC is converted; no place and no names are left in what is served [MED-04, MED-05]',
  async () => {
    const path = join(tmpdir(), `kurso-hevc-${process.pid}.mov`)
    const source = ['-f', 'lavfi', '-i', 'testsrc2=size=128x96:rate=10:duration=1', '-c:v', 'libx265', '-tag:v', 'hvc1']
    const place = [...tags, '-metadata', 'location=+40.4168-003.7038/', '-metadata', 'title=secret words']
    execFileSync('ffmpeg', ['-v', 'quiet', '-y', ...source, '-x265-params', 'log-level=none', ...place, path])
    const bytes = await readFile(path)
    expect(bytes.includes('+40.4168') && bytes.includes('hvc1')).toBe(true)
    const file = await settled(bytes)
    const { rawPayload } = await get(file.mp4)
    expect([rawPayload.includes('avc1'), rawPayload.includes('hvc1')]).toEqual([true, false])
    const copied = await settled(withPlace(await bytesOf('wpt-movie_5.mp4')))
    for (const answer of [rawPayload, (await get(copied.mp4)).rawPayload]) {
      expect(answer.includes('+40.4168')).toBe(false)
      expect(answer.includes('secret words')).toBe(false)
    }
  },
)

/** The same clip, which needs no conversion, with a location in it. */
function withPlace(bytes: Buffer): Buffer {
  const [from, to] = ['from', 'to'].map(name => join(tmpdir(), `kurso-place-${name}-${process.pid}.mov`))
  if (!from || !to) throw new Error('No names')
  execFileSync('sh', ['-c', `cat > ${from}`], { input: bytes })
  const place = [...tags, '-metadata', 'location=+40.4168-003.7038/', '-metadata', 'comment=secret words']
  execFileSync('ffmpeg', ['-v', 'quiet', '-y', '-i', from, '-c', 'copy', ...place, to])
  const placed = execFileSync('cat', [to])
  expect(placed.includes('+40.4168')).toBe(true)
  return placed
}

test.runIf(runsFfmpeg)('a conversion shows its progress [MED-04]', async () => {
  const { mediaId } = await uploadFile(app, learner, await bytesOf('wpt-movie_300.mp4'))
  const seen = new Set<number>()
  await vi.waitFor(
    async () => {
      const { status, progress } = await fileOf(mediaId)
      seen.add(progress)
      expect(status).toBe('DONE')
    },
    { timeout: 60_000, interval: 30 },
  )
  expect([...seen].some(percent => percent > 0 && percent < 100)).toBe(true)
  expect((await fileOf(mediaId)).duration).toBeCloseTo(300, 0)
})

test.runIf(runsFfmpeg)(
  'a video whose conversion the system ends, as for want of memory, is converted again [MED-04]',
  async () => {
    const { mediaId } = await uploadFile(app, learner, await bytesOf('vertical-360x640.mp4'))
    const running = () => execFileSync('pgrep', ['-f', '-P', String(process.pid), 'ffmpeg .*filter_complex']).toString()
    await vi.waitFor(() => process.kill(Number(running()), 'SIGKILL'), { timeout: 60_000, interval: 10 })
    await vi.waitFor(async () => expect((await fileOf(mediaId)).status).toMatch(/DONE|FAIL/), { timeout: 60_000 })
    expect(await fileOf(mediaId)).toMatchObject({ status: 'DONE', failure: null })
  },
)

test.runIf(runsFfmpeg)('a playlist disguised as a video leads nowhere [SEC-05]', async () => {
  const playlist = Buffer.from(`#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n${'#'.repeat(500)}`)
  expect(await settled(playlist)).toMatchObject({ status: 'FAIL', failure: 'not_photo_or_video' })
  const dressed = Buffer.concat([Buffer.from('\x00\x00\x00\x18ftypisom\x00\x00\x00\x00isomiso2'), playlist])
  expect(await settled(dressed)).toMatchObject({ status: 'FAIL', failure: 'file_broken' })
})

const ffmpeg = (args: string, input?: Buffer) =>
  execFileSync('ffmpeg', ['-v', 'error', ...args.split(' '), '-'], { input })

/** One second in each of the sizes, one after the other. */
function growing(...sizes: string[]): Buffer {
  const coding = '-c:v libx264 -preset ultrafast -threads 1 -pix_fmt yuv420p -f h264'
  const seconds = sizes.map(size => ffmpeg(`-f lavfi -i color=s=${size}:r=10:d=1 ${coding}`))
  return ffmpeg('-r 10 -f h264 -i - -c copy -f mpegts', Buffer.concat(seconds))
}

test.runIf(runsFfmpeg)(
  'oversized frames are not decoded, wherever in a video they appear [SEC-05, MED-04]',
  async () => {
    const tooBig = '8192x6144'
    expect(await settled(growing('320x240', '640x480'))).toMatchObject({ status: 'DONE', duration: 2 })
    expect(await settled(growing('320x240', tooBig))).toMatchObject({ status: 'DONE', duration: 1 })
    expect(await settled(growing(tooBig))).toMatchObject({ status: 'FAIL', failure: 'picture_too_big' })
  },
)

const film = (args: string) => {
  const path = join(app.dataDir, `film-${Math.random()}.mp4`)
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args.split(' '), path])
  return readFile(path)
}

test.runIf(runsFfmpeg)(
  'a film of two pictures hours apart takes seconds and less than 300 MB, and nobody else waits for it [SEC-08]',
  async () => {
    const pause = await film(
      '-f lavfi -i testsrc2=size=320x240:rate=1:duration=2 -vf setpts=N*14110/TB -fps_mode vfr -c:v libx264 -preset veryfast',
    )
    expect(pause.length).toBeLessThan(15_000)
    const tools = watchChildren()
    const began = performance.now()
    const many = await Promise.all([1, 2, 3].map(() => uploadFile(app, learner, pause, { name: 'pause.mp4' })))
    const other = await app.signIn()
    const { mediaId } = await uploadFile(app, other, await bytesOf('wpt-movie_5.mp4'))
    const doneAt = async (client: TestClient, id: number) =>
      vi.waitFor(
        async () => {
          const { data } = await client.call('GET /media-files/:id', { params: { id } })
          expect(data.status).toBe('DONE')
          return performance.now() - began
        },
        { timeout: 60_000, interval: 50 },
      )
    const otherDone = await doneAt(other, mediaId)
    const lastDone = Math.max(...(await Promise.all(many.map(({ mediaId: id }) => doneAt(learner, id)))))
    expect(otherDone).toBeLessThan(lastDone)
    expect(lastDone).toBeLessThan(60_000)
    const most = tools.stop()
    expect([most >= leastSeen, most < 300, most]).toEqual([true, true, most])
  },
)

test.runIf(runsFfmpeg)('a small film whose pictures fill the memory is refused as too costly [SEC-08]', async () => {
  const huge = await film(
    '-f lavfi -i color=s=7680x4320:r=10:d=1 -c:v libx264 -preset ultrafast -threads 1 -pix_fmt yuv420p',
  )
  expect(huge.length).toBeLessThan(200_000)
  expect(await settled(huge)).toMatchObject({ status: 'FAIL', failure: 'conversion_too_costly' })
})

test.runIf(runsFfmpeg)('deleting a film stops its conversion [SEC-08]', async () => {
  const { mediaId } = await uploadFile(app, learner, await bytesOf('wpt-movie_300.mp4'))
  const underWay = () => readdirSync(join(app.dataDir, 'uploads')).filter(name => name.startsWith('convert-'))
  await vi.waitFor(() => expect(underWay()).toHaveLength(1), { timeout: 30_000, interval: 20 })
  expect((await learner.call('DELETE /media-files/:id', { params: { id: mediaId } })).status).toBe(200)
  await vi.waitFor(() => expect(underWay()).toEqual([]), { timeout: 5000, interval: 50 })
})
