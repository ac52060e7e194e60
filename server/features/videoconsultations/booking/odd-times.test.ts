import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import { bookAt, videoSchool } from '#server/app/testing/video-people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const ten = '2026-12-08T10:00:00Z'

test.each([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 9_000_000_000_000, -62_135_596_801])(
  'a time that no calendar has is refused with its field: %d [SEC-07]',
  async time => {
    const school = await videoSchool(app)
    const learner = await school.addLearner()
    const { data } = await bookAt(learner, school.kindId, ten)
    const params = { id: data.id }
    const body = { start_date_time: time }
    const { kindId } = school
    const place = { stream_id: learner.streamId, kind_id: kindId }
    const held = await learner.client.call('POST /online-consultation', { body: { ...place, ...body } })
    const other = await learner.client.call('POST /online-consultation', {
      body: { ...place, start_date_time: Date.parse('2026-12-08T11:00:00Z') / 1000 },
    })
    const answers = [
      held,
      await learner.client.call('PUT /online-consultation/update', { query: { id: other.data.id }, body }),
      await learner.client.call('POST /online-consultation/:id/request', { params, body: { kind: 'move', ...body } }),
      await school.expert.call('POST /studio/video-consultations/:id/move', { params, body }),
      await school.expert.call('POST /studio/video-consultations/:id/move', {
        params,
        body: { ...body, is_agreed: true },
      }),
    ]
    const refusals = answers.map(({ status, data: { errors } }: { status: number; data: { errors?: object } }) => [
      status,
      ...Object.keys(errors ?? {}),
    ])
    for (const [status, field] of refusals)
      expect([[409, 422].includes(Number(status)), field]).toEqual([true, 'start_date_time'])
  },
)
