import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClubSchool } from '#server/app/testing/club-people.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { mostQuestions, type Question } from '#shared/features/clubs/faq.ts'
import { clubTerms, faqTerms } from './testing/access.ts'

let school: Awaited<ReturnType<typeof openClubSchool>>
let member: TestClient
let params: { id: number }

beforeAll(async () => {
  school = await openClubSchool()
  member = await school.join('Anna')
  params = { id: school.clubId }
})
afterAll(() => school.shop.close())

const code = ({ status, data }: { status: number; data: object }) => [status, (data as { code?: string }).code]
const faults = ({ data }: { data: object }) => Object.keys((data as { errors?: object }).errors ?? {})
const stored = async () => (await school.admin.call('GET /studio/clubs/:id/faq', { params })).data
const change = async (questions: Question[], revision?: number, by = school.admin) =>
  by.call('PUT /studio/clubs/:id/faq', {
    params,
    body: { questions, revision: revision ?? (await stored()).revision },
  })
const read = (by: TestClient, lang = 'en') => by.call('GET /clubs/:id/faq', { params, query: { lang } })
const both: Question = {
  texts: {
    en: { question: ' What is brewed? ', answer: 'Tea' },
    ru: { question: 'Что заваривают?', answer: 'Чай' },
  },
}

test('members read the questions of their club in their order and language, nobody else does [CLB-07]', async () => {
  expect((await read(member)).data).toEqual({ questions: [] })
  expect((await change([both, faqTerms])).status).toBe(200)
  expect((await read(member, 'ru')).data.questions).toEqual([
    { question: 'Что заваривают?', answer: 'Чай' },
    faqTerms.texts.en,
  ])
  expect((await read(member, 'es')).data.questions[0]).toEqual({ question: 'What is brewed?', answer: 'Tea' })
  await change([faqTerms, both])
  expect((await read(member)).data.questions.map(({ question }) => question)).toEqual([
    'When do we meet?',
    'What is brewed?',
  ])
  expect(code(await read(await school.app.signIn()))).toEqual([404, 'not_found'])
  expect(code(await read(school.app.visitor))).toEqual([401, 'not_signed_in'])
  const foreigner = await school.app.signIn({ brandId: 'mind' })
  expect(code(await foreigner.call('GET /clubs/:id/faq', { params, appId: 'mind' }))).toEqual([404, 'not_found'])
})

test('a member whose club has ended reads them no more [CLB-07]', async () => {
  const leaving = await school.join('Boris', true)
  expect((await read(leaving)).status).toBe(200)
  await school.closeToWeekly()
  expect(code(await read(leaving))).toEqual([404, 'not_found'])
})

test('of two changes of one state the second is refused; sent again, also at once, it is one', async () => {
  const { revision } = await stored()
  const sent = [{ texts: { en: { question: 'Sent twice?', answer: 'Once.' } } }]
  const [one, other] = await Promise.all([change(sent, revision), change(sent, revision)])
  expect([one?.data, other?.data]).toEqual([{ revision: revision + 1 }, { revision: revision + 1 }])
  expect(code(await change([both], revision))).toEqual([409, 'changed_meanwhile'])
  expect((await stored()).questions).toEqual(sent)
  const actions = await school.actionsOn('club', school.clubId)
  expect(actions.at(-1)).toBe('club.faq')
  expect((await change([])).status, 'none are left').toBe(200)
  expect((await read(member)).data).toEqual({ questions: [] })
})

test('a question without an answer, too many of them and strangers are refused, with the field', async () => {
  const refused = async (questions: Question[]) => {
    const answer = await change(questions)
    return [...code(answer), ...faults(answer)]
  }
  const half = { texts: { ru: { question: 'Что?', answer: ' ' } } }
  expect(await refused([both, half])).toEqual([422, 'question_incomplete', 'questions.1.texts.ru.answer'])
  expect(await refused([{ texts: {} }])).toEqual([422, 'question_incomplete', 'questions.0.texts.en.question'])
  const many = Array.from({ length: mostQuestions + 1 }, () => both)
  expect(await refused(many)).toEqual([422, 'invalid_input', 'questions'])
  const long = { texts: { en: { question: 'a'.repeat(301), answer: 'b' } } }
  expect(await refused([long])).toEqual([422, 'invalid_input', 'questions.0.texts.en.question'])
  const foreigner = await school.app.signIn({ role: 'admin', brandId: 'mind' })
  const appId = 'mind'
  expect(code(await foreigner.call('GET /studio/clubs/:id/faq', { params, appId }))).toEqual([404, 'not_found'])
  const body = { questions: [both], revision: 0 }
  expect(code(await foreigner.call('PUT /studio/clubs/:id/faq', { params, body, appId }))).toEqual([404, 'not_found'])
  expect(code(await change([both], 0, member))).toEqual([403, 'not_allowed'])
})

test('a removed club takes its questions along', async () => {
  const body = { ...clubTerms, slug: 'gone' }
  const gone = { id: (await school.admin.call('POST /studio/clubs', { body })).data.id }
  const faq = { questions: [both], revision: 0 }
  await school.admin.call('PUT /studio/clubs/:id/faq', { params: gone, body: faq })
  expect((await school.admin.call('DELETE /studio/clubs/:id', { params: gone })).status).toBe(200)
  expect(code(await school.admin.call('PUT /studio/clubs/:id/faq', { params: gone, body: faq }))).toEqual([
    404,
    'not_found',
  ])
})
