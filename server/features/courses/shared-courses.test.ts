import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mediaFolder } from '#server/features/media/media-store.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { openFileStore } from '#server/platform/storage/file-store.ts'
import { parseCourseFile } from '#shared/features/courses/course-file.ts'
import type { WrittenCourse } from '#shared/features/courses/course-format.ts'
import { exportCourse } from './import/export-course.ts'
import { importCourse } from './import/import-course.ts'
import { courseFolder } from './testing/course-folder.ts'
import {
  djangoGirls,
  djangoGirlsCourse,
  exercises,
  exercisesCourse,
  programme,
  programmeCourse,
} from './testing/shared-courses.ts'

const expand = [
  'stages.days.lesson_sets',
  'lessons',
  'stages.days.stage_day_homeworks',
  'stages.course_stage_homeworks',
]

let app: TestApp
let author: TestClient
const ids: Record<string, number> = {}
const removals: (() => Promise<void>)[] = []

beforeAll(async () => {
  app = await startTestApp()
  author = await app.signIn({ role: 'author' })
  for (const course of [djangoGirlsCourse(), exercisesCourse(), programmeCourse()]) {
    const { file, remove } = await courseFolder(course)
    removals.push(remove)
    ids[course.key] = (await importCourse(app.db, store(), { file, brandId: 'kurso' })).id
  }
})
afterAll(async () => {
  for (const remove of removals) await remove()
  await app.close()
})

const store = () => openFileStore(mediaFolder(app.dataDir))
const read = async (key: string, language: 'en' | 'ru' | 'es' = 'en') =>
  (await author.call('GET /courses/:id', { params: { id: ids[key] ?? 0 }, expand, language })).data

test.each(['en', 'ru', 'es'] as const)(
  'the tutorial is answered in %s with its attribution [CRS-05]',
  async language => {
    const source = djangoGirls()
    const course = await read('django-girls', language)
    expect(course).toMatchObject({
      title: source.title[language],
      attribution: source.attribution,
      licence: source.licence,
    })
    const days = course.stages?.flatMap(stage => stage.days ?? []) ?? []
    const sourceDays = source.stages.flatMap(stage => stage.days)
    expect(days.map(day => day.title)).toEqual(sourceDays.map(day => day.title[language]?.trim()))
    expect(days.map(day => day.day_of_rest)).toEqual(sourceDays.map(day => day.dayOfRest))
    expect(course.days_count).toBe(24)
    const lessons = new Map(course.lessons?.map(lesson => [lesson.id, lesson]))
    for (const [index, day] of days.entries()) {
      const sections = sourceDays[index]?.lessons?.[language] ?? []
      const shown = day.lesson_sets?.flatMap(set => set.lessons.map(({ lesson_id }) => lessons.get(lesson_id))) ?? []
      if (day.day_of_rest) expect(shown).toEqual([])
      else if (sourceDays[index]?.lessons_aligned_across_languages)
        expect(shown.map(lesson => lesson?.title)).toEqual(sections.map(section => section.title.trim()))
      else for (const { body } of sections) expect(shown[0]?.text).toContain(body.trim())
    }
  },
)

test('a lesson of the tutorial has its clip and subtitles in three languages [MED-02]', async () => {
  const course = await read('django-girls')
  const video = course.lessons?.[0]?.local_video_file
  expect(video).toMatchObject({ width: 320, height: 240 })
  expect(video?.duration).toBeGreaterThan(299)
  expect(video?.subtitles.map(({ language_code, name }) => [language_code, name])).toEqual([
    ['en', 'English'],
    ['ru', 'Русский'],
    ['es', 'Español'],
  ])
})

test('the four weeks keep their sets, repeats, days of rest and homework [CRS-03]', async () => {
  const source = programme()
  const course = await read('four-weeks')
  const names = new Map(exercises().exercises.map(({ id, name }) => [id, name]))
  const lessons = new Map(course.lessons?.map(({ id, title }) => [id, title]))
  const shown = course.stages?.map(stage => ({
    required: stage.course_stage_homeworks?.map(homework => homework.is_required === 1),
    days: stage.days?.map(day => ({
      rest: day.day_of_rest,
      required: day.required_to_complete,
      sets: day.lesson_sets?.map(set => ({
        repeat: set.repeat_count,
        user: set.user_repeat,
        lessons: set.lessons.map(({ lesson_id }) => lessons.get(lesson_id)),
      })),
    })),
  }))
  expect(shown).toEqual(
    source.stages.map(stage => ({
      required: [stage.stageHomework.required],
      days: stage.days.map(day => ({
        rest: day.dayOfRest,
        required: day.required_to_complete ?? 0,
        sets: day.lessonSets.map(set => ({
          repeat: set.repeatCount,
          user: set.userRepeat,
          lessons: set.lessons.map(({ exercise }) => names.get(exercise)),
        })),
      })),
    })),
  )
})

test('all the exercises come in, each with its steps', async () => {
  const course = await read('exercises')
  const { exercises: all } = exercises()
  const texts = new Map(course.lessons?.map(({ title, text }) => [title, text]))
  expect(course.lessons).toHaveLength(all.length)
  for (const { name, instructions } of all)
    for (const step of instructions) expect(texts.get(name)).toContain(step.trim())
})

test.each([
  ['the tutorial', djangoGirlsCourse],
  ['the exercises', exercisesCourse],
  ['the four weeks', programmeCourse],
])('%s: what is exported is what came in', async (_name, make) => {
  const written: WrittenCourse = make()
  const folder = await mkdtemp(join(tmpdir(), 'kurso-export-'))
  removals.push(() => rm(folder, { recursive: true, force: true }))
  const file = (await exportCourse(app.db, store(), { brandId: 'kurso', key: written.key, folder })) ?? ''
  const exported = parseCourseFile(await readFile(file, 'utf8'), 'course.yaml')
  expect(exported).toEqual(parseCourseFile(JSON.stringify(written), 'course.json'))
  const before = await author.call('GET /courses/:id', { params: { id: ids[written.key] ?? 0 }, expand })
  const again = await importCourse(app.db, store(), { file, brandId: 'kurso' })
  expect(again).toMatchObject({ change: 'unchanged', version: before.data.version })
})
