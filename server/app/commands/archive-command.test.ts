import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { zipOf } from '#server/features/courses/archives/testing/archives.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { readCourseArguments } from './course-arguments.ts'
import { runCourseCommand } from './run-course-command.ts'

let app: TestApp
let folder: string
let lines: string[]

beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurso-command-'))
  lines = []
  await app.db.query({ text: 'delete from courses' })
  return () => rm(folder, { recursive: true })
})
afterAll(() => app.close())

const pages = ['good', 'broken']
const manifest = `<manifest><metadata><lom><general><title><string>Tea</string></title></general></lom></metadata>
  <organizations><organization><item><item><title>Week</title>
  ${pages.map(page => `<item identifierref="${page}"><title>${page}</title></item>`).join('')}</item></item></organization></organizations>
  <resources>${pages.map(page => `<resource identifier="${page}" type="webcontent" href="${page}.html"/>`).join('')}</resources></manifest>`

async function archive(name = 'small.imscc') {
  const file = join(folder, name)
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'green' } })
    .png()
    .toBuffer()
  const page = (name: string) => ({
    name: `${name}.html`,
    content: `<p>Text of ${name}</p><img src="${name}.png"><video src="${name}.mp4"></video>`,
  })
  const files = [
    { name: 'imsmanifest.xml', content: manifest },
    ...pages.map(page),
    { name: 'good.png', content: picture },
    { name: 'broken.mp4', content: Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom') },
  ]
  await writeFile(file, zipOf(files))
  return file
}

const run = (...args: string[]) =>
  runCourseCommand(readCourseArguments(args), {
    database: app.db,
    brands: app.brands,
    dataDir: app.dataDir,
    now: Date.parse('2026-11-22'),
    print: line => lines.push(line),
  })

async function courses() {
  const { rows } = await app.db.query<{ id: number; key: string; version: number }>({
    text: 'select id, key, version from courses order by id',
  })
  return rows
}

test('an archive becomes a draft that an author checks and publishes; a file that is broken is left out', async () => {
  await run('import', await archive(), '--language', 'ru')
  const [course] = await courses()
  const id = course?.id ?? 0
  expect(course?.version).toBe(0)
  expect(lines).toContainEqual(expect.stringMatching(/^3 items: .* 1 skipped$/))
  expect(lines.filter(line => line.includes('broken.mp4'))).toHaveLength(1)
  expect(lines.at(-1)).toBe(`Tea: a draft of a new course (${id}), which the studio shows and publishes`)
  const logged = await app.db.query({ text: 'select action, target_id, actor_id, detail from audit_log' })
  const entry = { action: 'course.add', target_id: id, actor_id: null }
  expect(logged.rows).toEqual([{ ...entry, detail: { title: 'Tea', by: 'command' } }])

  const author = await app.signIn({ role: 'author' })
  const params = { id }
  const draft = (await author.call('GET /studio/courses/:id/draft', { params })).data
  const lessons = draft.parts.filter(({ kind }) => kind === 'lesson')
  expect(lessons.map(({ content }) => [content.title, typeof content.image])).toEqual([
    [{ ru: 'good' }, 'number'],
    [{ ru: 'broken' }, 'object'],
  ])
  const { problems, seal } = (await author.call('GET /studio/courses/:id/draft/effects', { params })).data
  expect(problems).toEqual([])
  const published = await author.call('POST /studio/courses/:id/draft/publication', { params, body: { seal } })
  expect(published.data).toEqual({ version: 1 })
})

test('an archive touches no other course, whatever it is called and however often it is taken', async () => {
  const file = await archive()
  await app.db.query({
    text: `insert into courses (brand_id, key, version, languages, texts, days_count)
           values ('kurso', 'small', 1, '{en}', '{"en": {"title": "Small"}}', 0)`,
  })
  await run('import', file)
  await run('import', file)
  const all = await courses()
  expect(all.map(({ version }) => version)).toEqual([1, 0, 0])
  expect(new Set(all.map(({ key }) => key)).size).toBe(3)
})

test('an archive that cannot be taken leaves no course and no file', async () => {
  const media = async () => (await app.db.query({ text: 'select from media' })).rowCount
  const before = await media()
  await expect(run('import', await archive(), '--language', 'no language')).rejects.toThrow(/small\.imscc: /)
  await expect(run('import', join(folder, 'none.imscc'))).rejects.toThrow('none.imscc: cannot be read')
  expect([await courses(), await media()]).toEqual([[], before])
})
