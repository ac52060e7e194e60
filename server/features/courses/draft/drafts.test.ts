import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { courseSchool, plannedCourse, type PlannedDay } from '#server/app/testing/course-school.ts'
import { handIn, type Pupil, readHomework } from '#server/app/testing/homework-people.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { partsIn } from '#shared/features/courses/draft.ts'
import type { DraftChangeWire, DraftFields } from '#shared/features/courses/draft-fields.ts'

let app: TestApp
let school: Awaited<ReturnType<typeof courseSchool>>
let author: TestClient
let other: TestClient
let courseId: number

const water = {
  key: 'water',
  title: 'Water',
  lessons: ['Tap', 'Kettle'],
  homeworks: [{ key: 'photo', title: 'Photo' }],
}
const leaves = { key: 'leaves', title: 'Leaves' }

beforeAll(async () => {
  app = await startTestApp()
  app.clock.set('2026-12-10T10:00:00Z')
  school = await courseSchool(app)
  author = await app.signIn({ role: 'author' })
  other = await app.signIn({ role: 'author' })
})
beforeEach(async () => {
  await app.db.query({ text: 'delete from courses' })
  courseId = (await take([water, leaves])).id
})
afterAll(async () => {
  await school.remove()
  await app.close()
})

const take = (days: readonly PlannedDay[]) => school.take(plannedCourse(days, { key: 'week' }))
const ofCourse = () => ({ params: { id: courseId } })
const begin = () => author.call('POST /studio/courses/:id/draft', ofCourse())
const draft = async (by = author) => (await by.call('GET /studio/courses/:id/draft', ofCourse())).data
const edit = (body: DraftChangeWire, by = author) =>
  by.call('POST /studio/courses/:id/draft/edits', { ...ofCourse(), body })
const read = (part: string, by = author) =>
  by.call('GET /studio/courses/:id/draft/parts/:part', { params: { id: courseId, part } })
const write = (part: string, revision: number, content: DraftFields, by = author) =>
  by.call('PATCH /studio/courses/:id/draft/parts/:part', {
    params: { id: courseId, part },
    body: { revision, content },
  })
const effects = async () => (await author.call('GET /studio/courses/:id/draft/effects', ofCourse())).data
const publish = (seal: string, by = author) =>
  by.call('POST /studio/courses/:id/draft/publication', { ...ofCourse(), body: { seal } })
const publishNow = async () => publish((await effects()).seal)

async function partOf(kind: string, title: string) {
  const { parts } = await draft()
  const found = parts.find(part => part.kind === kind && part.content.title?.['en'] === title)
  if (!found) throw new Error(`No ${kind} ${title}`)
  return found
}

/** The course as learners read it: titles of days with those of their lessons. */
async function shown(by: TestClient = author) {
  const { data } = await by.call('GET /courses/:id', { ...ofCourse(), expand: ['stages.days.lesson_sets', 'lessons'] })
  const titles = new Map(data.lessons?.map(({ id, title }) => [id, title]))
  return (data.stages ?? []).flatMap(({ days = [] }) =>
    days.map(day => [
      day.day_number,
      day.title,
      ...(day.lesson_sets ?? []).flatMap(set => set.lessons.map(({ lesson_id }) => titles.get(lesson_id))),
    ]),
  )
}

const placed = (part: { id: string; parent_id: string | null; sort: number }, change: object = {}) => ({
  id: part.id,
  parent_id: part.parent_id,
  sort: part.sort,
  is_removed: false,
  ...change,
})

test('a draft begins as what is published, and what is written in it is read by nobody until it is published [STF-16]', async () => {
  expect((await author.call('GET /studio/courses/:id/draft', ofCourse())).status).toBe(404)
  const before = await shown()
  expect((await begin()).data).toEqual({ id: courseId })
  const { base, version, revision, title, parts } = await draft()
  expect([base, version, revision, title]).toEqual([1, 1, 1, 'Steps'])
  const root = parts.find(({ kind }) => kind === 'course')
  const [stage] = partsIn(parts, root?.id ?? '').filter(({ kind }) => kind === 'stage')
  expect(partsIn(parts, stage?.id ?? '').map(({ kind, key }) => [kind, key])).toEqual([
    ['day', 'water'],
    ['day', 'leaves'],
  ])
  const day = await partOf('day', 'Water')
  expect((await write(day.id, 1, { title: { en: 'Rain' } })).data).toEqual({ revision: 2 })
  expect(await shown()).toEqual(before)
  const seen = await effects()
  expect(seen.problems).toEqual([])
  expect(seen.effects?.parts.filter(({ effect }) => effect !== 'kept')).toEqual([
    { kind: 'day', key: 'water', titles: { en: 'Rain' }, effect: 'changed', learners: 0 },
  ])
  expect((await publish(seen.seal)).data).toEqual({ version: 2 })
  expect((await shown()).map(([number, name]) => [number, name])).toEqual([
    [1, 'Rain'],
    [2, 'Leaves'],
  ])
  expect((await author.call('GET /studio/courses/:id/draft', ofCourse())).status).toBe(404)
})

test('a draft that changes nothing publishes the course as it was', async () => {
  await begin()
  const before = await app.db.query({ text: 'select course_content(id)::jsonb as content from courses' })
  await publishNow()
  const after = await app.db.query({ text: 'select course_content(id)::jsonb as content from courses' })
  expect(after.rows).toEqual(before.rows)
})

test('parts are added under permanent keys, moved, removed and brought back, and days are numbered in their order [STF-02][STF-15]', async () => {
  await begin()
  const [first, second] = [await partOf('day', 'Water'), await partOf('day', 'Leaves')]
  const [day, set, place, lesson] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const root = (await draft()).parts.find(({ kind }) => kind === 'course')?.id ?? ''
  const added = [
    { id: lesson, kind: 'lesson' as const, parent_id: root, sort: 9, content: { title: { en: 'Cup' } } },
    { id: day, kind: 'day' as const, parent_id: first.parent_id ?? '', sort: 0, content: { title: { en: 'Cups' } } },
    { id: set, kind: 'set' as const, parent_id: day, sort: 0 },
    { id: place, kind: 'place' as const, parent_id: set, sort: 0, content: { lesson } },
  ]
  const moved = [placed(second, { sort: 1 }), placed(first, { sort: 2 })]
  expect((await edit({ revision: 1, added, placed: moved })).data).toEqual({ revision: 2 })
  await publishNow()
  expect(await shown()).toEqual([
    [1, 'Cups', 'Cup'],
    [2, 'Leaves', 'About Leaves'],
    [3, 'Water', 'Tap', 'Kettle'],
  ])
  const { rows } = await app.db.query({ text: `select key from course_days where texts -> 'en' ->> 'title' = 'Cups'` })
  await begin()
  const again = await partOf('day', 'Cups')
  expect(rows).toEqual([{ key: again.key }])
  expect((await edit({ revision: 1, added: [], placed: [placed(again, { is_removed: true })] })).status).toBe(200)
  expect((await effects()).effects?.parts.find(({ key }) => key === again.key)?.effect).toBe('removed')
  expect((await edit({ revision: 2, added: [], placed: [placed(again)] })).status).toBe(200)
  expect((await effects()).effects?.parts.find(({ key }) => key === again.key)?.effect).toBe('kept')
})

test('a doubled lesson begins as the other one, from another course of the school too, and never from another school', async () => {
  await begin()
  const lesson = await partOf('lesson', 'Tap')
  await write(lesson.id, 1, { text: { en: 'Let it run.' } })
  const twin = randomUUID()
  const body = {
    revision: 1,
    added: [
      {
        id: twin,
        kind: 'lesson' as const,
        parent_id: lesson.parent_id ?? '',
        sort: 5,
        doubles: lesson.id,
        content: { title: { en: 'Tap 2' } },
      },
    ],
    placed: [],
  }
  expect((await edit(body)).status).toBe(200)
  expect((await read(twin)).data.content).toMatchObject({ title: { en: 'Tap 2' }, text: { en: 'Let it run.' } })
  const { data } = await author.call('POST /studio/courses', {
    body: { id: randomUUID(), title: 'Tea', language: 'en' },
  })
  const from = courseId
  courseId = data.id
  const root = (await draft()).parts.find(({ kind }) => kind === 'course')?.id ?? ''
  const third = { ...body, added: body.added.map(one => ({ ...one, id: randomUUID(), parent_id: root })) }
  await app.db.query({ text: `update courses set brand_id = 'face' where id = $1`, values: [from] })
  const refused = await edit(third)
  expect([refused.status, refused.data.code]).toEqual([422, 'part_misplaced'])
  await app.db.query({ text: `update courses set brand_id = 'kurso' where id = $1`, values: [from] })
  expect((await edit(third)).status).toBe(200)
})

test('two authors at one part: the second learns of it and both texts are kept', async () => {
  await begin()
  const lesson = await partOf('lesson', 'Tap')
  const [mine, theirs] = await Promise.all([
    write(lesson.id, 1, { title: { en: 'Mine' } }),
    write(lesson.id, 1, { title: { en: 'Theirs' } }, other),
  ])
  expect([mine.status, theirs.status].toSorted((a, b) => a - b)).toEqual([200, 409])
  const won = mine.status === 200 ? 'Mine' : 'Theirs'
  expect((await read(lesson.id)).data).toMatchObject({ revision: 2, content: { title: { en: won } } })
})

test('a change of the order that arrives twice is one, and one on an order that has changed is refused', async () => {
  await begin()
  const [first, second] = [await partOf('day', 'Water'), await partOf('day', 'Leaves')]
  const id = randomUUID()
  const swap = {
    revision: 1,
    added: [
      {
        id,
        kind: 'stage' as const,
        parent_id: (await draft()).parts.find(({ kind }) => kind === 'course')?.id ?? '',
        sort: 4,
      },
    ],
    placed: [placed(first, { sort: 2 }), placed(second, { sort: 1 })],
  }
  const answers = await Promise.all([edit(swap), edit(swap), edit(swap)])
  expect(answers.map(({ status, data }) => [status, data.revision])).toEqual(answers.map(() => [200, 2]))
  const stale = await edit({ revision: 1, added: [], placed: [placed(first, { sort: 7 })] }, other)
  expect([stale.status, stale.data.code]).toEqual([409, 'draft_changed'])
})

test.each<[string, (ids: Record<'day' | 'lesson' | 'root', string>) => Omit<DraftChangeWire, 'revision'>]>([
  ['a day in a day', ({ day }) => ({ added: [], placed: [{ id: day, parent_id: day, sort: 0, is_removed: false }] })],
  [
    'a lesson in a day',
    ({ day, lesson }) => ({ added: [], placed: [{ id: lesson, parent_id: day, sort: 0, is_removed: false }] }),
  ],
  [
    'a second course',
    ({ root }) => ({ added: [{ id: randomUUID(), kind: 'course', parent_id: root, sort: 0 }], placed: [] }),
  ],
  [
    'the course itself',
    ({ root }) => ({ added: [], placed: [{ id: root, parent_id: null, sort: 0, is_removed: true }] }),
  ],
  [
    'an unknown part',
    ({ root }) => ({ added: [], placed: [{ id: randomUUID(), parent_id: root, sort: 0, is_removed: false }] }),
  ],
  [
    'a part that is there',
    ({ day, root }) => ({ added: [{ id: day, kind: 'stage', parent_id: root, sort: 0 }], placed: [] }),
  ],
  [
    'a part twice',
    ({ day, root }) => ({
      added: [],
      placed: [day, day].map(id => ({ id, parent_id: root, sort: 0, is_removed: false })),
    }),
  ],
  [
    'a double of nothing',
    ({ root }) => ({
      added: [{ id: randomUUID(), kind: 'lesson', parent_id: root, sort: 0, doubles: randomUUID() }],
      placed: [],
    }),
  ],
])('%s is refused and changes nothing', async (_what, change) => {
  await begin()
  const before = await draft()
  const ids = {
    day: (await partOf('day', 'Water')).id,
    lesson: (await partOf('lesson', 'Tap')).id,
    root: before.parts.find(({ kind }) => kind === 'course')?.id ?? '',
  }
  const refused = await edit({ revision: 1, ...change(ids) })
  expect([refused.status, refused.data.code]).toEqual([422, 'part_misplaced'])
  expect(await draft()).toEqual(before)
})

test('a field of another kind of part is refused by its name', async () => {
  await begin()
  const day = await partOf('day', 'Water')
  const refused = await write(day.id, 1, { url: 'https://example.com' })
  expect([refused.status, refused.data.code, Object.keys(refused.data.errors ?? {})]).toEqual([
    422,
    'field_of_other_part',
    ['content.url'],
  ])
})

test('what is missing is told by its part and field, and keeps the draft from being published', async () => {
  await begin()
  const [day, lesson, homework] = [
    await partOf('day', 'Leaves'),
    await partOf('lesson', 'Tap'),
    await partOf('homework', 'Photo'),
  ]
  const root = (await draft()).parts.find(({ kind }) => kind === 'course')
  await write(root?.id ?? '', 1, { languages: ['en', 'es'] })
  const told = (await effects()).problems
  expect(told).toContainEqual({ part: lesson.id, field: 'title.es', reason: 'is_untranslated' })
  expect(told).toContainEqual({ part: root?.id, field: 'title.es', reason: 'is_untranslated' })
  await write(root?.id ?? '', 2, { languages: ['en'] })
  await write(day.id, 1, { title: { en: ' ' } })
  expect(await effects()).toEqual({
    problems: [{ part: day.id, field: 'title', reason: 'is_missing' }],
    effects: null,
    seal: '',
  })
  await write(day.id, 2, { title: { en: 'Leaves' }, skippedDays: -1 })
  expect((await effects()).problems).toEqual([{ part: day.id, field: '', reason: 'number_is_taken' }])
  await write(day.id, 3, { skippedDays: 0 })
  await write((await partOf('day', 'Water')).id, 1, { opensAfterDays: 3 })
  expect((await effects()).problems).toEqual([{ part: day.id, field: 'opensAfterDays', reason: 'opens_too_early' }])
  await write((await partOf('day', 'Water')).id, 2, { opensAfterDays: null })
  await write(lesson.id, 1, { links: [{ title: { en: 'Here' }, url: 'nowhere' }] })
  await write(homework.id, 1, { text: { en: 'x'.repeat(20_001) } })
  expect((await effects()).problems).toEqual([
    { part: lesson.id, field: 'links[0].url', reason: 'is_no_address' },
    { part: homework.id, field: 'text.en', reason: 'is_too_long' },
  ])
  const refused = await publish('')
  expect([refused.status, refused.data.code]).toEqual([409, 'draft_incomplete'])
})

test('a draft is published with the effects that were seen, once [STF-16]', async () => {
  await begin()
  const day = await partOf('day', 'Leaves')
  await write(day.id, 1, { title: { en: 'Green leaves' } })
  const { seal } = await effects()
  await write(day.id, 2, { title: { en: 'Black leaves' } })
  expect((await publish(seal)).data.code).toBe('effects_changed')
  const seen = (await effects()).seal
  const answers = await Promise.all([publish(seen), publish(seen, other)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
})

test('what learners did stays when a draft takes it out, and comes back with the version before [STF-02] [STF-16]', async () => {
  const pupil: Pupil = await school.pupil()
  await handIn(pupil, await school.idOf('homeworks', 'Photo'), { message: 'Here' })
  await begin()
  const homework = await partOf('homework', 'Photo')
  await edit({ revision: 1, added: [], placed: [placed(homework, { is_removed: true })] })
  const seen = await effects()
  expect(seen.effects).toMatchObject({ submissions_kept: 1, learners: 1, learners_falling: 0 })
  await publish(seen.seal)
  expect((await readHomework(pupil, await school.idOf('homeworks', 'Photo'))).data.status).toMatchObject({
    status: 'UPLOADED',
  })
})

test('a new course is one however often it is sent, is nobody’s until it is published, and goes with its draft', async () => {
  const body = { id: randomUUID(), title: '  Tea  ', language: 'en' as const }
  const answers = await Promise.all([1, 2, 3].map(() => author.call('POST /studio/courses', { body })))
  const ids = new Set(answers.map(({ data }) => data.id))
  expect([answers.map(({ status }) => status), ids.size]).toEqual([[200, 200, 200], 1])
  courseId = answers[0]?.data.id ?? 0
  const { parts, base, title } = await draft()
  expect([base, title, parts.map(({ kind }) => kind).toSorted()]).toEqual([0, 'Tea', ['course', 'day', 'stage']])
  const { problems } = await effects()
  expect(problems.map(({ reason, field }) => [field, reason])).toEqual([
    ['title', 'is_missing'],
    ['title', 'is_missing'],
  ])
  for (const part of parts.filter(({ kind }) => kind !== 'course')) await write(part.id, 1, { title: { en: 'One' } })
  expect((await publishNow()).data).toEqual({ version: 1 })
  expect(await shown()).toEqual([[1, 'One']])

  const { data } = await author.call('POST /studio/courses', { body: { ...body, id: randomUUID() } })
  courseId = data.id
  const gone = { ...ofCourse(), body: { revision: 1 } }
  expect(
    (await author.call('POST /studio/courses/:id/draft/discard', { ...gone, body: { revision: 2 } })).data.code,
  ).toBe('draft_changed')
  expect((await author.call('POST /studio/courses/:id/draft/discard', gone)).status).toBe(200)
  expect((await author.call('GET /studio/courses')).data.map(({ id }) => id)).not.toContain(courseId)
  const blank = await author.call('POST /studio/courses', { body: { ...body, title: ' ' } })
  expect([blank.status, Object.keys(blank.data.errors ?? {})]).toEqual([422, ['title']])
})

test('a draft that is thrown away leaves what is published', async () => {
  await begin()
  const before = await shown()
  await write((await partOf('day', 'Water')).id, 1, { title: { en: 'Rain' } })
  await author.call('POST /studio/courses/:id/draft/discard', { ...ofCourse(), body: { revision: 1 } })
  expect(await shown()).toEqual(before)
  await begin()
  expect((await partOf('day', 'Water')).revision).toBe(1)
})

test('a course of another school has no draft for an author, and a part that is none is not found', async () => {
  await begin()
  const { id } = await partOf('day', 'Water')
  expect((await read('nothing')).status).toBe(404)
  expect((await read(randomUUID())).status).toBe(404)
  await app.db.query({ text: `update courses set brand_id = 'face'` })
  const answers = await Promise.all([
    author.call('POST /studio/courses/:id/draft', ofCourse()),
    author.call('GET /studio/courses/:id/draft', ofCourse()),
    author.call('POST /studio/courses/:id/draft/discard', { ...ofCourse(), body: { revision: 1 } }),
    edit({ revision: 1, added: [], placed: [] }),
    read(id),
    write(id, 1, { title: { en: 'Theirs' } }),
    author.call('GET /studio/courses/:id/draft/effects', ofCourse()),
    publish(''),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
})
