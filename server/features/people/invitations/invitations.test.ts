import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailedApp, startMailedApp } from '#server/app/testing/mailed-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

const day = 86_400_000
const password = 'a blue kettle'
let app: MailedApp
let owner: TestClient
beforeAll(async () => {
  app = await startMailedApp({ outbox: { mailFrom: 'letters@operator.example' }, hearsNotifications: true })
  owner = await app.signIn({ role: 'admin' })
  await app.db.query({
    text: `update users set first_name = 'Owner', last_name = 'Oak' where id = $1`,
    values: [owner.userId],
  })
})
afterAll(() => app.close())

const lettersTo = (email: string) =>
  app.mail.arrived.filter(letter => letter.envelopeTo.includes(email) && /token=/.test(letter.text ?? ''))
async function letterAfter(email: string, what: () => Promise<{ status: number }>) {
  const before = lettersTo(email).length
  expect((await what()).status).toBe(200)
  await expect.poll(() => lettersTo(email).length, { timeout: 15_000 }).toBe(before + 1)
  const { text = '', subject } = lettersTo(email)[before] ?? {}
  return { text, subject, link: /https:\S+token=\S+/.exec(text)?.[0] ?? '', token: /token=(\S+)/.exec(text)?.[1] ?? '' }
}
let guests = 0
async function invite(more: Record<string, unknown> = {}) {
  const email = `guest-${++guests}@example.com`
  let id = 0
  const letter = await letterAfter(email, async () => {
    const body = { first_name: 'Inna', email, role: 'expert', ...more }
    const answer = await owner.call('POST /studio/users', { body })
    id = answer.data.id
    return answer
  })
  return { id, email, ...letter, params: { params: { id } } }
}
const read = (token: string, appId?: string) => app.visitor.call('POST /invitation', { body: { token }, appId })
const accept = (token: string) =>
  app.visitor.call('POST /auth/reset-password', { body: { token, password, password_repeat: password } })
const card = async (id: number) => (await owner.call('GET /studio/users/:id', { params: { id } })).data
const withdraw = (params: { params: { id: number } }) => owner.call('POST /studio/users/:id/withdraw', params)

test.each([
  ['en', 'Owner Oak invites you to Kurso', 'as an expert'],
  ['ru', 'Kurso: вас приглашает Owner Oak', 'Ваша роль: эксперт'],
  ['es', 'Owner Oak te invita a Kurso', 'Tu función: equipo de expertos'],
] as const)(
  'an invitation in %s names school, role and inviter, in the letter and on its page, works for seven days and once [STF-11, STF-23]',
  async (language_code, subject, role) => {
    const { text, link, token, email, id, ...letter } = await invite({ language_code })
    expect(letter.subject).toBe(subject)
    for (const part of ['Kurso', 'Owner Oak', role]) expect(text).toContain(part)
    expect(new URL(link).pathname).toBe('/admin/invitation')
    expect((await read(token)).data).toEqual({ inviter: 'Owner Oak', role: 'expert', email })
    expect(await card(id)).toMatchObject({ has_come_in: false, invited_until: expect.any(Number) })
    const now = app.clock.now
    app.clock.set(now + 6.9 * day)
    expect((await accept(token)).status).toBe(200)
    expect((await accept(token)).data.code).toBe('reset_link_spent')
    expect((await read(token)).data.code).toBe('invitation_over')
    app.clock.set(now)
    expect(await card(id)).toMatchObject({ has_come_in: true, invited_until: null })
  },
)

test('after seven days it is over; sent again it works, and the link before it no more [STF-11, STF-23]', async () => {
  const { token, email, params } = await invite()
  const now = app.clock.now
  app.clock.set(now + 7.1 * day)
  expect((await read(token)).data.code).toBe('invitation_over')
  expect((await accept(token)).data.code).toBe('reset_link_spent')
  app.clock.set(now)
  const again = await letterAfter(email, () => owner.call('POST /studio/users/:id/invite', params))
  expect((await read(token)).data.code).toBe('invitation_over')
  expect((await read(again.token)).status).toBe(200)
  expect((await read(again.token, 'face')).data.code).toBe('invitation_over')
  expect((await accept(again.token)).status).toBe(200)
})

test('it outlives the right of who sent it, and names nobody when their account is gone', async () => {
  const leaving = await app.signIn({ role: 'admin', email: 'leaving@example.com' })
  const email = 'guest-of-leaving@example.com'
  const { token } = await letterAfter(email, () =>
    leaving.call('POST /studio/users', { body: { first_name: 'Inna', email, role: 'author' } }),
  )
  const params = { id: leaving.userId }
  await owner.call('PATCH /studio/users/:id', { params, body: { role: 'learner' } })
  expect((await read(token)).data.inviter).toBe('Test Person 2')
  await owner.call('POST /studio/users/:id/erase', { params, body: { confirm: 'leaving@example.com' } })
  expect((await read(token)).data).toEqual({ inviter: null, role: 'author', email })
})

test('withdrawn it lets nobody in by any way and leaves no account, once or twice; who has come in stays', async () => {
  const { token, email, params } = await invite()
  expect((await withdraw(params)).status).toBe(200)
  expect((await withdraw(params)).status).toBe(200)
  expect((await read(token)).data.code).toBe('invitation_over')
  expect((await accept(token)).data.code).toBe('reset_link_spent')
  const { rows } = await app.db.query({ text: 'select id from users where email = $1', values: [email] })
  expect(rows).toEqual([])
  const member = await invite()
  await accept(member.token)
  const refused = await withdraw(member.params)
  expect([refused.status, refused.data.code]).toEqual([409, 'has_come_in'])
  expect((await withdraw({ params: { id: 987_654 } })).status).toBe(404)
})

test('of accepting and withdrawing at once one happens', async () => {
  const { token, params, id } = await invite()
  const [accepted, withdrawn] = await Promise.all([accept(token), withdraw(params)])
  expect([accepted.status, withdrawn.status].filter(status => status === 200)).toHaveLength(1)
  const { rows } = await app.db.query({ text: 'select id from users where id = $1', values: [id] })
  expect(rows).toHaveLength(accepted.status === 200 ? 1 : 0)
})

test('a learner comes in by the app; who has come in gets a link for a new password instead', async () => {
  const learner = await invite({ role: 'learner' })
  expect(new URL(learner.link).pathname).toBe('/reset')
  await accept(learner.token)
  const again = await letterAfter(learner.email, () => owner.call('POST /studio/users/:id/invite', learner.params))
  expect(again.subject).toBe('Kurso: a new password')
})
