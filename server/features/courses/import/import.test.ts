import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { importWithCohorts } from '#server/app/commands/import-with-cohorts.ts'
import { mediaFolder } from '#server/features/media/media-store.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import { openFileStore } from '#server/platform/storage/file-store.ts'
import type { WrittenCourse } from '#shared/features/courses/course-format.ts'
import { exportCourse } from './export-course.ts'
import { CourseFileError, importCourse } from './import-course.ts'
import { courseFolder, smallCourse } from '../testing/course-folder.ts'

let app: TestApp
const folders: { remove(): Promise<void> }[] = []

beforeAll(async () => {
  app = await startTestApp()
})
afterEach(async () => {
  await app.db.query({ text: 'delete from courses' })
  for (const folder of folders.splice(0)) await folder.remove()
})
afterAll(() => app.close())

const store = () => openFileStore(mediaFolder(app.dataDir))

async function folderOf(course: object) {
  const made = await courseFolder(course)
  await made.add('notes.txt', 'Notes')
  folders.push(made)
  return made
}

const take = (file: string) => importCourse(app.db, store(), { file, brandId: 'kurso' })

async function idsOf(table: string, key = 'key'): Promise<Record<string, number>> {
  const { rows } = await app.db.query<{ id: number; key: string }>({ text: `select id, ${key} as key from ${table}` })
  return Object.fromEntries(rows.map(row => [row.key, row.id]))
}

async function tableSizes(): Promise<Record<string, number>> {
  const tables = ['courses', 'course_stages', 'course_days', 'course_lessons', 'course_lesson_sets', 'streams', 'media']
  const counts = tables.map(async table => {
    const { rows } = await app.db.query<{ n: number }>({ text: `select count(*)::int as n from ${table}` })
    return [table, rows[0]?.n ?? 0] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

test('importing the same file again changes nothing, not even the version', async () => {
  const { file } = await folderOf(smallCourse())
  const first = await take(file)
  const before = [await tableSizes(), await readdir(mediaFolder(app.dataDir))]
  const second = await take(file)
  expect([first.change, second.change]).toEqual(['created', 'unchanged'])
  expect(second).toMatchObject({ id: first.id, version: first.version })
  expect([await tableSizes(), await readdir(mediaFolder(app.dataDir))]).toEqual(before)
})

test('a changed file is the next version, and what kept its key keeps its id and its learner’s progress', async () => {
  const { file, write } = await folderOf(smallCourse())
  const learner = await app.signIn()
  const { rows: mails } = await app.db.query<{ email: string }>({
    text: 'select email from users where id = $1',
    values: [learner.userId],
  })
  const request = { brandId: 'kurso', today: '2026-12-01', starts: ['2026-12-01'], emails: [mails[0]?.email ?? ''] }
  app.clock.set('2026-12-01T10:00:00Z')
  const first = await importWithCohorts(app.db, store(), { file, ...request })
  const [days, lessons] = [await idsOf('course_days'), await idsOf('course_lessons')]
  const places = await idsOf('course_lesson_set_lessons', `lesson_set_id || ' ' || lesson_id`)
  const streams = await learner.call('GET /user-course-streams')
  const streamId = streams.data[0]?.id ?? 0
  const params = { streamId, dayId: days['day-1'] ?? 0 }
  await learner.call('POST /user-course-streams/:streamId/user-day-status/:dayId/start', { params })

  const changed = smallCourse()
  changed.title = { en: 'Larger course', ru: 'Курс побольше' }
  const [week] = changed.stages
  const set = week?.days[0]?.lessonSets?.[0]
  if (!week || !set) throw new Error('The small course has a first set')
  set.lessons = [{ key: 'warm-up', title: { en: 'Warm-up', ru: 'Разминка' } }, ...set.lessons.toReversed()]
  week.days = week.days.filter(day => !day.dayOfRest)
  await write(changed)
  const second = await importWithCohorts(app.db, store(), { file, ...request })

  expect(second).toMatchObject({ id: first.id, version: first.version + 1, change: 'updated' })
  expect(await idsOf('course_days')).toEqual({ 'day-1': days['day-1'], 'day-3': days['day-3'] })
  expect(await idsOf('course_lessons')).toMatchObject(lessons)
  expect(await idsOf('course_lesson_set_lessons', `lesson_set_id || ' ' || lesson_id`)).toMatchObject(places)
  const status = await learner.call('GET /user-course-streams/:id/status', {
    params: { id: streamId },
    expand: ['days'],
  })
  expect(status.data.days?.find(day => day.stage_day_id === params.dayId)?.status).toBe('started')
  const course = await learner.call('GET /courses/:id', {
    params: { id: first.id },
    expand: ['stages.days.lesson_sets'],
  })
  expect(course.data).toMatchObject({ title: 'Larger course', version: second.version })
  const order = course.data.stages?.[0]?.days?.[0]?.lesson_sets?.[0]?.lessons.map(lesson => lesson.lesson_id)
  const now = await idsOf('course_lessons')
  expect(order).toEqual([now['warm-up'], now['second'], now['intro']])
})

test('two imports of one course at the same time do not clash', async () => {
  const { file } = await folderOf(smallCourse())
  const all = await Promise.all([take(file), take(file), take(file)])
  expect(all.map(({ change }) => change).sort()).toEqual(['created', 'unchanged', 'unchanged'])
  expect((await tableSizes())['courses']).toBe(1)
})

test('the same clip in several courses lies in the store once', async () => {
  const { file, write } = await folderOf(smallCourse())
  await take(file)
  const before = await readdir(mediaFolder(app.dataDir))
  await write({ ...smallCourse(), key: 'other' })
  await take(file)
  expect(await readdir(mediaFolder(app.dataDir))).toEqual(before)
})

test('a film without a playlist is converted as an upload is, and comes out again as it came in', async () => {
  const poster = { poster: 'cover.png', mp4: 'media/wpt-white.mp4' }
  const plain = withVideo(smallCourse(), { mp4: 'media/wpt-movie_5.mp4' })
  const made = await folderOf({ ...plain, demoVideo: poster })
  await made.addPicture('cover.png')
  const request = { file: made.file, brandId: 'kurso', isConverting: true }
  const { id } = await importCourse(app.db, store(), request)
  const author = await app.signIn({ role: 'author' })
  const { data } = await author.call('GET /courses/:id', { params: { id }, expand: ['lessons'] })
  const video = data.lessons?.find(({ title }) => title === 'Introduction')?.local_video_file
  expect(video?.m3u8).toMatch(/\/hls\/master\.m3u8$/)
  const stored = (url: string | null | undefined) => readFile(join(app.dataDir, url ?? 'none'))
  expect((await stored(video?.m3u8)).toString()).toContain('#EXT-X-STREAM-INF')
  for (const url of [video?.mp4, video?.preview]) expect((await stored(url)).length).toBeGreaterThan(300)
  expect(data.demo_video?.preview).toMatch(/poster\.png$/)
  const out = join(made.folder, 'out')
  const exported = await exportCourse(app.db, store(), { brandId: 'kurso', key: 'small', folder: out })
  expect(await readFile(join(out, 'media/wpt-movie_5.mp4'))).toEqual(
    await readFile(join(made.folder, 'media/wpt-movie_5.mp4')),
  )
  expect(await take(exported ?? '')).toMatchObject({ change: 'unchanged' })
})

const wrong: [name: string, change: (course: WrittenCourse) => object, place: RegExp][] = [
  ['a missing language', course => ({ ...course, title: { en: 'Only English' } }), /title\.ru is missing/],
  [
    'a missing clip',
    course => withVideo(course, { mp4: 'media/none.mp4' }),
    /course\.json:1: lessons\[0\]\.videos\.main\.mp4 media\/none\.mp4 is missing/,
  ],
  [
    'a picture named as a clip',
    course => withVideo(course, { mp4: 'media/broken/png-named.mp4' }),
    /png-named\.mp4 is not \.mp4/,
  ],
  ['an empty clip', course => withVideo(course, { mp4: 'media/broken/empty.mp4' }), /empty\.mp4 is not \.mp4/],
  [
    'WebM named as MP4',
    course => withVideo(course, { mp4: 'media/broken/webm-named.mp4' }),
    /webm-named\.mp4 is not \.mp4/,
  ],
  ['a clip cut off', course => withVideo(course, { mp4: 'media/broken/truncated.mp4' }), /truncated\.mp4 is cut off/],
  [
    'subtitles in a language that is none',
    course =>
      withVideo(course, { mp4: 'media/wpt-white.mp4', subtitles: { English: 'subtitles/made/counting-300.en.vtt' } }),
    /subtitles\.English is not a known field/,
  ],
  ['a file outside the folder', course => withVideo(course, { mp4: '../secret.mp4' }), /a file inside the folder/],
  ['an unknown lesson', course => ({ ...course, lessons: [] }), /lessons\[0\]\.use names no lesson: intro/],
]

function withVideo(course: WrittenCourse, main: object): object {
  const [first, ...others] = course.lessons ?? []
  return { ...course, lessons: [{ ...first, videos: { main } }, ...others] }
}

test.each(wrong)('%s is refused with its place, and nothing is half imported', async (_name, change, message) => {
  const before = [await tableSizes(), await readdir(mediaFolder(app.dataDir))]
  const { file } = await folderOf(change(smallCourse()))
  await expect(take(file)).rejects.toThrow(message)
  await expect(take(file)).rejects.toThrow(file)
  expect([await tableSizes(), await readdir(mediaFolder(app.dataDir))]).toEqual(before)
})

test('subtitles may be in any language that has a code, however tools write it [MED-02]', async () => {
  const codes = ['en', 'fil', 'sr-Latn', 'zh-Hant', 'zh-Hant-HK', 'es_ES', 'es-419']
  const subtitles = Object.fromEntries(codes.map(code => [code, 'subtitles/made/counting-300.en.vtt']))
  const { file } = await folderOf(withVideo(smallCourse(), { mp4: 'media/wpt-movie_5.mp4', subtitles }))
  await take(file)
  const { rows } = await app.db.query<{ files: { subtitles: { language: string }[] } }>({
    text: `select files from media where files ? 'subtitles'`,
  })
  expect(rows.map(({ files }) => files.subtitles.map(({ language }) => language))).toContainEqual(codes)
})

test('a learner who is not there undoes the whole import', async () => {
  const before = [await tableSizes(), await readdir(mediaFolder(app.dataDir))]
  const course = withVideo(smallCourse(), { mp4: 'media/wpt-white.mp4' })
  const { file } = await folderOf(course)
  const request = {
    file,
    brandId: 'kurso',
    today: '2026-12-01',
    starts: ['2026-12-01'],
    emails: ['nobody@example.com'],
  }
  await expect(importWithCohorts(app.db, store(), request)).rejects.toThrow(/nobody@example.com/)
  expect([await tableSizes(), await readdir(mediaFolder(app.dataDir))]).toEqual(before)
})

test('a missing file is named with its line, in a lesson written in its day too', async () => {
  const { folder, add } = await folderOf({})
  const text = [
    'kurso-course: 1',
    'key: lines',
    'languages: [en]',
    'title: { en: Lines }',
    'stages:',
    '  - title: { en: Week }',
    '    days:',
    '      - dayNumber: 1',
    '        title: { en: Day }',
    '        lessonSets:',
    '          - lessons:',
    '              - title: { en: Film }',
    '                videos:',
    '                  main:',
    '                    poster: gone.webp',
    '                    mp4: media/wpt-white.mp4',
  ]
  await add('course.yaml', text.join('\n'))
  const place = 'stages[0].days[0].lessonSets[0].lessons[0].videos.main.poster'
  await expect(take(join(folder, 'course.yaml'))).rejects.toThrow(`course.yaml:15: ${place} gone.webp is missing`)
})

const cohort = (startsOn: string, days?: number) => ({
  brandId: 'kurso',
  today: '2026-11-22',
  starts: [startsOn],
  days,
})

test.each([
  ['1999-01-01', undefined, /the cohort of 1999-01-01 would be over since 1999-02-02$/],
  ['2126-12-01', undefined, /the cohort of 2126-12-01 begins more than ten years from now$/],
  [
    '2026-12-01',
    2,
    /course\.json:1: stages\[1\]\.days\[0\]\.dayNumber is 3 and opens after 2 days, but the cohort of 2026-12-01 has 2 days/,
  ],
])('a cohort of %s with %s days is refused, and nothing is half imported', async (startsOn, days, message) => {
  const before = await tableSizes()
  const { file } = await folderOf(smallCourse())
  await expect(importWithCohorts(app.db, store(), { file, ...cohort(startsOn, days) })).rejects.toThrow(message)
  expect(await tableSizes()).toEqual(before)
})

test('an import into a cohort that has ended since is taken', async () => {
  const { file } = await folderOf(smallCourse())
  await importWithCohorts(app.db, store(), { file, ...cohort('2026-12-01') })
  const again = await importWithCohorts(app.db, store(), { file, ...cohort('2026-12-01'), today: '2028-01-01' })
  expect(again).toMatchObject({ change: 'unchanged', cohorts: [{ isNew: false, endsOn: '2027-01-02' }] })
})

test('comments of a file come out again, new ones without a new version', async () => {
  const { folder, add } = await folderOf({})
  const course =
    '# Spring\nkurso-course: 1\nkey: notes\nlanguages: [en]\ntitle: { en: Notes }\nstages:\n' +
    '  - { title: { en: Week }, days: [{ dayNumber: 1, title: { en: Day } }] } # short\n'
  const exported = async () => {
    const to = { brandId: 'kurso', key: 'notes', folder: join(folder, 'out') }
    return readFile((await exportCourse(app.db, store(), to)) ?? '', 'utf8')
  }
  await add('course.yaml', course)
  await take(join(folder, 'course.yaml'))
  expect(await exported()).toMatch(/^# Spring\n[^]*key: day-1[^]*# short/)
  await add('course.yaml', course.replace('Spring', 'Autumn'))
  expect(await take(join(folder, 'course.yaml'))).toMatchObject({ change: 'unchanged', version: 1 })
  expect(await exported()).toMatch(/^# Autumn\n/)
  await add('course.yaml', course.replace('Spring', 'NUL \0'))
  await expect(take(join(folder, 'course.yaml'))).rejects.toThrow(CourseFileError)
})

test('a folder that cannot be read is said so', async () => {
  await expect(take(join(app.dataDir, 'none.yaml'))).rejects.toThrow(/none\.yaml: cannot be read/)
})
