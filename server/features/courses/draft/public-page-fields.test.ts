import { afterAll, beforeAll, expect, test } from 'vitest'
import { courseSchool, plannedCourse } from '#server/app/testing/course-school.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import type { DraftFields } from '#shared/features/courses/draft-fields.ts'

let app: TestApp
let school: Awaited<ReturnType<typeof courseSchool>>
let author: TestClient
beforeAll(async () => {
  app = await startTestApp()
  school = await courseSchool(app)
  author = await app.signIn({ role: 'author' })
})
afterAll(async () => {
  await school.remove()
  await app.close()
})

const course = (key: string, fields: object = {}) => ({ ...plannedCourse([{ title: 'Water' }]), key, ...fields })

/** A draft of a course, as an author changes and publishes it. */
async function draftOf(id: number) {
  const of = { params: { id } }
  await author.call('POST /studio/courses/:id/draft', of)
  const root = async () => {
    const { data } = await author.call('GET /studio/courses/:id/draft', of)
    return data.parts.find(({ kind }) => kind === 'course')
  }
  const first = await root()
  const part = first?.id ?? ''
  return {
    part,
    content: async () =>
      (await author.call('GET /studio/courses/:id/draft/parts/:part', { params: { id, part } })).data.content,
    async write(content: DraftFields) {
      const body = { revision: (await root())?.revision ?? 0, content }
      return author.call('PATCH /studio/courses/:id/draft/parts/:part', { params: { id, part }, body })
    },
    effects: async () => (await author.call('GET /studio/courses/:id/draft/effects', of)).data,
    publish: (seal: string) => author.call('POST /studio/courses/:id/draft/publication', { ...of, body: { seal } }),
  }
}

const rowOf = async (id: number) =>
  (
    await app.db.query<{ alias: string | null; questions: unknown; forWhom: string }>({
      text: `select alias, questions, texts -> 'en' ->> 'for_whom' as "forWhom" from courses where id = $1`,
      values: [id],
    })
  ).rows[0]

test('for whom a course is, questions and the name in its address are published with the draft and come back with it', async () => {
  const { id } = await school.take(course('tea'))
  const draft = await draftOf(id)
  const said = {
    alias: 'good-tea',
    forWhom: { en: 'Those in a hurry' },
    questions: [{ question: { en: 'Which pot?' }, answer: { en: 'Any' } }],
  }
  expect((await draft.write(said)).status).toBe(200)
  expect(await draft.content()).toMatchObject(said)
  expect((await draft.publish((await draft.effects()).seal)).status).toBe(200)
  expect(await rowOf(id)).toEqual({
    alias: 'good-tea',
    forWhom: 'Those in a hurry',
    questions: [{ texts: { en: { question: 'Which pot?', answer: 'Any' } } }],
  })
  const again = await draftOf(id)
  expect(await again.content()).toMatchObject(said)
  await author.call('POST /studio/courses/:id/draft/discard', { params: { id }, body: { revision: 1 } })
})

test('a name that cannot stand in an address, an unfinished question and a name of another course are told at their field', async () => {
  const first = await school.take(course('coffee', { alias: 'hot' }))
  await school.take(course('coffee', { alias: 'hotter' }))
  const { id } = await school.take(course('milk'))
  const draft = await draftOf(id)
  for (const alias of ['es', 'Hot drink', '-a', 'hot/cold']) {
    await draft.write({ alias })
    expect((await draft.effects()).problems, alias).toEqual([
      { part: draft.part, field: 'alias', reason: 'is_no_alias' },
    ])
  }
  await draft.write({ alias: '', questions: [{ question: { en: 'Which?' }, answer: {} }] })
  expect((await draft.effects()).problems).toEqual([
    { part: draft.part, field: 'questions[0].answer', reason: 'is_missing' },
  ])
  // What another course has, what it had, and its key.
  for (const alias of ['hotter', 'hot', 'coffee']) {
    await draft.write({ alias, questions: [] })
    const isTaken = alias !== 'coffee'
    const { problems, seal } = await draft.effects()
    expect(problems, alias).toEqual(isTaken ? [{ part: draft.part, field: 'alias', reason: 'is_taken' }] : [])
    if (isTaken) expect((await draft.publish(seal)).data.code).toBe('draft_incomplete')
  }
  expect(await rowOf(first.id)).toMatchObject({ alias: 'hotter' })
  await expect(school.take(course('cocoa', { alias: 'hot' }))).rejects.toThrow(
    /alias is the name of another course, or was: hot/,
  )
  await expect(school.take(course('cocoa', { alias: 'es' }))).rejects.toThrow(/alias/)
})

test('of two who give one name at once, one is refused', async () => {
  const [one, other] = [await school.take(course('one')), await school.take(course('other'))]
  const drafts = [await draftOf(one.id), await draftOf(other.id)]
  const seals: string[] = []
  for (const draft of drafts) {
    await draft.write({ alias: 'the-same' })
    seals.push((await draft.effects()).seal)
  }
  const answers = await Promise.all(drafts.map((draft, index) => draft.publish(seals[index] ?? '')))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})
