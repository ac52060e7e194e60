import { readFile } from 'node:fs/promises'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { timesAsLong } from '#server/platform/testing/pace.ts'
import { sharedData, sharedDataFolder } from '#shared/platform/testing/shared-data.ts'
import type { MediaFileWire } from '#shared/features/media/contract.ts'
import { beginUpload, sendForm, sendPart, uploadFile } from '../testing/send-file.ts'

type Picture = {
  file: string
  kind: string
  detected: string | null
  width: number | null
  height: number | null
  sharp_decodes: boolean
  sharp_says?: string
  chromium: { shows: boolean; width?: number; height?: number }
  hazard?: string
}

const { files } = sharedData<{ files: Picture[] }>('uploads/images.json')
const { names } = sharedData<{ names: { name: string; expected_base_name?: string | null }[] }>(
  'uploads/filenames.json',
)
const { cases } = sharedData<{ cases: { input: string }[] }>('uploads/content-types.json')
let app: TestApp
let learner: TestClient

beforeAll(async () => {
  app = await startTestApp()
  learner = await app.signIn()
  // Warm-up: the cost of the first decoding should not count.
  await uploadFile(app, learner, await bytesOf('images/made-1x1.png'))
})
afterAll(() => app.close())

const bytesOf = (file: string) => readFile(join(sharedDataFolder, 'uploads', file))
/** What an honest photo costs on the same machine. */
const sendPhoto = async () => uploadFile(app, learner, await bytesOf('images/heif-example.heic'))
const fileOf = async (id: number) => (await learner.call('GET /media-files/:id', { params: { id } })).data
const get = (url: string) => app.server.inject({ url })
const notPictures = new Set(['SVG', 'HTML', 'PDF', 'GZIP', null])

/** What the list's findings mean for an upload. */
function expectedOf({ detected, kind, sharp_decodes, sharp_says = '' }: Picture): string {
  if (notPictures.has(detected)) return 'not_photo_or_video'
  if (detected === 'HEIF') return 'DONE'
  if (/unsupported image format/.test(sharp_says)) return 'format_unsupported'
  if (/pixel limit/.test(sharp_says)) return 'picture_too_big'
  expect(['broken', 'bomb'].includes(kind) || sharp_decodes).toBe(true)
  return sharp_decodes ? 'DONE' : 'file_broken'
}

const hasBytes = files.filter(({ file }) => file !== 'images/empty.jpg')

test.each(hasBytes)('$file is judged by its bytes, quickly [MED-05, SEC-05]', async picture => {
  const expected = expectedOf(picture)
  const bytes = await bytesOf(picture.file)
  const upload = () => uploadFile(app, learner, bytes, { name: 'photo.jpg' })
  const { mediaId, answer } = await upload()
  const file = await fileOf(mediaId)
  expect(file.failure ?? file.status).toBe(expected)
  expect(answer.statusCode).toBe(expected === 'DONE' ? 204 : 422)
  if (expected !== 'DONE') expect(JSON.parse(answer.body).code).toBe(expected)
  if (picture.kind === 'bomb') expect(await timesAsLong(upload, sendPhoto, undefined, 2)).toBeLessThan(3)
  if (expected === 'DONE') await expectServed(file, picture)
})

/** Three sizes made by us: none larger than the picture, upright, and with nothing but pixels. */
async function expectServed(file: MediaFileWire, { detected, width, height, chromium }: Picture) {
  const [shownWidth, shownHeight] =
    chromium.shows && detected !== 'ICO' ? [chromium.width, chromium.height] : [width, height]
  expect([file.width, file.height]).toEqual([shownWidth, shownHeight])
  for (const [url, longest] of [
    [file.urls?.large, 1600],
    [file.urls?.medium, 800],
    [file.urls?.small, 320],
  ] as const) {
    const { headers, rawPayload } = await get(url ?? '')
    expect(headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
    const found = await sharp(rawPayload).metadata()
    expect(found.format).toBe('webp')
    expect(Math.max(found.width, found.height)).toBe(Math.min(longest, Math.max(file.width ?? 0, file.height ?? 0)))
    expect([found.exif, found.xmp, found.iptc, found.icc, found.orientation]).toEqual(Array(5).fill(undefined))
    expect(rawPayload.toString('latin1')).not.toMatch(/<script|<html|<svg|alert\(/i)
  }
}

test('a picture rotated in many ways always ends up upright [MED-05]', async () => {
  const upright = await pixelsOf('images/pil-hopper.jpg')
  for (const { file } of files.filter(({ file, kind }) => kind === 'orientation' && file.includes('hopper'))) {
    const turned = await pixelsOf(file)
    const difference = turned.reduce((sum, value, index) => sum + Math.abs(value - (upright[index] ?? 0)), 0)
    expect([file, difference / turned.length < 20]).toEqual([file, true])
  }
})

async function pixelsOf(name: string): Promise<Buffer> {
  const { mediaId } = await uploadFile(app, learner, await bytesOf(name))
  const { rawPayload } = await get((await fileOf(mediaId)).urls?.large ?? '')
  return sharp(rawPayload).resize(32, 32).removeAlpha().raw().toBuffer()
}

test('an empty file is refused at once [MED-05]', async () => {
  const { answer } = await beginUpload(app, learner, 0)
  expect([answer.statusCode, JSON.parse(answer.body).code]).toEqual([422, 'file_broken'])
})

test('decompression bombs cost the server no memory [SEC-05]', async () => {
  const bombs = files.filter(({ kind }) => kind === 'bomb')
  expect(bombs.length).toBe(3)
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5)
  const sent = await Promise.all(
    [...bombs, ...bombs, ...bombs].map(async ({ file }) => uploadFile(app, learner, await bytesOf(file))),
  )
  clearInterval(watch)
  expect(sent.length).toBe(9)
  expect((most - before) / 1024 ** 2).toBeLessThan(150)
})

test.each([8000, 65_535, 2_000_000_000])(
  'a HEIC photo that claims %i by as many pixels is refused quickly [SEC-05]',
  async side => {
    const claim = Buffer.from(await bytesOf('images/heif-example.heic'))
    for (let at = claim.indexOf('ispe'); at >= 0; at = claim.indexOf('ispe', at + 1)) {
      claim.writeUInt32BE(side, at + 8)
      claim.writeUInt32BE(side, at + 12)
    }
    const before = process.memoryUsage().rss
    const { answer } = await uploadFile(app, learner, claim)
    expect(JSON.parse(answer.body).code).toMatch(/picture_too_big|file_broken/)
    expect((process.memoryUsage().rss - before) / 1024 ** 2).toBeLessThan(150)
    expect(await timesAsLong(() => uploadFile(app, learner, claim), sendPhoto, undefined, 2)).toBeLessThan(3)
  },
)

test('a name is shown as one line and has no influence on where a file is stored [MED-05, SEC-05]', async () => {
  const picture = await bytesOf('images/made-1x1.png')
  const addresses = new Set<string>()
  for (const { name, expected_base_name } of names) {
    const { mediaId } = await uploadFile(app, learner, picture, { name })
    const file = await fileOf(mediaId)
    expect(file.status).toBe('DONE')
    if (typeof expected_base_name === 'string') expect(file.name).toBe(expected_base_name)
    expect(file.name).toMatch(/^[^\p{Cc}/\\]{1,120}$/u)
    expect((await get(file.url ?? '')).statusCode).toBe(200)
    addresses.add(file.url ?? '')
  }
  expect(addresses.size).toBe(names.length)
  const folders = readdirSync(join(app.dataDir, 'media'))
  expect(folders.filter(folder => !/^[\w-]{22}$/.test(folder))).toEqual([])
})

test.each(cases)('a form’s file is judged by its bytes, sent as $input [MED-05]', async ({ input }) => {
  const picture = await sendForm(app, learner, await bytesOf('images/made-1x1.png'), { type: input })
  expect([picture.statusCode, picture.json().status, picture.json().mime]).toEqual([200, 'DONE', 'image/webp'])
})

test('a form’s file is refused with its reason [CHT-07, MED-05]', async () => {
  const page = await sendForm(app, learner, await bytesOf('images/html-named.png'), {
    type: 'image/png',
    language: 'es',
  })
  expect([page.statusCode, page.json()]).toEqual([
    422,
    { code: 'not_photo_or_video', message: 'Solo puedes subir fotos o vídeos' },
  ])
  const empty = await sendForm(app, learner, Buffer.alloc(0))
  expect([empty.statusCode, empty.json().code]).toEqual([422, 'file_broken'])
})

test('a file that is neither photo nor video is refused with its first part and takes up no space [CHT-07, MED-05]', async () => {
  const { location, mediaId } = await beginUpload(app, learner, 1_000_000, { name: 'lesson.mp4', type: 'video/mp4' })
  const words = Buffer.alloc(10_000, 'Just words. ')
  for (const offset of [0, words.length]) {
    const refused = await sendPart(app, learner, location, offset, words)
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'not_photo_or_video'])
  }
  const { data } = await learner.call('GET /media-files/:id', { params: { id: mediaId } })
  expect([data.status, data.failure]).toEqual(['FAIL', 'not_photo_or_video'])
  expect(readdirSync(join(app.dataDir, 'uploads'))).not.toContain(basename(location))
})
