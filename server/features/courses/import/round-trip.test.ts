import fc from 'fast-check'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mediaFolder } from '#server/features/media/media-store.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { openFileStore } from '#server/platform/storage/file-store.ts'
import { parseCourseFile } from '#shared/features/courses/course-file.ts'
import { answerKinds, type WrittenCourse } from '#shared/features/courses/course-format.ts'
import { sharedData } from '#shared/platform/testing/shared-data.ts'
import { exportCourse } from './export-course.ts'
import { importCourse } from './import-course.ts'
import { courseFolder, smallCourse } from '../testing/course-folder.ts'

let app: TestApp
let author: TestClient
let folder: Awaited<ReturnType<typeof courseFolder>>
let out: string

beforeAll(async () => {
  app = await startTestApp()
  author = await app.signIn({ role: 'author' })
  folder = await courseFolder({})
  await folder.add('notes.txt', 'Notes')
  out = await mkdtemp(join(tmpdir(), 'kurso-round-'))
})
afterAll(async () => {
  await folder.remove()
  await rm(out, { recursive: true })
  await app.close()
})

const store = () => openFileStore(mediaFolder(app.dataDir))
const take = (file: string) => importCourse(app.db, store(), { file, brandId: 'kurso' })

const isStorable = (text: string) => /\S/.test(text) && !/\0|\p{Surrogate}/u.test(text)
const text = fc.string({ minLength: 1, maxLength: 40, unit: 'binary' }).filter(isStorable)
const texts = fc.oneof(fc.record({ en: text, ru: text }), fc.record({ ru: text }))
const lesson = fc.record({ title: texts, text: texts, options: fc.uniqueArray(text, { maxLength: 2 }) })
const day = fc.record({
  title: texts,
  dayOfRest: fc.boolean(),
  points: fc.nat(1000),
  selfieRequired: fc.boolean(),
  opensAfterDays: fc.nat(100),
  lessonSets: fc.array(
    fc.record({
      repeatCount: fc.integer({ min: 1, max: 9 }),
      lessons: fc.array(lesson, { minLength: 1, maxLength: 3 }),
    }),
    { maxLength: 2 },
  ),
  homeworks: fc.array(
    fc.record({
      title: texts,
      criteria: fc.uniqueArray(fc.record({ key: fc.constantFrom('back', 'knees', 'pace'), text: texts }), {
        selector: ({ key }) => key,
      }),
      solution: texts,
      answerWith: fc.constantFrom(...answerKinds),
      selfieRequired: fc.boolean(),
      required: fc.boolean(),
      points: fc.nat(99),
    }),
    { maxLength: 2 },
  ),
})
const stage = fc.record({ title: texts, days: fc.array(day, { minLength: 1, maxLength: 3 }) })
const course: fc.Arbitrary<WrittenCourse> = fc
  .record({ title: texts, attribution: text, stages: fc.array(stage, { minLength: 1, maxLength: 3 }) })
  .map(({ stages, ...rest }) => {
    let dayNumber = 0
    let opensAfterDays = 0
    const numbered = stages.map(({ title, days }) => ({
      title,
      days: days.map(each => ({
        ...each,
        homeworks: each.homeworks.map(homework => ({
          ...homework,
          answerWith: each.lessonSets.length ? homework.answerWith : ('any' as const),
        })),
        dayNumber: ++dayNumber,
        opensAfterDays: (opensAfterDays += each.opensAfterDays),
      })),
    }))
    const head = { 'kurso-course': 1, key: 'any', languages: ['en', 'ru'], isPartlyTranslated: true } as const
    return { ...head, languages: [...head.languages], ...rest, stages: numbered }
  })

test('any course, over whatever was there before, is answered and exported as it came in', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(course, async written => {
      await folder.write(written)
      const { id } = await take(folder.file)
      const file = (await exportCourse(app.db, store(), { brandId: 'kurso', key: 'any', folder: out })) ?? ''
      const exported = parseCourseFile(await readFile(file, 'utf8'), 'course.yaml')
      expect(exported).toEqual(parseCourseFile(JSON.stringify(written), 'course.json'))
      expect((await take(file)).change).toBe('unchanged')

      const expand = ['stages.days.lesson_sets', 'lessons']
      const { data } = await author.call('GET /courses/:id', { params: { id }, expand, language: 'ru' })
      const titles = new Map(data.lessons?.map(each => [each.id, each.title]))
      const shown = data.stages?.map(({ days }) =>
        days?.map(each => ({
          title: each.title,
          lessons: each.lesson_sets?.map(set => set.lessons.map(({ lesson_id }) => titles.get(lesson_id))),
        })),
      )
      expect(shown).toEqual(
        written.stages.map(({ days }) =>
          days.map(each => ({
            title: each.title['ru'],
            lessons: each.lessonSets?.map(set => set.lessons.map(({ title }) => title?.['ru'])),
          })),
        ),
      )
    }),
    { numRuns: 20 },
  )
})

test('a course written on in the studio is exported as it is published, in the words and with the files of its author', async () => {
  await folder.addPicture('cover.png')
  const course = { ...smallCourse(), key: 'on', image: { large: 'cover.png' } }
  const written = folder.file.replace('.json', '.yaml')
  await writeFile(written, `# For beginners\n${JSON.stringify(course)}`)
  const { id } = await take(written)
  const params = { id }
  await author.call('POST /studio/courses/:id/draft', { params })
  const { data: draft } = await author.call('GET /studio/courses/:id/draft', { params })
  const day = draft.parts.find(({ kind }) => kind === 'day')
  const title = { ...day?.content.title, en: 'A day written in the studio' }
  const part = { params: { id, part: day?.id ?? '' }, body: { revision: 1, content: { title } } }
  expect((await author.call('PATCH /studio/courses/:id/draft/parts/:part', part)).status).toBe(200)
  const { data } = await author.call('GET /studio/courses/:id/draft/effects', { params })
  expect(data.problems).toEqual([])
  await author.call('POST /studio/courses/:id/draft/publication', { params, body: { seal: data.seal } })
  const file = (await exportCourse(app.db, store(), { brandId: 'kurso', key: 'on', folder: out })) ?? ''
  const text = await readFile(file, 'utf8')
  expect(text).toContain('# For beginners')
  expect(text).toContain('A day written in the studio')
  const content = async () =>
    (await app.db.query({ text: 'select course_content($1)::jsonb as content', values: [id] })).rows
  const before = await content()
  const imported = await take(file)
  expect(imported.effects?.parts.filter(({ effect }) => effect !== 'kept')).toEqual([])
  expect(await content()).toEqual(before)
})

test('a film with other subtitles and another picture than its file gave is exported with them', async () => {
  await folder.addPicture('cover.png')
  await folder.write({ ...smallCourse(), key: 'film', image: { large: 'cover.png' } })
  const { id } = await take(folder.file)
  const { rows } = await app.db.query<{ film: number; cover: number }>({
    text: 'select l.video_id as film, c.image_id as cover from courses c join course_lessons l on l.course_id = c.id where c.id = $1 and l.video_id is not null limit 1',
    values: [id],
  })
  const { film = 0, cover = 0 } = rows[0] ?? {}
  const data = btoa('WEBVTT\n\n00:01.000 --> 00:02.000\nBoiling\n')
  const subtitles = { params: { id: film, language: 'fr' }, body: { data } }
  expect((await author.call('PUT /studio/library/:id/subtitles/:language', subtitles)).status).toBe(200)
  const poster = { params: { id: film }, body: { picture_id: cover } }
  expect((await author.call('PUT /studio/library/:id/poster', poster)).status).toBe(200)
  const file = (await exportCourse(app.db, store(), { brandId: 'kurso', key: 'film', folder: out })) ?? ''
  const [, path = ''] = /fr"?: "?(media\/\S+?\.vtt)/.exec(await readFile(file, 'utf8')) ?? []
  expect(await readFile(join(out, path), 'utf8')).toContain('Boiling')
  await take(file)
  const { data: read } = await author.call('GET /courses/:id', { params: { id }, expand: ['lessons'] })
  const shown = read.lessons?.find(({ local_video_file: one }) => one)?.local_video_file
  expect(shown?.subtitles.map(({ language_code: code }) => code)).toContain('fr')
  expect(shown?.preview).toMatch(/poster/)
})

test('hostile texts come back as they were', async () => {
  const { strings } = sharedData<{ strings: { text: string }[] }>('hostile-text/naughty-strings.json')
  const storable = strings.map(each => each.text).filter(isStorable)
  expect(storable.length).toBeGreaterThan(200)
  const lessons = storable.map((each, index) => ({ key: `l-${index}`, title: { en: each.slice(0, 300) } }))
  await folder.write({ ...smallCourse(), key: 'hostile', languages: ['en'], ...englishOnly(lessons) })
  const { id } = await take(folder.file)
  const { data } = await author.call('GET /courses/:id', { params: { id }, expand: ['lessons'] })
  expect(data.lessons?.map(({ title }) => title)).toEqual(lessons.map(({ title }) => title.en))
})

function englishOnly(lessons: { key: string; title: { en: string } }[]) {
  const title = { en: 'Hostile' }
  const days = [
    { dayNumber: 1, title, lessonSets: [{ lessons: lessons.slice(0, 300).map(({ key }) => ({ use: key })) }] },
  ]
  return {
    title,
    shortTitle: undefined,
    category: undefined,
    options: [],
    documents: [],
    lessons,
    stages: [{ title, days }],
  }
}

test.each(['\0', '\ud800'])('a text that cannot be stored (%j) is refused with its place', async wrong => {
  await folder.write({ ...smallCourse(), key: 'wrong', title: { en: `a${wrong}b`, ru: 'б' } })
  await expect(take(folder.file)).rejects.toThrow(/title\.en has a NUL or half of a character/)
})
