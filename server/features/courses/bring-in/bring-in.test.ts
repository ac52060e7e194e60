import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { uploadFile } from '#server/features/media/testing/send-file.ts'
import { tarOf, zipOf } from '../archives/testing/archives.ts'
import { insertArchive, insertImport } from '../testing/insert-import.ts'

// Each archive is read by a process of its own.
vi.setConfig({ testTimeout: 90_000 })

let app: TestApp
let author: TestClient

beforeAll(async () => {
  app = await startTestApp()
  author = await app.signIn({ role: 'author' })
})
afterAll(() => app.close())

const manifest = (title: string) => `<manifest><metadata><title><string>${title}</string></title></metadata>
  <organizations><organization><item><item><title>Week</title><item identifierref="p"><title>Page</title></item>
  <item identifierref="t"><title>Tool</title></item></item></item></organization></organizations>
  <resources><resource identifier="p" type="webcontent" href="p.html"/>
  <resource identifier="t" type="imsbasiclti_xmlv1p0" href="t.xml"/></resources></manifest>`
const cartridge = (title = 'Tea') =>
  zipOf([
    { name: 'imsmanifest.xml', content: manifest(title) },
    { name: 'p.html', content: '<p>Boil it</p>' },
    { name: 't.xml', content: '<x/>' },
  ])

const send = (who: TestClient, bytes: Buffer, name = 'tea.imscc') =>
  uploadFile(app, who, bytes, { name, type: 'application/zip', purpose: 'course' })
const begin = (fileId: number, who = author, language: 'en' | 'ru' = 'en') =>
  who.call('POST /studio/course-imports', { body: { file_id: fileId, language } })
const read = async (id: number, language = 'en') =>
  (await author.call('GET /studio/course-imports/:id', { params: { id }, headers: { 'accept-language': language } }))
    .data

const settled = (id: number) =>
  vi.waitFor(
    async () => {
      const found = await read(id)
      expect(found.state).toMatch(/done|failed/)
      return found
    },
    { timeout: 60_000, interval: 100 },
  )

async function brought(bytes: Buffer, name?: string) {
  const { mediaId } = await send(author, bytes, name)
  return settled((await begin(mediaId)).data.id)
}

const courses = async () => (await app.db.query<{ id: number }>({ text: 'select id from courses order by id' })).rows
const draft = async (id: number) => (await author.call('GET /studio/courses/:id/draft', { params: { id } })).data

test('a cartridge that an author sends becomes one draft, with a line for each item, however often it is asked for [STF-14]', async () => {
  const { mediaId, answer } = await send(author, cartridge())
  expect(answer.headers['x-media-status']).toBe('DONE')
  const [one, other] = await Promise.all([begin(mediaId), begin(mediaId)])
  expect(one.data.id).toBe(other.data.id)
  const done = await settled(one.data.id)
  expect(done).toMatchObject({
    state: 'done',
    title: 'Tea',
    imported: 1,
    changed: 0,
    skipped: 1,
    failure: null,
    can_retry: false,
  })
  expect(done.report).toEqual([
    { title: 'Page', kind: 'page', outcome: 'imported', why: '' },
    {
      title: 'Tool',
      kind: 'outside tool',
      outcome: 'skipped',
      why: 'a course here has nothing of the kind: imsbasiclti_xmlv1p0',
    },
  ])
  expect((await read(done.id, 'ru')).report[1]?.kind).toBe('внешний инструмент')
  expect((await begin(mediaId)).data.id).toBe(done.id)
  expect(await courses()).toEqual([{ id: done.course_id }])
  expect((await draft(done.course_id ?? 0)).title).toBe('Tea')
  const logged = await app.db.query({ text: "select actor_id, detail from audit_log where action = 'course.add'" })
  expect(logged.rows).toEqual([{ actor_id: author.userId, detail: { title: 'Tea' } }])
  // The upload is gone, and nothing lies about.
  expect((await author.call('GET /media-files/:id', { params: { id: mediaId } })).status).toBe(404)
  const left = async () => (await readdir(join(app.dataDir, 'uploads'))).filter(name => name.startsWith('import-'))
  await expect.poll(left, { timeout: 10_000 }).toEqual([])
})

test('of the items of a cartridge those imported, changed and left out are all, and each that is not as it was says why [STF-14]', async () => {
  const kinds = [
    { type: 'webcontent', href: 'page.html', count: 7 },
    { type: 'webcontent', href: 'gone.html', count: 2 },
    { type: 'imswl_xmlv1p3', href: 'link.xml', count: 3 },
    { type: 'imswl_xmlv1p1', href: 'broken.xml', count: 1 },
    { type: 'imsdt_xmlv1p3', href: 'topic.xml', count: 2 },
    { type: 'imsbasiclti_xmlv1p0', href: 'tool.xml', count: 4 },
    { type: 'made/up', href: 'page.html', count: 1 },
  ]
  const items = kinds.flatMap(({ count, ...resource }) => Array.from({ length: count }, () => resource))
  const organized = items.map((_, at) => `<item identifierref="r${at}"><title>Item ${at}</title></item>`)
  const resources = items.map(({ type, href }, at) => `<resource identifier="r${at}" type="${type}" href="${href}"/>`)
  const content = `<manifest><organizations><organization><item><item><title>Week</title>${organized.join('')}</item></item>
    </organization></organizations><resources>${resources.join('')}</resources></manifest>`
  const found = await brought(
    zipOf([
      { name: 'imsmanifest.xml', content },
      { name: 'page.html', content: '<p>Boil it</p>' },
      { name: 'link.xml', content: '<webLink><title>A</title><url href="https://example.com/a"/></webLink>' },
      { name: 'broken.xml', content: '<webLink><title>' },
      { name: 'topic.xml', content: '<topic><title>Talk</title><text texttype="text/html">Why?</text></topic>' },
      { name: 'tool.xml', content: '<x/>' },
    ]),
  )
  const { imported, changed, skipped, report } = found
  expect([found.state, report.length, imported + changed + skipped]).toEqual(['done', items.length, items.length])
  const countOf = (outcome: string) => report.filter(line => line.outcome === outcome).length
  expect(['imported', 'changed', 'skipped'].map(countOf)).toEqual([imported, changed, skipped])
  expect(report.map(({ title }) => title)).toEqual(items.map((_, at) => `Item ${at}`))
  expect(report.filter(line => line.outcome !== 'imported' && line.why === '')).toEqual([])
  // What is gone, broken or has no like here.
  expect(skipped).toBe(8)
})

test('an Open edX export and a text in the open format are brought in by the same call [STF-14]', async () => {
  const olx = await tarOf([
    { name: 'course/course.xml', content: '<course display_name="Coffee"><chapter url_name="c"/></course>' },
    {
      name: 'course/chapter/c.xml',
      content:
        '<chapter><sequential><vertical display_name="Grind"><html>Grind it</html></vertical></sequential></chapter>',
    },
  ])
  expect(await brought(olx, 'coffee.tar.gz')).toMatchObject({ state: 'done', title: 'Coffee', imported: 1 })
  const text = `kurso-course: 1
key: cocoa
languages: [en]
title: { en: Cocoa }
stages: [{ title: { en: Week }, days: [{ dayNumber: 1, title: { en: Stir } }] }]`
  expect(await brought(Buffer.from(text), 'course.yaml')).toMatchObject({ state: 'done', title: 'Cocoa' })
  const again = await brought(Buffer.from(text), 'course.yaml')
  expect(again.report[0]?.why).toBe('there is a course cocoa already, so it has a new key')
  const keys = (await author.call('GET /studio/courses')).data.map(({ key }) => key)
  expect(keys.filter(key => key === 'cocoa')).toHaveLength(1)
})

test('what is wrong in a file written by hand is told by its line', async () => {
  const text = `kurso-course: 1
key: mint
languages: [en]
title: { en: Mint }
stages:
  - title: { en: Week }
    days:
      - title: { en: Stir }`
  const { state, failure } = await brought(Buffer.from(text), 'mint.yaml')
  expect([state, failure]).toEqual([
    'failed',
    'mint.yaml:8: says what no course can be: stages[0].days[0].dayNumber is missing',
  ])
})

test('an archive that cannot be read says why, leaves nothing behind, and is read again when asked', async () => {
  const before = await courses()
  const { mediaId } = await send(author, zipOf([{ name: '../up.txt', content: 'x' }]))
  const { id } = (await begin(mediaId)).data
  expect(await settled(id)).toMatchObject({
    state: 'failed',
    failure: '../up.txt: would be written outside the folder',
    can_retry: true,
  })
  expect((await read(id, 'es')).failure).toBe('../up.txt: se escribiría fuera de la carpeta')
  const retry = () => author.call('POST /studio/course-imports/:id/retry', { params: { id } })
  expect([(await retry()).status, (await retry()).status]).toEqual([200, 200])
  expect((await settled(id)).state).toBe('failed')
  expect(await courses()).toEqual(before)
  await author.call('DELETE /media-files/:id', { params: { id: mediaId } })
  expect((await retry()).data).toMatchObject({ code: 'import_file_missing' })
})

test('only what is a course is taken, only from authors, and only their own', async () => {
  const page = await send(author, Buffer.alloc(900, '<html>'), 'page.html')
  expect([page.answer.statusCode, JSON.parse(page.answer.body).code]).toEqual([422, 'not_a_course_file'])
  const learner = await app.signIn()
  const theirs = await send(learner, cartridge())
  expect(JSON.parse(theirs.answer.body).code).toBe('not_photo_or_video')
  const { mediaId } = await send(author, cartridge('Mate'))
  const another = await app.signIn({ role: 'author' })
  expect((await begin(mediaId, another)).data).toMatchObject({ code: 'import_file_missing' })
  expect((await begin(mediaId, learner)).status).toBe(403)
})

test('an import that its server has left is taken up again; the list has the latest first', async () => {
  const stale = await insertImport(app.db, { state: 'reading', userId: author.userId })
  await app.db.query({
    text: `update course_imports set updated_at = now() - interval '2 hours' where id = $1`,
    values: [stale],
  })
  expect((await read(stale)).can_retry).toBe(true)
  const fresh = await insertImport(app.db, { state: 'reading', userId: author.userId })
  expect((await read(fresh)).can_retry).toBe(false)
  const { data } = await author.call('GET /studio/course-imports')
  expect(data.slice(0, 2).map(({ id }) => id)).toEqual([fresh, stale])
  const elsewhere = await app.signIn({ role: 'author', brandId: 'face' })
  expect((await elsewhere.call('GET /studio/course-imports', { appId: 'face' })).data).toEqual([])
  expect(
    (await elsewhere.call('GET /studio/course-imports/:id', { params: { id: fresh }, appId: 'face' })).status,
  ).toBe(404)
  await insertArchive(app.db, author.userId)
})

test('pictures of an archive are made as those of uploads are, and one that cannot be decoded is left out [STF-14][SEC-05]', async () => {
  const side = { width: 2400, height: 1200, channels: 3 as const, background: 'tan' }
  const withPlace = { IFD0: { Artist: 'Ann of the hidden garden' } }
  const photo = await sharp({ create: side }).jpeg().withExif(withPlace).toBuffer()
  expect(photo.includes('hidden garden')).toBe(true)
  const pages = ['good', 'broken'].map(name => ({ name: `${name}.html`, content: `<p>A</p><img src="${name}.jpg">` }))
  const resources = pages.map(({ name }) => `<resource identifier="${name}" type="webcontent" href="${name}"/>`)
  const items = pages.map(({ name }) => `<item identifierref="${name}"><title>${name}</title></item>`)
  const content = `<manifest><organizations><organization><item><item><title>Week</title>${items.join('')}</item></item>
    </organization></organizations><resources>${resources.join('')}</resources></manifest>`
  const found = await brought(
    zipOf([
      { name: 'imsmanifest.xml', content },
      ...pages,
      { name: 'good.jpg', content: photo },
      { name: 'broken.jpg', content: photo.subarray(0, photo.length / 2) },
    ]),
  )
  expect(found.state).toBe('done')
  expect(found.report).toContainEqual(expect.objectContaining({ title: 'broken.jpg', outcome: 'skipped' }))
  const { rows } = await app.db.query<{ key: string; files: Record<string, string>; mime: string; name: string }>({
    text: `select key, files, mime, name from media where name like '%.jpg' and brand_id = 'kurso'`,
  })
  expect(rows).toMatchObject([{ name: 'good.jpg', mime: 'image/webp' }])
  const sizes = []
  for (const size of ['large', 'medium', 'small']) {
    const [stored] = rows
    const bytes = await readFile(join(app.dataDir, 'media', stored?.key ?? '', stored?.files[size] ?? ''))
    const { format, width, exif } = await sharp(bytes).metadata()
    sizes.push([format, width, exif])
  }
  expect(sizes).toEqual([
    ['webp', 1600, undefined],
    ['webp', 800, undefined],
    ['webp', 320, undefined],
  ])
})
