import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { importWithCohorts } from '#server/app/commands/import-with-cohorts.ts'
import { mediaFolder } from '#server/features/media/media-store.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { openFileStore } from '#server/platform/storage/file-store.ts'
import { courseStructure } from './course-structure.ts'
import { courseFolder, smallCourse } from './testing/course-folder.ts'

let app: TestApp
let learner: TestClient
let stranger: TestClient
let author: TestClient
let otherAuthor: TestClient
let folder: Awaited<ReturnType<typeof courseFolder>>
let id: number

const store = () => openFileStore(mediaFolder(app.dataDir))

beforeAll(async () => {
  app = await startTestApp()
  learner = await app.signIn({ email: 'own@example.com' })
  stranger = await app.signIn()
  author = await app.signIn({ role: 'author' })
  otherAuthor = await app.signIn({ role: 'author', brandId: 'face' })
  folder = await courseFolder(smallCourse())
  await folder.add('notes.txt', 'Notes')
  const request = {
    file: folder.file,
    brandId: 'kurso',
    today: '2026-12-01',
    starts: ['2026-12-01'],
    emails: ['own@example.com'],
  }
  id = (await importWithCohorts(app.db, store(), request)).id
})
afterAll(async () => {
  await folder.remove()
  await app.close()
})

const wholeTree = [
  'stages.days.lesson_sets',
  'stages.days.scores',
  'stage_day_homeworks',
  'stages.course_stage_homeworks',
]

async function place() {
  const { data } = await learner.call('GET /courses/:id', { params: { id }, expand: ['stages.days'] })
  const stage = data.stages?.[0]
  const day = stage?.days?.[0]
  if (!stage || !day) throw new Error('The small course has a first day')
  return { courseId: id, stageId: stage.id, dayId: day.id }
}

test('a course comes whole with all of its tree [CRS-01, CRS-02, CRS-03, CRS-04, CRS-05]', async () => {
  const expand = [...wholeTree, 'lessons', 'documents', 'course_options', 'trainingOptions', 'user_options']
  const { data } = await learner.call('GET /courses/:id', { params: { id }, expand })
  expect(data).toMatchObject({
    title: 'Small course',
    short_title: 'Small',
    category: 'Health',
    complexity: null,
    licence: 'CC0-1.0',
    attribution: 'Made for a test',
    days_count: 2,
    isDemoDocumentsAccessible: true,
    course_options: [{ id: 'level', title: 'Level', trainingLessonOptionValues: ['easy', 'hard'] }],
    training_options: [{ id: 'level' }],
    documents: [
      { title: 'Site', url: 'https://example.com/a', file: null },
      { title: 'Notes', url: null, file: { fileName: 'notes.txt' } },
    ],
  })
  const [first, second] = data.stages ?? []
  expect(first).toMatchObject({ sort: 1, title: 'Week 1', course_stage_homeworks: [{ is_required: 1 }] })
  expect(first?.day_ids).toEqual(first?.days?.map(day => day.id))
  expect(first?.course_stage_homeworks?.[0]?.homework).toMatchObject({
    title: 'A video',
    answer_with: 'file',
    is_selfie_required: true,
    scores: [{ amount: 20 }],
  })
  expect(first?.days).toMatchObject([
    { day_number: 1, day_of_rest: false, scores: [{ amount: 10 }], isDemoAccessible: true, opens_after_days: 0 },
    { day_number: 2, day_of_rest: true, lesson_sets: [], opens_after_days: 1 },
  ])
  expect(first?.days?.[0]?.stage_day_homeworks).toMatchObject([
    { homework: { title: 'A photo', answer_with: 'any', is_selfie_required: false } },
  ])
  expect(first?.days?.[0]?.lesson_sets).toMatchObject([{ sort: 1, repeat_count: 2, user_repeat: { from: 1, to: 3 } }])
  expect(second?.days?.map(day => day.day_number)).toEqual([3])
  expect(first?.days?.map(day => day.course_options)).toEqual([['hard'], []])
  const [intro, other] = data.lessons ?? []
  expect(intro).toMatchObject({
    title: 'Introduction',
    text: '**Hello**',
    links: [{ title: 'More', url: 'https://example.com/more' }],
    training_options: ['easy'],
    local_description_video_file: null,
    vertical_video: { width: 360, height: 640 },
  })
  expect(intro?.local_video_file?.m3u8).toMatch(/^\/media\/[\w-]{22}\/hls\/master\.m3u8$/)
  expect(intro?.video_length).toBeGreaterThan(1)
  expect(other?.local_video_file).toMatchObject({ width: 240, height: 320, subtitles: [] })
})

test('what is not asked for is not sent, and an unknown expansion is ignored [CRS-07]', async () => {
  const plain = await learner.call('GET /courses/:id', { params: { id } })
  for (const part of ['stages', 'lessons', 'documents', 'course_options', 'training_options'])
    expect(plain.data).not.toHaveProperty(part)
  const unknown = await learner.call('GET /courses/:id', { params: { id }, expand: ['secrets', 'stages'] })
  expect(unknown.status).toBe(200)
  expect(unknown.data.stages?.[0]).not.toHaveProperty('days')
  const days = await learner.call('GET /courses/:id', { params: { id }, expand: ['stages.days'] })
  const [day] = days.data.stages?.[0]?.days ?? []
  for (const part of ['lesson_sets', 'scores', 'stage_day_homeworks', 'course_options'])
    expect(day).not.toHaveProperty(part)
})

test('only the asked fields come, with what is expanded [CRS-05]', async () => {
  const query = { fields: 'id,documents' }
  const { data } = await learner.call('GET /courses/:id', { params: { id }, query, expand: ['documents'] })
  expect(Object.keys(data).sort()).toEqual(['documents', 'id'])
})

test('texts come in the asked language, and in English where there is none [CRS-05]', async () => {
  const titleIn = async (language: 'ru' | 'es') =>
    (await learner.call('GET /courses/:id', { params: { id }, language })).data.title
  expect(await titleIn('ru')).toBe('Маленький курс')
  expect(await titleIn('es')).toBe('Small course')
})

test('a learner’s courses and their versions are those of own streams [CRS-05, CRS-09]', async () => {
  const own = await learner.call('GET /courses', { expand: ['stages.days.lesson_sets'] })
  expect(own.data).toMatchObject([{ id, stages: [{ days: [{ lesson_sets: [{}] }, {}] }, {}] }])
  const whole = ['stages.days.lesson_sets', 'course_options', 'user_options', 'stage_day_homeworks']
  expect((await learner.call('GET /courses', { expand: whole })).data).toMatchObject([
    {
      course_options: [{ id: 'level', trainingLessonOptionValues: ['easy', 'hard'] }],
      stages: [
        {
          days: [
            { course_options: ['hard'], lesson_sets: [{}], stage_day_homeworks: [{ homework: { title: 'A photo' } }] },
            { course_options: [], lesson_sets: [], stage_day_homeworks: [] },
          ],
        },
        { days: [{ course_options: [] }] },
      ],
    },
  ])
  expect((await learner.call('GET /courses/versions')).data).toEqual([{ id, version: 1 }])
  expect((await stranger.call('GET /courses')).data).toEqual([])
  expect((await stranger.call('GET /courses/versions')).data).toEqual([])
})

test('stages, days and one day come by themselves with what they are asked for [CRS-06]', async () => {
  const params = await place()
  const stages = await learner.call('GET /courses/:courseId/stages', {
    params,
    expand: ['days', 'days.scores', 'stage_day_homeworks', 'homework.scores', 'course_stage_homeworks'],
  })
  expect(stages.data[0]?.course_stage_homeworks?.[0]?.homework.scores).toEqual([{ amount: 20 }])
  expect(stages.data[0]?.days?.[0]).toMatchObject({ scores: [{ amount: 10 }], stage_day_homeworks: [{}] })
  const days = await learner.call('GET /courses/:courseId/stages/:stageId/days', { params, expand: ['lesson_sets'] })
  expect(days.data.map(day => day.day_number)).toEqual([1, 2])
  expect(days.data[0]).not.toHaveProperty('course_options')
  const withOptions = { params, expand: ['user_options'] }
  const chosen = await learner.call('GET /courses/:courseId/stages/:stageId/days', withOptions)
  expect(chosen.data.map(day => day.course_options)).toEqual([['hard'], []])
  const one = await learner.call('GET /courses/:courseId/stages/:stageId/days/:dayId', withOptions)
  expect(one.data.course_options).toEqual(['hard'])
  const day = await learner.call('GET /courses/:courseId/stages/:stageId/days/:dayId', { params, expand: ['scores'] })
  expect(day.data).toMatchObject({ id: params.dayId, stage_id: params.stageId, scores: [{ amount: 10 }] })
  expect(day.data).not.toHaveProperty('lesson_sets')
  const everything = {
    params,
    expand: ['stage_day_homeworks', 'homework.scores', 'user_options', 'lesson_sets', 'scores'],
  }
  const expected = {
    course_options: ['hard'],
    scores: [{ amount: 10 }],
    lesson_sets: [{ sort: 1, repeat_count: 2, lessons: [{ sort: 1 }, { sort: 2 }] }],
    stage_day_homeworks: [{ homework: { title: 'A photo', scores: [] } }],
  }
  expect((await learner.call('GET /courses/:courseId/stages/:stageId/days', everything)).data[0]).toMatchObject(
    expected,
  )
  const wholeDay = await learner.call('GET /courses/:courseId/stages/:stageId/days/:dayId', everything)
  expect(wholeDay.data).toMatchObject(expected)
  const unscored = { params, expand: ['stage_day_homeworks'] }
  const plain = await learner.call('GET /courses/:courseId/stages/:stageId/days/:dayId', unscored)
  expect(plain.data.stage_day_homeworks?.[0]?.homework).not.toHaveProperty('scores')
})

const calls = [
  'GET /courses/:id',
  'GET /courses/:courseId/stages',
  'GET /courses/:courseId/stages/:stageId/days',
  'GET /courses/:courseId/stages/:stageId/days/:dayId',
] as const

test.each(calls)('%s is only for those who have the course [CRS-09, GRD-10]', async name => {
  const params = { ...(await place()), id }
  const statuses = async (client: TestClient) => (await client.call(name, { params })).status
  expect(await statuses(learner)).toBe(200)
  expect(await statuses(author)).toBe(200)
  expect(await statuses(stranger)).toBe(404)
  expect(await statuses(app.visitor)).toBe(401)
  expect((await otherAuthor.call(name, { params, appId: 'face' })).status).toBe(404)
})

test.each(['GET /courses', 'GET /courses/versions'] as const)('%s needs a session', async name => {
  expect((await app.visitor.call(name)).status).toBe(401)
})

test('parts of another course, and ids that are not ids, are refused [CRS-10]', async () => {
  const { courseId, stageId, dayId } = await place()
  const path = 'GET /courses/:courseId/stages/:stageId/days/:dayId'
  expect((await learner.call(path, { params: { courseId, stageId, dayId: 999_999 } })).status).toBe(404)
  expect((await learner.call(path, { params: { courseId, stageId: 999_999, dayId } })).status).toBe(404)
  const days = 'GET /courses/:courseId/stages/:stageId/days'
  expect((await learner.call(days, { params: { courseId, stageId: 999_999 } })).status).toBe(404)
  for (const wrong of [0, -1, 'abc', '']) {
    const { status, data } = await learner.call('GET /courses/:courseId/stages', { params: { courseId: wrong } })
    expect([status, Object.keys(data.errors ?? {})]).toEqual([422, ['courseId']])
  }
})

test('an unchanged course is answered 304, and comes compressed', async () => {
  const expand = ['stages.days.lesson_sets', 'lessons']
  const first = await learner.call('GET /courses/:id', { params: { id }, expand })
  const etag = String(first.headers['etag'])
  const again = await learner.call('GET /courses/:id', { params: { id }, expand, headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
  const response = await app.server.inject({
    url: `/spa/api/v1/courses/${id}?expand=${expand.join(',')}`,
    headers: { authorization: `Bearer ${learner.token}`, 'x-app-id': 'kurso', 'accept-encoding': 'gzip' },
  })
  expect(response.headers['content-encoding']).toBe('gzip')
  expect(JSON.parse(gunzipSync(response.rawPayload).toString())).toEqual(first.data)
})

test('a hundred who ask at once make a course’s tree once', async () => {
  const expand = ['stages.days', 'course_options']
  const statements = vi.spyOn(app.db, 'query')
  await app.db.query({ text: 'update courses set version = version + 1 where id = $1', values: [id] })
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => learner.call('GET /courses/:id', { params: { id }, expand })),
  )
  expect(new Set(answers.map(({ headers }) => headers['etag'])).size).toBe(1)
  const loads = statements.mock.calls.filter(([{ name }]) => name === 'list-course-trees')
  expect(loads).toHaveLength(1)
})

test('a read takes two statements, for one course and for fifty', async () => {
  const many = await app.signIn({ email: 'many@example.com' })
  const count = async () => {
    await many.call('GET /courses', { expand: wholeTree })
    return (await many.call('GET /courses', { expand: wholeTree })).statements
  }
  const enrol = { brandId: 'kurso', today: '2026-12-01', starts: ['2026-12-01'], emails: ['many@example.com'] }
  const { key: _key, ...course } = smallCourse()
  for (let number = 1; number <= 50; number++) {
    await folder.write({ ...course, key: `copy-${number}` })
    await importWithCohorts(app.db, store(), { file: folder.file, ...enrol })
    if (number === 1) expect(await count()).toBe(2)
  }
  expect((await many.call('GET /courses')).data).toHaveLength(50)
  expect(await count()).toBe(2)
  const params = await place()
  for (const name of calls) {
    await learner.call(name, { params: { ...params, id } })
    expect((await learner.call(name, { params: { ...params, id } })).statements).toBe(2)
  }
})

test('the structure for other features has the days in order with their lessons and homework', async () => {
  const { courseId } = await place()
  const { data } = await learner.call('GET /courses/:id', { params: { id }, expand: wholeTree })
  const structure = await courseStructure(app.db, courseId, data.version)
  expect(structure.days.map(day => [day.dayNumber, day.dayOfRest, day.lessons.length])).toEqual([
    [1, false, 2],
    [2, true, 0],
    [3, false, 1],
  ])
  const [stage] = data.stages ?? []
  const required = stage?.course_stage_homeworks?.map(homework => homework.id) ?? []
  expect([...structure.requiredHomeworksByStage]).toEqual([[stage?.id, required]])
  expect(structure.options).toEqual([{ id: 'level', values: ['easy', 'hard'] }])
  expect(structure.dayTexts('ru').get(stage?.day_ids[0] ?? 0)?.title).toBe('День 1')
  await expect(courseStructure(app.db, 999_999, 1)).rejects.toThrow('There is no course 999999')
})
