import fs, { statfsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { sharedDataFolder } from '#shared/platform/testing/shared-data.ts'
import { beginUpload, sendForm, sendPart, tusHeaders, uploadFile } from '../testing/send-file.ts'

let app: TestApp
let learner: TestClient
let stranger: TestClient
let photo: Buffer

beforeAll(async () => {
  app = await startTestApp()
  learner = await app.signIn()
  stranger = await app.signIn()
  photo = await readFile(join(sharedDataFolder, 'uploads/images/vips-rotation-6.jpg'))
})
afterAll(() => app.close())

const fileOf = (who: TestClient, id: number) => who.call('GET /media-files/:id', { params: { id } })
const head = (who: TestClient, url: string) => app.server.inject({ method: 'HEAD', url, headers: tusHeaders(who) })

test('a photo sent in parts is done with its last one, and its addresses open [MED-01, MED-03, MED-05]', async () => {
  const begun = await beginUpload(app, learner, photo.length, { name: 'фото.jpg' })
  expect(begun.answer.statusCode).toBe(201)
  const before = await fileOf(learner, begun.mediaId)
  expect(before.data).toMatchObject({
    status: 'NOT_UPLOADED',
    name: 'фото.jpg',
    type: 2,
    url: null,
    bytes: photo.length,
  })
  const first = await sendPart(app, learner, begun.location, 0, photo.subarray(0, 10_000))
  expect([first.statusCode, first.headers['upload-offset']]).toEqual([204, '10000'])
  expect((await head(learner, begun.location)).headers).toMatchObject({
    'upload-offset': '10000',
    'upload-length': String(photo.length),
    'x-media-id': String(begun.mediaId),
    'cache-control': 'no-store',
  })
  const last = await sendPart(app, learner, begun.location, 10_000, photo.subarray(10_000))
  expect([last.statusCode, last.headers['x-media-status']]).toEqual([204, 'DONE'])
  const { data } = await fileOf(learner, begun.mediaId)
  expect(data).toMatchObject({ status: 'DONE', progress: 100, mime: 'image/webp', width: 231, height: 308 })
  const picture = await app.server.inject({ url: data.urls?.large ?? '' })
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ width: 231, height: 308 })
})

test('an unfinished upload says until when it is kept [MED-03]', async () => {
  const began = Date.now()
  const { answer, location } = await beginUpload(app, learner, photo.length)
  const part = await sendPart(app, learner, location, 0, photo.subarray(0, 1000))
  for (const { headers } of [answer, part, await head(learner, location)]) {
    const kept = Date.parse(String(headers['upload-expires'])) - began
    expect(Math.abs(kept - 7 * 86_400_000)).toBeLessThan(10_000)
    expect(headers['upload-expires']).toMatch(/ GMT$/)
  }
  const last = await sendPart(app, learner, location, 1000, photo.subarray(1000))
  expect([last.statusCode, last.headers['upload-expires']]).toEqual([204, undefined])
})

test('an upload is its owner’s alone [SEC-02]', async () => {
  const { location, mediaId } = await beginUpload(app, learner, 5000)
  expect((await head(stranger, location)).statusCode).toBe(404)
  expect((await sendPart(app, stranger, location, 0, photo.subarray(0, 1000))).statusCode).toBe(404)
  const removed = await app.server.inject({ method: 'DELETE', url: location, headers: tusHeaders(stranger) })
  expect([removed.statusCode, removed.json().code]).toEqual([404, 'not_found'])
  expect((await fileOf(stranger, mediaId)).status).toBe(404)
  const nobody = await app.server.inject({ method: 'HEAD', url: location, headers: { 'tus-resumable': '1.0.0' } })
  expect(nobody.statusCode).toBe(401)
  const headers = tusHeaders(learner, { appId: 'face' })
  expect((await app.server.inject({ method: 'HEAD', url: location, headers })).statusCode).toBe(401)
  expect((await head(learner, location)).headers['upload-offset']).toBe('0')
})

test('an address ending in somebody else’s upload still means one’s own [SEC-02]', async () => {
  const own = await beginUpload(app, stranger, 5000)
  const theirs = await beginUpload(app, learner, 5000)
  const url = `${own.location}?to=${theirs.location}`
  expect((await sendPart(app, stranger, url, 0, photo.subarray(0, 1000))).headers['upload-offset']).toBe('1000')
  expect((await head(stranger, url)).headers['upload-offset']).toBe('1000')
  await app.server.inject({ method: 'DELETE', url, headers: tusHeaders(stranger) })
  expect((await head(stranger, own.location)).statusCode).toBe(404)
  expect((await head(learner, theirs.location)).headers['upload-offset']).toBe('0')
})

test('the same key returns the same upload, even when it is finished [MED-03, REL-02]', async () => {
  const one = await beginUpload(app, learner, photo.length, { key: 'again' })
  const two = await beginUpload(app, learner, photo.length, { key: 'again' })
  expect(two.mediaId).toBe(one.mediaId)
  const theirs = await beginUpload(app, stranger, photo.length, { key: 'again' })
  expect(theirs.mediaId).not.toBe(one.mediaId)
  await sendPart(app, learner, one.location, 0, photo)
  const three = await beginUpload(app, learner, photo.length, { key: 'again' })
  expect([three.mediaId, three.location]).toEqual([one.mediaId, one.location])
  expect((await head(learner, one.location)).headers['upload-offset']).toBe(String(photo.length))
})

test('a file that is too large is refused in the caller’s language before its first byte [CHT-07]', async () => {
  const { answer } = await beginUpload(app, learner, 1024 ** 3 + 1, { language: 'ru' })
  expect([answer.statusCode, JSON.parse(answer.body)]).toEqual([
    413,
    { code: 'file_too_large', message: 'Файл слишком большой' },
  ])
})

test('a brand’s limit on file size is announced and enforced [CHT-07, BRD-02]', async () => {
  const { data } = await app.visitor.call('GET /external-application-config')
  expect(data.data.config['uploadMaxBytes']).toBe(1024 ** 3)
  const admin = await app.signIn({ brandId: 'face', role: 'admin' })
  const body = { override: { config: { uploadMaxBytes: 50_000_000 } }, version: 0 }
  expect((await admin.call('PUT /studio/brand', { body, appId: 'face' })).status).toBe(200)
  const elsewhere = await app.signIn({ brandId: 'face' })
  const sent = (bytes: number) => beginUpload(app, elsewhere, bytes, { appId: 'face' })
  expect((await sent(50_000_000)).answer.statusCode).toBe(201)
  expect((await sent(50_000_001)).answer.statusCode).toBe(413)
})

test('a person and a brand keep so many files and bytes as the brand says [SEC-10]', async () => {
  const admin = await app.signIn({ brandId: 'mind', role: 'admin' })
  const uploadQuota = { personFiles: 10, personBytes: 30_000_000, brandFiles: 14, brandBytes: 45_000_000 }
  const override = { config: { uploadQuota } }
  const changed = await admin.call('PUT /studio/brand', { body: { override, version: 0 }, appId: 'mind' })
  expect(changed.status).toBe(200)
  const sender = async () => {
    const person = await app.signIn({ brandId: 'mind' })
    return async (bytes: number) => {
      const { answer } = await beginUpload(app, person, bytes, { appId: 'mind' })
      return answer.statusCode === 201 ? 'taken' : String(JSON.parse(answer.body).code)
    }
  }
  const [one, other, third] = [await sender(), await sender(), await sender()]
  for (let file = 0; file < 9; file++) expect(await one(1000)).toBe('taken')
  expect(await Promise.all([one(1000), one(1000), one(1000)])).toEqual(
    expect.arrayContaining(['taken', 'quota_reached', 'quota_reached']),
  )
  expect([await other(20_000_000), await other(10_000_001), await other(10_000_000)]).toEqual([
    'taken',
    'quota_reached',
    'taken',
  ])
  expect([await third(15_000_000), await third(14_000_000)]).toEqual(['storage_full', 'taken'])
  expect([await third(1000), await third(1000)], 'the fourteenth file of the brand is its last').toEqual([
    'taken',
    'storage_full',
  ])
})

test('what is in the library counts among the bytes of its brand, also once its sender is not its owner [SEC-10]', async () => {
  const admin = await app.signIn({ brandId: 'takeclass', role: 'admin' })
  const uploadQuota = { personFiles: 10, personBytes: 30_000_000, brandBytes: 45_000_000 }
  const body = { override: { config: { uploadQuota } }, version: 0 }
  expect((await admin.call('PUT /studio/brand', { body, appId: 'takeclass' })).status).toBe(200)
  const kept = await uploadFile(app, admin, photo, { appId: 'takeclass', purpose: 'library' })
  const owner = await app.db.query({ text: 'select owner_id from media where id = $1', values: [kept.mediaId] })
  expect(owner.rows).toEqual([{ owner_id: null }])
  const [one, other] = [await app.signIn({ brandId: 'takeclass' }), await app.signIn({ brandId: 'takeclass' })]
  const sent = async (who: TestClient, bytes: number) =>
    (await beginUpload(app, who, bytes, { appId: 'takeclass' })).answer.statusCode
  expect(await sent(one, 30_000_000)).toBe(201)
  const left = 15_000_000 - photo.length
  expect([await sent(other, left + 1), await sent(other, left)]).toEqual([503, 201])
})

test('of files announced at once, no more than a hundred wait to be sent and processed [SEC-10]', async () => {
  const busy = await app.signIn()
  const sent = await Promise.all(Array.from({ length: 130 }, () => beginUpload(app, busy, 1000)))
  const codes = sent.map(({ answer }) => (answer.statusCode === 201 ? 'taken' : JSON.parse(answer.body).code))
  expect(codes.filter(code => code === 'taken')).toHaveLength(100)
  expect(codes.filter(code => code === 'too_many_uploads')).toHaveLength(30)
})

test('files of many people that wait to be sent and processed are counted for their brand as well [SEC-10]', async () => {
  const people = await Promise.all([1, 2].map(() => app.signIn({ brandId: 'iqface' })))
  const [crowd, next] = people as [TestClient, TestClient]
  const wait = (files: number, status: string) =>
    app.db.query({
      text: `insert into media (key, type, name, mime, bytes, files, brand_id, owner_id, is_private, status, progress)
        select gen_random_uuid(), 1, 'a', '', 1, '{}', 'iqface', $1, true, $3, 0 from generate_series(1, $2)`,
      values: [crowd.userId, files, status],
    })
  const sent = async () => (await beginUpload(app, next, 1000, { appId: 'iqface' })).answer.statusCode
  await wait(1, 'DONE')
  await wait(9999, 'UPLOADED')
  expect([await sent(), await sent()]).toEqual([201, 503])
})

test('a part at the wrong offset is a conflict and changes nothing [MED-03]', async () => {
  const { location } = await beginUpload(app, learner, photo.length)
  await sendPart(app, learner, location, 0, photo.subarray(0, 2000))
  const wrong = await sendPart(app, learner, location, 1000, photo.subarray(1000, 3000))
  expect([wrong.statusCode, wrong.json().code]).toEqual([409, 'upload_conflict'])
  const beyond = await sendPart(app, learner, location, 2000, Buffer.concat([photo, photo]))
  expect([beyond.statusCode, beyond.json().code]).toEqual([413, 'file_too_large'])
  expect((await head(learner, location)).headers['upload-offset']).toBe('2000')
})

test('a cancelled upload is gone [MED-03]', async () => {
  const { location, mediaId } = await beginUpload(app, learner, photo.length)
  await sendPart(app, learner, location, 0, photo.subarray(0, 2000))
  const cancelled = await app.server.inject({ method: 'DELETE', url: location, headers: tusHeaders(learner) })
  expect(cancelled.statusCode).toBe(204)
  expect((await head(learner, location)).statusCode).toBe(404)
  expect((await fileOf(learner, mediaId)).status).toBe(404)
})

test('uploads that fit one by one but not together wait until there is space', async () => {
  const { location } = await beginUpload(app, learner, photo.length)
  const leaving = (bytes: number) => {
    const room = { ...statfsSync(app.dataDir), bavail: Math.ceil(bytes / 4096), bsize: 4096 }
    vi.spyOn(fs.promises, 'statfs').mockResolvedValue(room)
    syncBuiltinESMExports()
  }
  const send = () => sendPart(app, learner, location, 0, photo.subarray(0, 10_000))
  leaving(256 * 1024 ** 2)
  const full = await send()
  const form = await sendForm(app, learner, photo)
  leaving(256 * 1024 ** 2 + 10_000)
  const again = await send()
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  expect([full, form].map(answer => [answer.statusCode, answer.json().code])).toEqual([
    [503, 'storage_full'],
    [503, 'storage_full'],
  ])
  expect([again.statusCode, again.headers['upload-offset']]).toEqual([204, '10000'])
})

test('a file that is neither photo nor video is refused with its first part, by its bytes [CHT-07, MED-05]', async () => {
  const zip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(5000)])
  const { answer, mediaId } = await uploadFile(app, learner, zip, { name: 'photo.jpg', chunk: 1000, language: 'es' })
  expect([answer.statusCode, JSON.parse(answer.body).code]).toEqual([422, 'not_photo_or_video'])
  expect((await fileOf(learner, mediaId)).data).toMatchObject({ status: 'FAIL', failure: 'not_photo_or_video' })
})
