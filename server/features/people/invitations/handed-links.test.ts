import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMailer } from '#server/platform/mail/mail.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { sendInvitation } from './send-invitation.ts'

const day = 86_400_000
const password = 'a blue kettle'
let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await startTestApp()
  owner = await app.signIn({ role: 'admin' })
})
afterAll(() => app.close())

let guests = 0
async function addPerson(role: 'learner' | 'expert' = 'learner') {
  const email = `guest-${++guests}@example.com`
  const { data } = await owner.call('POST /studio/users', { body: { first_name: 'Inna', email, role } })
  return { id: data.id, email }
}
const askFor = (userIds: number[], by = owner, appId?: string) =>
  by.call('POST /studio/invitation-links', { body: { user_ids: userIds }, appId })
async function linkOf(id: number) {
  const { data } = await askFor([id])
  const url = new URL(data.links[0]?.url ?? '')
  const isInvited = url.searchParams.has('invited')
  return { path: url.pathname, isInvited, token: url.searchParams.get('token') ?? '', validUntil: data.valid_until }
}
const read = (token: string) => app.visitor.call('POST /invitation', { body: { token } })
const accept = (token: string) =>
  app.visitor.call('POST /auth/reset-password', { body: { token, password, password_repeat: password } })
async function rowOf<Row>(text: string, id: number) {
  const { rows } = await app.db.query<Row & object>({ text, values: [id] })
  return rows[0]
}

test('without a mail server staff learn that letters reach nobody, and hand over a link that lets in once [STF-22]', async () => {
  expect((await owner.call('GET /studio/mail')).data).toEqual({ is_set: false })
  const { id, email } = await addPerson()
  const { path, isInvited, token, validUntil } = await linkOf(id)
  expect([path, isInvited], 'where the page greets who has no password yet').toEqual(['/reset', true])
  expect(validUntil).toBe(Math.floor(app.clock.now / 1000) + 7 * 86_400)
  expect((await read(token)).data).toMatchObject({ role: 'learner', email })
  const logged = `select action, actor_id from audit_log where target_id = $1 order by id desc limit 1`
  expect(await rowOf(logged, id)).toEqual({ action: 'user.hand_link', actor_id: owner.userId })
  expect((await accept(token)).status).toBe(200)
  expect((await accept(token)).data.code).toBe('reset_link_spent')
  const proven = `select is_email_validated as "isProven" from users where id = $1`
  expect(await rowOf(proven, id), 'who got the link from a colleague has not read the e-mail').toEqual({
    isProven: false,
  })
  expect((await askFor([id])).data.code, 'who has come in needs none').toBe('nobody_to_invite')
})

test('a link of staff leads to the studio, ends after seven days and when another is made', async () => {
  const { id } = await addPerson('expert')
  const first = await linkOf(id)
  expect(first.path).toBe('/admin/invitation')
  const second = await linkOf(id)
  expect((await read(first.token)).data.code).toBe('invitation_over')
  const now = app.clock.now
  app.clock.set(now + 7.1 * day)
  expect((await accept(second.token)).data.code).toBe('reset_link_spent')
  app.clock.set(now)
  expect((await accept(second.token)).status).toBe(200)
})

test('many get theirs at once; who is blocked, of another school or has come in is left out', async () => {
  const [one, two, blocked] = [await addPerson(), await addPerson('expert'), await addPerson()]
  await owner.call('POST /studio/users/:id/block', { params: { id: blocked.id }, body: { reason: 'Spam' } })
  const stranger = await app.signIn({ role: 'admin', brandId: 'face' })
  const { data } = await askFor([one.id, two.id, blocked.id, owner.userId, stranger.userId, one.id])
  expect(data.links.map(({ id, name, email }) => ({ id, name, email }))).toEqual([
    { ...one, name: 'Inna' },
    { ...two, name: 'Inna' },
  ])
  expect((await askFor([one.id], stranger, 'face')).data.code).toBe('nobody_to_invite')
  for (const { url } of data.links) expect((await read(new URL(url).searchParams.get('token') ?? '')).status).toBe(200)
})

test('a letter that was asked for before leaves the handed link valid; one asked for later takes its place', async () => {
  const { id } = await addPerson()
  const { token } = await linkOf(id)
  const mailer = openMailer({ folder: app.dataDir })
  const parts = { database: app.db, mailer, clock: () => app.clock.now, publicUrl: 'https://school.example' }
  const send = (askedMs: number) =>
    sendInvitation({ ...parts, brands: app.brands }, { userId: id, inviterId: owner.userId, askedAt: askedMs / 1000 })
  await send(app.clock.now - 1)
  expect((await read(token)).status).toBe(200)
  await send(app.clock.now + 1)
  expect((await read(token)).data.code).toBe('invitation_over')
})
