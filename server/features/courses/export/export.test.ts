import { createHash } from 'node:crypto'
import { mkdtemp, readFile, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { mediaFolder } from '#server/features/media/media-store.ts'
import { uploadFile } from '#server/features/media/testing/send-file.ts'
import { openFileStore } from '#server/platform/storage/file-store.ts'
import { parseCourseFile } from '#shared/features/courses/course-file.ts'
import { unpack } from '../archives/unpack.ts'
import { courseArchive } from '../import/course-archive.ts'
import { writtenFiles } from '../import/export-course.ts'
import { importCourse } from '../import/import-course.ts'
import { courseFolder, smallCourse } from '../testing/course-folder.ts'

vi.setConfig({ testTimeout: 120_000 })

let app: TestApp
let author: TestClient
let out: string
let original: number

const course = { ...smallCourse(), image: { large: 'cover.png' } }
course.documents = [...(course.documents ?? []), { key: 'plan', title: { en: 'Plan', ru: 'План' }, file: 'plan.pdf' }]

beforeAll(async () => {
  app = await startTestApp()
  author = await app.signIn({ role: 'author' })
  out = await mkdtemp(join(tmpdir(), 'kurso-export-'))
  const folder = await courseFolder(course)
  await folder.add('notes.txt', 'Notes')
  await folder.add('plan.pdf', '%PDF-1.4')
  await folder.addPicture('cover.png')
  const store = openFileStore(mediaFolder(app.dataDir))
  original = (await importCourse(app.db, store, { file: folder.file, brandId: 'kurso' })).id
  await folder.remove()
})
afterAll(async () => {
  await rm(out, { recursive: true })
  await app.close()
})

const ask = (id: number, who = author) => who.call('POST /studio/courses/:id/export', { params: { id } })

async function exported(id: number): Promise<Buffer> {
  const answer = await app.server.inject({ url: (await ask(id)).data.url })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/gzip'])
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="[\w-]+\.tar\.gz"$/)
  return answer.rawPayload
}

/** What an archive says, without the key of the course, and its files by their hash. */
async function contentOf(archive: Buffer) {
  const made = await mkdtemp(join(out, 'read-'))
  const file = join(made, 'course.tar.gz')
  await writeFile(file, archive)
  const files = await unpack(file, join(made, 'files'))
  const read = parseCourseFile(await readFile(files.get('course.yaml') ?? '', 'utf8'), 'course.yaml')
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  const hashes: Record<string, string> = {}
  for (const [name, path] of files)
    if (name !== 'course.yaml')
      hashes[name] = createHash('sha256')
        .update(await readFile(path))
        .digest('hex')
  return { course: { ...read.course, key: '' }, hashes }
}

async function broughtIn(archive: Buffer): Promise<{ course_id: number | null; skipped: number }> {
  const sent = await uploadFile(app, author, archive, { name: 'small.tar.gz', purpose: 'course' })
  const { data } = await author.call('POST /studio/course-imports', { body: { file_id: sent.mediaId, language: 'en' } })
  return vi.waitFor(
    async () => {
      const found = (await author.call('GET /studio/course-imports/:id', { params: { id: data.id } })).data
      expect([found.state, found.failure]).toEqual(['done', null])
      return found
    },
    { timeout: 90_000, interval: 100 },
  )
}

async function publish(id: number) {
  const params = { id }
  const { problems, seal } = (await author.call('GET /studio/courses/:id/draft/effects', { params })).data
  expect(problems).toEqual([])
  await author.call('POST /studio/courses/:id/draft/publication', { params, body: { seal } })
}

test('a course that is exported and imported as a new one is the same: structure, texts, and every file by its hash [STF-14]', async () => {
  const first = await exported(original)
  const { course_id: id, skipped } = await broughtIn(first)
  expect(skipped).toBe(0)
  expect(id).not.toBe(original)
  await publish(id ?? 0)
  const before = await contentOf(first)
  expect(Object.keys(before.hashes).length).toBeGreaterThan(8)
  expect(await contentOf(await exported(id ?? 0))).toEqual(before)
  const logged = await app.db.query({
    text: `select target_id from audit_log where action = 'course.export' order by id`,
  })
  expect(logged.rows).toEqual([{ target_id: original }, { target_id: id }])
})

test('only what is published is exported, of the own school, and its address closes after ten minutes', async () => {
  const made = await author.call('POST /studio/courses', {
    body: { id: '11111111-1111-4111-8111-111111111111', title: 'Tea', language: 'en' },
  })
  expect((await ask(made.data.id)).data).toMatchObject({ code: 'course_unpublished' })
  const elsewhere = await app.signIn({ role: 'author', brandId: 'face' })
  const params = { id: original }
  expect((await elsewhere.call('POST /studio/courses/:id/export', { params, appId: 'face' })).status).toBe(404)
  const { url } = (await ask(original)).data
  await app.db.query({ text: `update course_exports set created_at = now() - interval '11 minutes'` })
  expect((await app.server.inject({ url })).statusCode).toBe(404)
})

test('a browser that goes away in the middle leaves nothing open', async () => {
  const store = openFileStore(mediaFolder(app.dataDir))
  const written = await writtenFiles(app.db, { brandId: 'kurso', key: 'small' })
  if (!written) throw new Error('The small course is published')
  const archive = courseArchive(store, written, app.dataDir)
  archive.once('data', () => archive.destroy())
  await new Promise(resolve => archive.once('close', resolve))
  await vi.waitFor(async () => expect(await openFilesIn(app.dataDir)).toEqual([]))
})

/** The files in a folder that this process holds open. */
async function openFilesIn(folder: string): Promise<string[]> {
  const handles = await readdir('/proc/self/fd')
  const files = await Promise.all(handles.map(handle => readlink(`/proc/self/fd/${handle}`).catch(() => '')))
  return files.filter(file => file.startsWith(folder))
}

test('an archive of which a file is gone breaks off, so that nobody takes it for whole', async () => {
  const { rows } = await app.db.query<{ key: string }>({
    text: `select key from media where name = 'plan.pdf' limit 1`,
  })
  await rm(join(mediaFolder(app.dataDir), rows[0]?.key ?? ''), { recursive: true })
  const { url } = (await ask(original)).data
  const answer = await app.server.inject({ url }).catch(() => undefined)
  const file = join(out, 'broken.tar.gz')
  await writeFile(file, answer?.rawPayload ?? '')
  await expect(unpack(file, join(out, 'broken'))).rejects.toThrow()
})
