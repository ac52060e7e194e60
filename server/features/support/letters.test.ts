import { afterAll, beforeAll, expect, test } from 'vitest'
import { enrol, insertCourse } from '#server/app/testing/course-fixture.ts'
import { type MailedApp, startMailedApp } from '#server/app/testing/mailed-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let app: MailedApp
let helper: TestClient

beforeAll(async () => {
  app = await startMailedApp()
  app.clock.set('2026-12-02T10:00:00Z')
  helper = await app.signIn({ role: 'support' })
})
afterAll(() => app.close())

const lastRequest = async () =>
  (await app.db.query<{ id: number }>({ text: 'select max(id) as id from support_requests' })).rows[0]?.id ?? 0

test('a learner’s question reaches the school’s support e-mail, to be answered to them [SUP-06]', async () => {
  const course = await insertCourse(app.db, { stages: [{ days: [{}] }] })
  const learner = await app.signIn({ email: 'ann@example.com' })
  const target_id = await enrol(app.db, course, learner.userId)
  const body = { support_category_id: 7, target_id, name: 'Ann', message: 'How do I go on?\nThanks' }
  const { data } = await learner.call('POST /tech-questions', { body, language: 'es' })
  const letter = await app.mail.next()
  const { site } = app.brands.default
  expect(letter.envelopeTo).toEqual([site.supportEmail])
  expect(letter.replyTo).toMatchObject([{ address: 'ann@example.com' }])
  expect(letter.subject).toContain(`${data.id}: `)
  expect(letter.text).toContain('How do I go on?\nThanks')
  expect(letter.text).toContain('Course')
  expect(letter.text).toContain(`https://school.test/admin/support/${data.id}`)
})

test('a visitor is answered by e-mail in their language, once [SUP-05, SUP-06]', async () => {
  const body = { email: 'visitor@example.com', name: 'Иван', message: 'Сколько стоит курс?' }
  await app.visitor.call('POST /tech-questions/anonymous', { body, language: 'ru' })
  const asked = await app.mail.next()
  expect(asked.replyTo).toMatchObject([{ address: 'visitor@example.com' }])
  const id = await lastRequest()
  const write = { params: { id }, body: { message: 'Первый день бесплатно' }, idempotencyKey: 'once' }
  await helper.call('POST /studio/support-requests/:id/messages', write)
  await helper.call('POST /studio/support-requests/:id/messages', write)
  const answer = await app.mail.next()
  expect(answer.envelopeTo).toEqual(['visitor@example.com'])
  expect(answer.replyTo).toMatchObject([{ address: app.brands.default.site.supportEmail }])
  expect(answer.subject).toMatch(/^Ответ на ваш вопрос/)
  expect(answer.text).toContain('Первый день бесплатно')
  expect(answer.text).toContain('Сколько стоит курс?')
  const { data } = await helper.call('GET /studio/support-requests/:id', { params: { id } })
  expect(data.request).toMatchObject({ state: 'answered', email: 'visitor@example.com', user_id: null })
})

test('hostile text stays text: no header, no markup, no other recipient [SUP-06]', async () => {
  const before = app.mail.arrived.length
  const hostile = '<img src=x onerror=alert(1)>\r\nBcc: all@example.com\r\n\r\n<script>alert(1)</script> \u202Eevil'
  const ask = (name: string) => {
    const body = { email: 'mallory@example.com', name, message: hostile }
    return app.visitor.call('POST /tech-questions/anonymous', { body, idempotencyKey: 'hostile' })
  }
  expect((await ask('Eve\r\nBcc: all@example.com')).status).toBe(422)
  await ask('Eve Bcc: all@example.com')
  const letter = await app.mail.next()
  expect(letter.envelopeTo).toEqual([app.brands.default.site.supportEmail])
  expect(letter.bcc ?? []).toEqual([])
  expect(letter.subject).toContain('Eve Bcc: all@example.com')
  expect(letter.headers.filter(({ key }) => key === 'bcc')).toEqual([])
  expect(letter.html).toContain('&lt;img src=x')
  expect(letter.html).not.toMatch(/<img|<script/)
  expect(letter.text).toContain('<script>alert(1)</script>')
  expect(app.mail.arrived.length).toBe(before + 1)
})
