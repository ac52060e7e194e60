import type { TestApp } from './test-app.ts'
import { kindOf, newKey, videoSchool } from './video-people.ts'

const texts = { en: { title: 'One consultation', description: '' } }

/** A kind that is paid for by a service of one consultation, in a course that counts them, and a learner who may buy it. */
export async function paidVideoSchool(app: TestApp, { takes_quota = true } = {}) {
  const school = await videoSchool(app)
  await app.db.query({ text: 'update courses set consultation_limit = 1 where id = $1', values: [school.course.id] })
  const { rows } = await app.db.query<{ id: number }>({
    text: `with s as (insert into services (brand_id, type, texts, consultations) values ('kurso', 'course_buy', $1, 1) returning id), p as (
        insert into service_prices (service_id, currency, amount) select id, 'EUR', 900 from s)
      select id from s`,
    values: [texts],
  })
  const serviceId = rows[0]?.id ?? 0
  const body = kindOf([school.expert.userId], {
    service_id: serviceId,
    takes_quota,
    texts: { en: { title: 'Paid', description: '' } },
  })
  const kind = await school.admin.call('POST /studio/video-kinds', { body, idempotencyKey: newKey() })
  const kindId = kind.data.id
  const learner = await school.addLearner()
  return {
    ...school,
    kindId,
    learner,
    serviceId,
    /** The learner pays for one. */
    pay: () =>
      school.admin.call('POST /studio/orders', {
        body: {
          user_id: learner.client.userId,
          service_id: serviceId,
          currency: 'EUR',
          amount: 900,
          reason: 'Paid in cash',
        },
        idempotencyKey: newKey(),
      }),
    /** How many consultations the learner's place has left, and whether one of the kind is paid for and not booked. */
    async standing() {
      const [place] = (await learner.client.call('GET /course/online-consultations')).data
      return { left: place?.left, isPaid: place?.kinds.find(({ id }) => id === kindId)?.is_paid }
    },
  }
}
