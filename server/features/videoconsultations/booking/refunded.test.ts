import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailedApp, type MailedApp } from '#server/app/testing/mailed-app.ts'
import { paidVideoSchool } from '#server/app/testing/paid-video.ts'
import { heardAfter } from '#server/app/testing/unswept-app.ts'
import { bookAt, newKey } from '#server/app/testing/video-people.ts'

let app: MailedApp
beforeAll(async () => {
  app = await startMailedApp()
})
afterAll(() => app.close())

test('who refunds what has paid for a consultation cancels it: learner and expert are told why in their languages, and open calendars hear it', async () => {
  const school = await paidVideoSchool(app, { takes_quota: false })
  const { learner, expert, admin, kindId } = school
  await app.db.query({ text: `update users set language_code = 'ru' where id = $1`, values: [learner.client.userId] })
  await app.db.query({ text: `update users set language_code = 'es' where id = $1`, values: [expert.userId] })
  const { data: order } = await school.pay()
  const { data: booked } = await bookAt(learner, kindId, '2026-12-08T10:00:00Z', { pay_by: 'price' })
  const told = () =>
    app.mail.arrived.flatMap(({ subject }) => /^(Консультация|Tu consulta) [^:]*(?=: )/.exec(subject ?? '')?.[0] ?? [])
  await expect.poll(() => told().length, { timeout: 10_000 }).toBe(2)
  const refund = () =>
    admin.call('POST /studio/orders/:id/refunds', {
      params: { id: order.id },
      body: { amount: 900, reason: 'Asked for it' },
      idempotencyKey: newKey(),
    })
  expect(await heardAfter(app, expert, ['videodesk:kurso', 0], refund)).toMatchObject([{ type: 'video_calendar' }])
  const params = { id: booked.id }
  const seen = { status: 'cancelled', cancel_reason: '', cancel_cause: 'refunded' }
  expect((await learner.client.call('GET /online-consultation/:id', { params })).data).toMatchObject(seen)
  expect((await expert.call('GET /studio/video-consultations/:id', { params })).data).toMatchObject(seen)
  const whys = [
    'Tu consulta se ha cancelado porque se ha devuelto el pago',
    'Консультация отменена, так как оплата возвращена',
  ]
  await expect.poll(told, { timeout: 10_000 }).toEqual(expect.arrayContaining(whys))
})
