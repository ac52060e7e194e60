import { afterAll, beforeAll, expect, test } from 'vitest'
import { importWithCohorts } from '#server/app/commands/import-with-cohorts.ts'
import { enrol } from '#server/app/testing/course-fixture.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { mediaFolder } from '#server/features/media/media-store.ts'
import { openFileStore } from '#server/platform/storage/file-store.ts'
import type { WrittenCourse } from '#shared/features/courses/course-format.ts'
import { courseFolder, smallCourse } from './testing/course-folder.ts'

const secret = 'Only for those who paid'
const expand = [
  'stages.days.lesson_sets',
  'stages.days.stage_day_homeworks',
  'stages.course_stage_homeworks',
  'lessons',
  'documents',
]

const both = (text: string) => ({ en: text, ru: text })

let app: TestApp
let folder: Awaited<ReturnType<typeof courseFolder>>
let id: number
let demo: TestClient
let full: TestClient

/** The small course whose third day, stage homework and documents are not of the demo and are full of secrets. */
function courseWithSecrets(): WrittenCourse {
  const course = smallCourse()
  const [first, second] = course.stages
  if (!first || !second) throw new Error('The small course has two stages')
  const task = { key: 'film', title: both('A film'), text: both(secret) }
  return {
    ...course,
    isDemoDocumentsAccessible: false,
    documents: [{ key: 'site', title: both('Site'), url: `https://example.com/${encodeURIComponent(secret)}` }],
    lessons: [
      ...(course.lessons ?? []),
      {
        key: 'late',
        title: both('Late'),
        text: both(secret),
        links: [{ title: both(secret), url: 'https://example.com/late' }],
        videos: { main: { mp4: 'media/rotated-by-metadata.mp4' } },
      },
    ],
    stages: [
      { ...first, homeworks: [task] },
      {
        ...second,
        days: [
          {
            dayNumber: 3,
            title: both('Day 3'),
            lessonSets: [
              {
                lessons: [{ use: 'late', surveyFormUrl: `https://example.com/form?of=${encodeURIComponent(secret)}` }],
              },
            ],
            homeworks: [{ ...task, key: 'essay' }],
          },
        ],
      },
    ],
  }
}

beforeAll(async () => {
  app = await startTestApp()
  folder = await courseFolder(courseWithSecrets())
  const store = openFileStore(mediaFolder(app.dataDir))
  id = (
    await importWithCohorts(app.db, store, {
      file: folder.file,
      brandId: 'kurso',
      today: '2026-12-01',
      starts: [],
      emails: [],
    })
  ).id
  demo = await app.signIn()
  full = await app.signIn()
  await enrol(app.db, { id }, demo.userId, { isDemo: true })
  await enrol(app.db, { id }, full.userId)
})
afterAll(async () => {
  await folder.remove()
  await app.close()
})

const wholeOf = async (client: TestClient) => (await client.call('GET /courses/:id', { params: { id }, expand })).data
const saysSecret = (data: unknown) => /Only(%20| )for(%20| )those/.test(JSON.stringify(data))

test('a demo has the calendar of a course, but texts, tasks, links and surveys only of what belongs to it', async () => {
  const whole = await wholeOf(full)
  expect(saysSecret(whole)).toBe(true)
  const part = await wholeOf(demo)
  expect(saysSecret(part)).toBe(false)
  const titles = (course: typeof part) => course.stages?.map(({ title, days }) => [title, days?.map(day => day.title)])
  expect(titles(part)).toEqual(titles(whole))
  const [first, second] = part.stages ?? []
  expect(first?.days).toEqual(whole.stages?.[0]?.days)
  expect(second?.days?.[0]?.lesson_sets).toMatchObject([{ lessons: [] }])
  expect(part.lessons).toEqual(whole.lessons?.filter(({ title }) => title !== 'Late'))
  expect(first?.course_stage_homeworks?.[0]?.homework).toMatchObject({ title: 'A film', text: '' })
  expect(part.documents).toMatchObject([{ title: 'Site', url: null, file: null }])
})

test('nor does any other call tell a demo what it does not open, while each kind of plan has its own answer', async () => {
  const { stages } = await wholeOf(full)
  const params = { courseId: id, stageId: stages?.[1]?.id ?? 0, dayId: stages?.[1]?.day_ids[0] ?? 0 }
  const answersOf = async (client: TestClient) => [
    await client.call('GET /courses', { expand }),
    await client.call('GET /courses/:courseId/stages', {
      params,
      expand: ['days', 'stage_day_homeworks', 'course_stage_homeworks'],
    }),
    await client.call('GET /courses/:courseId/stages/:stageId/days', {
      params,
      expand: ['lesson_sets', 'stage_day_homeworks'],
    }),
    await client.call('GET /courses/:courseId/stages/:stageId/days/:dayId', {
      params,
      expand: ['lesson_sets', 'stage_day_homeworks'],
    }),
    await client.call('GET /homework'),
  ]
  for (const client of [full, demo, full, demo])
    expect((await answersOf(client)).map(({ status, data }) => [status, saysSecret(data)])).toEqual(
      Array.from({ length: 5 }, () => [200, client === full]),
    )
})

test('the task of a homework outside the demo is not told; its title is', async () => {
  const { data: streams } = await demo.call('GET /user-course-streams')
  const streamId = streams[0]?.id ?? 0
  const list = await demo.call('GET /user-course-streams/:streamId/user-homework', { params: { streamId } })
  expect(list.data).toHaveLength(3)
  for (const { id: statusId } of list.data) {
    const { data } = await demo.call('GET /user-course-streams/:streamId/user-homework/:statusId', {
      params: { streamId, statusId },
    })
    expect(data.homework).toMatchObject({ title: expect.stringMatching(/^A /), text: '' })
    expect([data.status.is_locked, data.exercises]).toEqual([true, []])
  }
})

test('with full access, or with a place in a cohort beside the demo, a learner reads everything at once', async () => {
  const learner = await app.signIn()
  const streamId = await enrol(app.db, { id }, learner.userId, { isDemo: true })
  expect(saysSecret(await wholeOf(learner))).toBe(false)
  await enrol(app.db, { id }, learner.userId, { startsOn: '2026-12-20' })
  expect(saysSecret(await wholeOf(learner))).toBe(true)
  const granted = await app.signIn()
  await enrol(app.db, { id }, granted.userId, { isDemo: true, courseFullAccess: true })
  expect(saysSecret(await wholeOf(granted))).toBe(true)
  expect(streamId).toBeGreaterThan(0)
})
