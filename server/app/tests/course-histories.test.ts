import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DraftNode, partsIn } from '#shared/features/courses/draft.ts'
import type { DraftWire } from '#shared/features/courses/draft-fields.ts'
import { recomputeProgress } from '#server/features/progress/recompute-progress.ts'
import { courseSchool, plannedCourse } from '../testing/course-school.ts'
import { learnersAtWork } from '../testing/learners-at-work.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import type { TestClient } from '../testing/test-client.ts'

/** `KURSO_HISTORIES=1000 npx vitest run course-histories` tries that many. */
const histories = Number(process.env['KURSO_HISTORIES'] ?? 4)
const count = 100
const begin = '2026-12-10T10:00:00Z'

let app: TestApp
let school: Awaited<ReturnType<typeof courseSchool>>
let learners: Awaited<ReturnType<typeof learnersAtWork>>
let author: TestClient
let admin: TestClient
let courseId = 0
let cohortId = 0

beforeAll(async () => {
  app = await startTestApp()
  app.clock.set(begin)
  school = await courseSchool(app)
  author = await app.signIn({ role: 'author' })
  admin = await app.signIn({ role: 'admin' })
  learners = await learnersAtWork(app, count)
})
afterAll(async () => {
  await school.remove()
  await app.close()
})

const titles = ['Water', 'Leaves', 'Cup', 'Milk', 'Sugar'] as const
const step = fc.oneof(
  fc.record({ what: fc.constant('import' as const), days: fc.shuffledSubarray([...titles], { minLength: 1 }) }),
  fc.record({ what: fc.constant('back' as const), versions: fc.nat(4) }),
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('write' as const),
      edits: fc.array(
        fc.record({
          how: fc.constantFrom('remove', 'bring back', 'first', 'other day', 'add', 'rename'),
          which: fc.nat(999),
        }),
        { minLength: 1, maxLength: 5 },
      ),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** All that learners have done, each record with what it is of. */
async function work() {
  const { rows } = await app.db.query<{ work: string }>({
    text: `select json_build_object(
      'days', (select json_agg(d order by d.id) from day_statuses d),
      'homework', (select json_agg(h order by h.id) from user_homeworks h where h.status <> 'NOT_UPLOADED'),
      'attempts', (select json_agg(a order by a.id) from homework_attempts a),
      'watched', (select json_agg(w order by w.user_stream_id, w.lesson_set_lesson_id) from lesson_statistics w),
      'messages', (select json_agg(m order by m.id) from chat_messages m),
      'points', (select json_agg(p order by p.id) from user_scores p))::text as work`,
  })
  return rows[0]?.work
}

/** The share of days that each learner has finished, counted again from what is kept. */
async function shares() {
  const { rows } = await app.db.query<{ id: number; share: number }>({
    text: `select us.user_id as id, (select count(*) from day_statuses s join course_days d on d.id = s.day_id
        where s.user_stream_id = us.id and s.finished_at is not null and d.archived_at is null and not d.is_rest)::float
        / greatest(1, (select count(*) from course_days d where d.course_id = us.course_id and d.archived_at is null and not d.is_rest)) as share
      from user_streams us where us.course_id = $1 order by us.user_id`,
    values: [courseId],
  })
  return new Map(rows.map(({ id, share }) => [id, share]))
}

/** Everybody's points are those of the days they finished and the homework that was approved, each once. */
async function checkPoints() {
  const { rows } = await app.db.query<{ id: number; given: number; earned: number }>({
    text: `select us.user_id as id,
      (select coalesce(sum(p.amount), 0)::int from user_scores p where p.user_id = us.user_id) as given,
      (select coalesce(sum(d.score), 0)::int from day_statuses s join course_days d on d.id = s.day_id
        where s.user_stream_id = us.id and s.finished_at is not null)
      + (select coalesce(sum(h.score), 0)::int from user_homeworks u join course_homeworks h on h.id = u.homework_id
        where u.user_stream_id = us.id and u.status = 'DONE') as earned
      from user_streams us where us.course_id = $1`,
    values: [courseId],
  })
  expect(rows.filter(({ given, earned }) => given !== earned)).toEqual([])
  expect(rows.some(({ given }) => given > 0)).toBe(true)
}

/** Counting everybody's progress again from what they reported changes none of it. */
async function checkRecomputed() {
  const stored = await work()
  await Promise.all((await learners.placesIn(courseId)).map(({ id }) => recomputeProgress(app.db, id)))
  expect(await work()).toBe(stored)
}

/** The percentage that staff read of each learner is that which is counted again. */
async function checkShown(counted: ReadonlyMap<number, number>) {
  const params = { id: cohortId }
  const query = { 'per-page': count } as const
  const { data } = await admin.call('GET /studio/cohorts/:id/learners', { params, query })
  const percent = [...counted].map(([id, share]): [number, number] => [id, Math.floor(share * 100 + 1e-9)])
  expect(new Map(data.map(({ user_id, done }) => [user_id, done]))).toEqual(new Map(percent))
}

const planned = (days: readonly string[]) =>
  plannedCourse(
    days.map(title => ({
      key: title.toLowerCase(),
      title,
      lessons: [`Boil ${title}`, `Pour ${title}`],
      homeworks: [{ key: `${title.toLowerCase()}-photo`, title: 'Photo' }],
    })),
    { key: 'week' },
  )

const inDraft = () => ({ params: { id: courseId } })
const readDraft = async () => (await author.call('GET /studio/courses/:id/draft', inDraft())).data
const placeOf = ({ id, parent_id, sort, is_removed }: DraftNode) => ({ id, parent_id, sort, is_removed })

/** One change of the draft, by `which` of the parts that it could be. */
async function change({ parts, revision }: DraftWire, how: string, which: number) {
  const rows = parts.filter(({ kind }) => ['day', 'place', 'homework'].includes(kind))
  const part = rows[which % rows.length]
  const days = parts.filter(({ kind, is_removed }) => kind === 'day' && !is_removed)
  const day = days[which % Math.max(1, days.length)]
  if (!part || !day) return
  if (how === 'rename') {
    const params = { id: courseId, part: day.id }
    const body = { revision: day.revision, content: { title: { en: `Day of ${which}` } } }
    expect((await author.call('PATCH /studio/courses/:id/draft/parts/:part', { params, body })).status).toBe(200)
    return
  }
  const [set] = partsIn(parts, day.id).filter(({ kind }) => kind === 'set')
  const isMoving = how === 'other day' && part.kind === 'place' && set
  const placed = {
    remove: [{ ...placeOf(part), is_removed: true }],
    'bring back': [{ ...placeOf(part), is_removed: false }],
    first: [{ ...placeOf(part), sort: 0 }],
    'other day': isMoving ? [{ ...placeOf(part), parent_id: set.id }] : [],
    add: [],
  }[how]
  const id = randomUUID()
  const added =
    how === 'add' && day.parent_id
      ? [{ id, kind: 'day', parent_id: day.parent_id, sort: 50, content: { title: { en: 'New' } } }]
      : []
  const answer = await author.call('POST /studio/courses/:id/draft/edits', {
    ...inDraft(),
    body: { revision, added, placed },
  })
  expect([answer.status, answer.data.code]).toEqual([200, undefined])
}

/** Publishes what the draft has become, unless something is missing; answers how many learners were said to lose ground. */
async function write(edits: Extract<Step, { what: 'write' }>['edits']): Promise<number | undefined> {
  await author.call('POST /studio/courses/:id/draft', inDraft())
  for (const { how, which } of edits) await change(await readDraft(), how, which)
  const { data } = await author.call('GET /studio/courses/:id/draft/effects', inDraft())
  if (!data.effects) return undefined
  const published = await author.call('POST /studio/courses/:id/draft/publication', {
    ...inDraft(),
    body: { seal: data.seal },
  })
  expect(published.status).toBe(200)
  return data.effects.learners_falling
}

/** Imports a file, at first as one that may not lower anybody's share; answers how many were said to lose ground. */
async function bringIn(days: readonly string[]): Promise<number> {
  try {
    return (await school.take(planned(days), { mayLowerProgress: false })).learnersFalling
  } catch (error) {
    const { learnersFalling } = await school.take(planned(days))
    expect(String(error)).toContain(`lowers the share of days finished of ${learnersFalling} learner`)
    return learnersFalling
  }
}

async function bringBack(versions: number): Promise<number | undefined> {
  const { data: history } = await author.call('GET /studio/courses/:id/versions', inDraft())
  const version = history.version - versions
  if (version < 1) return undefined
  const params = { id: courseId, versionId: version }
  const { data } = await author.call('GET /studio/courses/:id/versions/:versionId/effects', { params })
  const answer = await author.call('POST /studio/courses/:id/versions', {
    ...inDraft(),
    body: { version, seal: data.seal },
  })
  expect(answer.status).toBe(200)
  return data.effects.learners_falling
}

async function take(one: Step): Promise<number | undefined> {
  if (one.what === 'import') return bringIn(one.days)
  return one.what === 'back' ? bringBack(one.versions) : write(one.edits)
}

test('whatever authors write, publish, import and bring back, a hundred learners keep all that they have done, earn nothing twice, and whoever loses ground was told of [STF-16]', {
  timeout: 300_000 + histories * 20_000,
}, async () => {
  let published = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async steps => {
      app.clock.set(begin)
      await app.db.query({ text: 'delete from user_scores' })
      await app.db.query({ text: 'delete from courses' })
      courseId = (await school.take(planned(titles))).id
      await app.db.query({
        text: `insert into user_streams (user_id, course_id, stream_id, starts_on, ends_on)
          select u, $1, s.id, s.starts_on, s.ends_on from unnest($2::bigint[]) u, streams s where s.course_id = $1`,
        values: [courseId, learners.people],
      })
      const { data: cohorts } = await admin.call('GET /studio/cohorts')
      cohortId = cohorts[0]?.id ?? 0
      for (const [turn, one] of steps.entries()) {
        await learners.goOn(courseId, turn)
        await checkPoints()
        const [done, before] = [await work(), await shares()]
        const falling = await take(one)
        expect(await work()).toBe(done)
        const after = await shares()
        await checkShown(after)
        const fallen = [...after].filter(([id, share]) => share < (before.get(id) ?? 0) - 1e-9)
        expect(fallen).toHaveLength(falling ?? 0)
        if (falling !== undefined) published++
      }
      await learners.goOn(courseId, steps.length)
      await checkPoints()
      await checkRecomputed()
    }),
    { numRuns: histories },
  )
  expect(published).toBeGreaterThan(histories)
})
