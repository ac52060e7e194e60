import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { courseSchool, plannedCourse } from '#server/app/testing/course-school.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { mediaFolder } from '#server/features/media/media-store.ts'
import { openFileStore } from '#server/platform/storage/file-store.ts'
import type { DraftFields } from '#shared/features/courses/draft-fields.ts'
import { exportCourse } from '../import/export-course.ts'
import { importCourse } from '../import/import-course.ts'

let app: TestApp
let school: Awaited<ReturnType<typeof courseSchool>>
let author: TestClient
let courseId: number

beforeAll(async () => {
  app = await startTestApp()
  app.clock.set('2026-12-10T10:00:00Z')
  school = await courseSchool(app)
  author = await app.signIn({ role: 'author' })
})
beforeEach(async () => {
  await app.db.query({ text: 'delete from courses' })
  await take([])
  await begin()
})
afterAll(async () => {
  await school.remove()
  await app.close()
})

async function take(lessons: string[]) {
  const homeworks = [{ key: 'photo', title: 'Photo' }]
  courseId = (await school.take(plannedCourse([{ key: 'water', title: 'Water', lessons, homeworks }], { key: 'week' })))
    .id
}

const ofCourse = () => ({ params: { id: courseId } })
const begin = () => author.call('POST /studio/courses/:id/draft', ofCourse())
const effects = async () => (await author.call('GET /studio/courses/:id/draft/effects', ofCourse())).data
const publish = async () => {
  const body = { seal: (await effects()).seal }
  return author.call('POST /studio/courses/:id/draft/publication', { ...ofCourse(), body })
}

async function read(kind: 'homework' | 'course' = 'homework') {
  const { parts } = (await author.call('GET /studio/courses/:id/draft', ofCourse())).data
  const part = parts.find(one => one.kind === kind)?.id ?? ''
  return (await author.call('GET /studio/courses/:id/draft/parts/:part', { params: { id: courseId, part } })).data
}

/** Changes what the homework, or the course, says. */
async function write(content: DraftFields | Record<string, unknown>, kind?: 'course') {
  const { id: part, revision } = await read(kind)
  return author.call('PATCH /studio/courses/:id/draft/parts/:part', {
    params: { id: courseId, part },
    body: { revision, content },
  })
}

const criteria = [
  { key: 'light', text: { en: 'There is light' } },
  { key: 'steam', text: { en: 'Steam is seen' } },
]
const said = { criteria, solution: { en: 'By a **window**.' } }

test('criteria and a solution are written, published as a change of the homework, and read again in the next draft [STF-17]', async () => {
  expect((await write(said)).status).toBe(200)
  expect((await read()).content).toMatchObject(said)
  const changed = (await effects()).effects?.parts.filter(({ effect }) => effect !== 'kept')
  expect(changed).toMatchObject([{ kind: 'homework', key: 'photo', effect: 'changed' }])
  expect((await publish()).data).toEqual({ version: 2 })
  await begin()
  expect((await read()).content).toMatchObject(said)
  expect((await effects()).effects?.parts.filter(({ effect }) => effect !== 'kept')).toEqual([])
  for (const change of [{ criteria: criteria.toReversed() }, { solution: { en: 'Outside.' } }]) {
    await write({ ...said, ...change })
    const { effects: seen } = await effects()
    expect(seen?.parts.filter(({ effect }) => effect !== 'kept')).toMatchObject([{ key: 'photo', effect: 'changed' }])
  }
})

test('an earlier version comes back with the criteria and the solution that it had [STF-17]', async () => {
  await write(said)
  await publish()
  const bringBack = async (version: number) => {
    const params = { id: courseId, versionId: version }
    const { seal } = (await author.call('GET /studio/courses/:id/versions/:versionId/effects', { params })).data
    await author.call('POST /studio/courses/:id/versions', { ...ofCourse(), body: { version, seal } })
    await begin()
    const { content } = await read()
    await author.call('POST /studio/courses/:id/draft/discard', { ...ofCourse(), body: { revision: 1 } })
    return content
  }
  // Versions that were kept before homework had criteria name none.
  await app.db.query({
    text: `update course_versions set content = replace(replace(content::text, '"criteria"', '"was"'), '"staffTexts"', '"been"')::json
      where course_id = $1 and number = 1`,
    values: [courseId],
  })
  expect(await bringBack(1)).toMatchObject({ criteria: [], solution: {} })
  expect(await bringBack(2)).toMatchObject(said)
})

test('the file for authors has criteria and solution, and importing it changes nothing [STF-17]', async () => {
  await write(said)
  await publish()
  const folder = await mkdtemp(join(tmpdir(), 'kurso-homework-'))
  const store = openFileStore(mediaFolder(app.dataDir))
  const file = (await exportCourse(app.db, store, { brandId: 'kurso', key: 'steps', folder })) ?? ''
  const text = await readFile(file, 'utf8')
  const { effects: again } = await importCourse(app.db, store, { file, brandId: 'kurso' })
  expect(again?.parts.filter(({ effect }) => effect !== 'kept')).toEqual([])
  await rm(folder, { recursive: true })
  expect(text).toContain('key: steam')
  expect(text).toContain('By a **window**.')
})

test('what is missing in a language is told by its place in the homework [STF-17]', async () => {
  await write({ languages: ['en', 'ru'], isPartlyTranslated: false }, 'course')
  await write({
    criteria: [
      { key: 'light', text: { en: 'Light' } },
      { key: 'steam', text: {} },
    ],
    solution: { en: 'By a window.' },
  })
  const { id } = await read()
  const problems = (await effects()).problems.filter(({ part }) => part === id)
  expect(problems.map(({ field, reason }) => `${field} ${reason}`)).toContain('criteria[1].text is_missing')
  await write({ criteria: criteria.map(one => ({ ...one, text: { en: 'Light' } })) })
  expect((await effects()).problems.filter(({ part }) => part === id)).toMatchObject([
    { field: 'title.ru', reason: 'is_untranslated' },
    { field: 'criteria[0].text.ru', reason: 'is_untranslated' },
    { field: 'criteria[1].text.ru', reason: 'is_untranslated' },
    { field: 'solution.ru', reason: 'is_untranslated' },
  ])
  await write({ criteria: [...criteria, ...criteria] })
  expect((await effects()).problems).toContainEqual({ part: id, field: 'criteria[2]', reason: 'is_wrong' })
})

test.each<[string, Record<string, unknown>, string]>([
  [
    'a criterion of 301 characters',
    { criteria: [{ key: 'a', text: { en: 'x'.repeat(301) } }] },
    'content.criteria.0.text.en',
  ],
  ['a key that is none', { criteria: [{ key: 'Not one', text: {} }] }, 'content.criteria.0.key'],
  ['a criterion with something else', { criteria: [{ key: 'a', text: {}, points: 3 }] }, 'content.criteria.0.points'],
  [
    '31 criteria',
    { criteria: Array.from({ length: 31 }, (_, at) => ({ key: `k${at}`, text: {} })) },
    'content.criteria',
  ],
  ['a solution of 20,001 characters', { solution: { en: 'x'.repeat(20_001) } }, 'content.solution.en'],
  ['an answer of an unknown kind', { answerWith: 'song' }, 'content.answerWith'],
])('%s is refused by its field [STF-17]', async (_, content, field) => {
  const { status, data } = await write(content)
  expect([status, Object.keys(data.errors ?? {})]).toEqual([422, [field]])
  expect((await read()).content).toMatchObject({ criteria: [], answerWith: 'any' })
})

test('a homework that asks for an exercise needs a lesson to choose, of its day [STF-17]', async () => {
  await write({ answerWith: 'exercise' })
  const { id } = await read()
  expect((await effects()).problems).toEqual([{ part: id, field: 'answerWith', reason: 'has_no_exercise' }])
  expect((await publish()).data.code).toBe('draft_incomplete')
  await author.call('POST /studio/courses/:id/draft/discard', { ...ofCourse(), body: { revision: 1 } })
  await take(['Tap', 'Kettle'])
  await begin()
  await write({ answerWith: 'exercise' })
  expect((await publish()).status).toBe(200)
  const pupil = await school.pupil()
  const params = { streamId: pupil.streamId, statusId: pupil.statusOf(await school.idOf('homeworks', 'Photo')) }
  const { data } = await pupil.client.call('GET /user-course-streams/:streamId/user-homework/:statusId', { params })
  expect(data.homework.answer_with).toBe('exercise')
  expect(data.exercises.map(({ title }) => title)).toEqual(['Tap', 'Kettle'])
})
