import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { courseFolder, smallCourse } from '#server/features/courses/testing/course-folder.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { readCourseArguments } from './course-arguments.ts'
import { UsageError } from './operator-command.ts'
import { runCourseCommand } from './run-course-command.ts'

let app: TestApp
let folder: Awaited<ReturnType<typeof courseFolder>>
let lines: string[]

beforeAll(async () => {
  app = await startTestApp()
  folder = await courseFolder(smallCourse())
  await folder.add('notes.txt', 'Notes')
})
afterAll(async () => {
  await folder.remove()
  await app.close()
})
beforeEach(() => {
  lines = []
})

const run = (...args: string[]) =>
  runCourseCommand(readCourseArguments(args), {
    database: app.db,
    brands: app.brands,
    dataDir: app.dataDir,
    now: Date.parse('2026-11-22'),
    print: line => lines.push(line),
  })

async function streams() {
  const { rows } = await app.db.query<{ starts_on: string; ends_on: string; learners: number }>({
    text: `select s.starts_on, s.ends_on, count(us.id)::int as learners
             from streams s left join user_streams us on us.stream_id = s.id group by s.id order by s.starts_on`,
  })
  return rows
}

test('a course is imported with its cohort and learner, logged, listed, and exported unchanged [STF-13]', async () => {
  await run('list')
  expect(lines).toEqual(['There are no courses yet'])
  await app.signIn({ email: 'anna@example.com' })
  const importing = ['import', folder.file, '--stream', '2026-12-01', '--enrol', 'Anna@example.com']
  await run(...importing)
  await run(...importing)
  expect(lines.slice(1)).toEqual([
    'small: created, version 1',
    '  stages: 2 added',
    '  days: 3 added',
    '  lessons: 2 added',
    '  homeworks: 2 added',
    '  documents: 2 added',
    '  cohort of 2026-12-01: opened, until 2027-01-02',
    '  enrolled: anna@example.com',
    'small: unchanged, version 1',
    '  cohort of 2026-12-01: was there already, until 2027-01-02',
    '  was enrolled already: anna@example.com',
  ])
  expect(await streams()).toEqual([{ starts_on: '2026-12-01', ends_on: '2027-01-02', learners: 1 }])
  await run(...importing, '--days', '10', '--stream', '2027-02-01')
  expect(await streams()).toEqual([
    { starts_on: '2026-12-01', ends_on: '2026-12-10', learners: 1 },
    { starts_on: '2027-02-01', ends_on: '2027-02-10', learners: 1 },
  ])
  // The repeat has changed nothing.
  const logged = await app.db.query({ text: 'select action, actor_id, detail from audit_log order by id' })
  const entry = { action: 'course.import', actor_id: null }
  expect(logged.rows).toEqual([
    { ...entry, detail: { change: 'created', version: 1, cohorts: 1, enrolled: 1, by: 'command' } },
    { ...entry, detail: { change: 'unchanged', version: 1, cohorts: 2, enrolled: 1, by: 'command' } },
  ])
  await run('list', '--brand', 'kurso')
  expect(lines.at(-1)).toBe('kurso  small  version 1  2 days  en, ru  Small course')

  const out = await mkdtemp(join(tmpdir(), 'kurso-out-'))
  await run('export', 'small', '--out', out)
  for (const path of [
    'media/wpt-movie_5.mp4',
    'media/hls/v1_003.ts',
    'subtitles/made/counting-300.en.vtt',
    'notes.txt',
  ])
    expect(await readFile(join(out, path))).toEqual(await readFile(join(folder.folder, path)))
  await run('import', join(out, 'course.yaml'))
  expect(lines.at(-1)).toBe('small: unchanged, version 1')
  await run('export', 'small', '--out', join(out, 'small.tar.gz'))
  expect((await readFile(join(out, 'small.tar.gz'))).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]))
  await run('import', join(out, 'course.yaml'), '--brand', 'face')
  expect(lines).toContain('small: created, version 1')
  await rm(out, { recursive: true })
})

test('an import says how many parts it changed, and names those that left or came back [CRS-11]', async () => {
  const course = smallCourse()
  const [week] = course.stages
  if (!week) throw new Error('The small course has a first week')
  await app.db.query({
    text: `insert into day_statuses (user_stream_id, day_id, finished_at)
           select us.id, d.id, now() from user_streams us join course_days d using (course_id) where d.key = 'day-1'`,
  })
  await folder.write({ ...course, stages: [{ ...week, days: week.days.slice(1) }, ...course.stages.slice(1)] })
  await expect(run('import', folder.file)).rejects.toThrow(/lowers the share of days finished of 1 learner/)
  await run('import', folder.file, '--lower-progress')
  expect(lines).toEqual([
    'small: updated, version 2',
    '  stages: 2 kept',
    '  days: 2 kept, 1 archived',
    '  lessons: 2 kept',
    '  homeworks: 1 kept, 1 removed',
    '  documents: 2 kept',
    '  archived: day day-1 (Day 1), with the records of 1 learner',
    '  removed: homework photo (A photo)',
    '  learners whose share of finished days falls: 1',
  ])
  course.title = { en: 'Larger course', ru: 'Курс побольше' }
  await folder.write(course)
  await run('import', folder.file)
  expect(lines.at(-1)).toBe('  restored: day day-1 (Day 1), with the records of 1 learner')
})

test.each([
  [['export', 'none'], /has no course none/],
  [['list', '--brand', 'nobody'], /There is no brand nobody/],
])('%j says what is not there', async (args, message) => {
  await expect(run(...args)).rejects.toThrow(message)
})

test.each([
  [[], /npm run course -- import FILE/],
  [['import'], /npm run course -- import FILE/],
  [['publish', 'x'], /npm run course -- import FILE/],
  [['import', 'a.yaml', 'b.yaml'], /Unexpected argument: b\.yaml/],
  [['import', 'a.yaml', '--stream', '2026-02-30'], /--stream 2026-02-30 is not a date/],
  [['import', 'a.yaml', '--stream', '2026-12-01', '--days', '0'], /--days 0 is not a number of days/],
  [['import', 'a.yaml', '--enrol', 'a@b.c'], /--enrol needs --stream/],
  [['import', 'a.imscc', '--stream', '2026-12-01'], /--stream is for published courses; a\.imscc becomes a draft/],
  [['import', 'a.yaml', '--language', 'ru'], /--language is for archives/],
  [['import', 'a.yaml', '--what', 'x'], /--what/],
])('%j is refused with the reason', (args, message) => {
  expect(() => readCourseArguments(args)).toThrow(UsageError)
  expect(() => readCourseArguments(args)).toThrow(message)
})
