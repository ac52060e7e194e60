import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import type { TestClient } from '../testing/test-client.ts'
import { wirePath } from '#shared/platform/contract.ts'

let app: TestApp
let learner: TestClient
let admin: TestClient
let requestId = 0
let column: (text: string) => Promise<string | undefined>

beforeAll(async () => {
  app = await startTestApp()
  learner = await app.signIn()
  admin = await app.signIn({ role: 'admin' })
  column = async text => Object.values((await app.db.query<Record<string, string>>({ text })).rows[0] ?? {})[0]
  const body = { name: 'Ann', message: 'How?', support_category_id: 21 }
  requestId = (await learner.call('POST /tech-questions', { body })).data.id
})
afterAll(() => app.close())

type Place = { call: string; field: string; others?: object; who?: () => TestClient; stored: () => string }
const newest = 'order by id desc limit 1'
const own = () => learner.userId
const asking = { support_category_id: 21 }
let number = 0

/** Where people type a line, or lines, and where it is stored. */
const lines: Place[] = [
  { call: 'POST /user', field: 'name', stored: () => `select first_name from users where id = ${own()}` },
  { call: 'POST /user', field: 'last_name', stored: () => `select last_name from users where id = ${own()}` },
  { call: 'POST /user', field: 'city', stored: () => `select city from users where id = ${own()}` },
  {
    call: 'POST /auth/signup-by-email',
    field: 'username',
    get others() {
      return { email: `new-${number++}@example.com`, password: 'correct horse', password_repeat: 'correct horse' }
    },
    stored: () => `select first_name from users ${newest}`,
  },
  {
    call: 'POST /studio/users',
    field: 'first_name',
    get others() {
      return { email: `added-${number++}@example.com`, role: 'learner' }
    },
    who: () => admin,
    stored: () => `select first_name from users ${newest}`,
  },
  {
    call: 'PATCH /studio/users/:id',
    field: 'last_name',
    who: () => admin,
    stored: () => `select last_name from users where id = ${own()}`,
  },
  {
    call: 'POST /tech-questions',
    field: 'name',
    others: { ...asking, message: 'How?' },
    stored: () => `select name from support_requests ${newest}`,
  },
]
const texts: Place[] = [
  {
    call: 'POST /tech-questions',
    field: 'message',
    others: { ...asking, name: 'Ann' },
    stored: () => `select text from support_messages ${newest}`,
  },
  {
    call: 'POST /tech-questions/anonymous',
    field: 'message',
    others: { name: 'Ann', email: 'ann@example.com' },
    stored: () => `select text from support_messages ${newest}`,
  },
  {
    call: 'POST /support-requests/:id/messages',
    field: 'message',
    stored: () => `select text from support_messages ${newest}`,
  },
  {
    call: 'POST /studio/support-requests/:id/messages',
    field: 'message',
    who: () => admin,
    stored: () => `select text from support_messages ${newest}`,
  },
]

async function type({ call, field, others, who = () => learner }: Place, text: string, language = 'en') {
  // So that questions of this test are not too many.
  await app.db.query({ text: `update support_messages set created_at = created_at - interval '1 hour'` })
  const { method, path } = wirePath(call)
  const id = call.includes('/studio/users') ? learner.userId : requestId
  const answer = await app.server.inject({
    method,
    url: path.replace(':id', String(id)),
    headers: { authorization: `Bearer ${who().token}`, 'x-app-id': 'kurso', 'accept-language': language },
    payload: { ...others, [field]: text },
  })
  return { status: answer.statusCode, errors: answer.json<{ errors?: Record<string, string[]> }>().errors }
}

const named = ({ call, field }: Place) => [`${call} ${field}`, { call, field }] as const
const visible = 'Ana\u00a0  María ‘d’Arc’\u200d 👩‍🎓 é Ω'

test.each([...lines, ...texts].map(place => [...named(place), place] as const))(
  '%s: the ends are trimmed, and whatever is visible between them is stored as typed [SEC-07]',
  async (_name, _place, place) => {
    expect(await type(place, `  ${visible}\u00a0 `)).toMatchObject({ status: 200 })
    expect(await column(place.stored())).toBe(visible)
  },
)

test.each(lines.map(place => [...named(place), place] as const))(
  '%s: a break, a tab or a control character is refused by its field, and nothing changes [SEC-07]',
  async (_name, _place, place) => {
    const before = await column(place.stored())
    for (const hidden of ['\n', '\r\n', '\t', '\u0007', '\u007f', '\u0085', '\u2028']) {
      const { status, errors } = await type(place, `Ana${hidden}María`, 'es')
      expect([status, errors]).toEqual([422, { [place.field]: [expect.stringMatching(/^Elimina los saltos/)] }])
    }
    expect(await column(place.stored())).toBe(before)
  },
)

test.each(texts.map(place => [...named(place), place] as const))(
  '%s: lines and tabs are kept, a control character is refused by its field [SEC-07]',
  async (_name, _place, place) => {
    expect(await type(place, 'one\r\n\n\ttwo\rthree')).toMatchObject({ status: 200 })
    expect(await column(place.stored())).toBe('one\n\n\ttwo\nthree')
    for (const hidden of ['\u0007', '\u001b', '\u007f', '\u0085']) {
      const { status, errors } = await type(place, `one${hidden}two`, 'ru')
      expect([status, errors]).toEqual([422, { [place.field]: [expect.stringMatching(/^Уберите управляющие/)] }])
    }
    expect(await column(place.stored())).toBe('one\n\n\ttwo\nthree')
  },
)
