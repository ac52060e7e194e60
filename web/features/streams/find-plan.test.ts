import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { callQuery } from '#kit/cache/call-query.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import type { UserWire } from '#shared/features/accounts/contract.ts'
import type { UserStreamWire } from '#shared/features/streams/contract.ts'
import { untold } from '#web/platform/analytics.ts'
import { findPlan } from './find-plan.ts'

vi.mock('#kit/features/brands/site.ts', () => ({
  site: () => ({
    config: {
      isDemoAccessible: true,
      demoCourseServiceId: 710,
      catalogue: { products: [{ serviceId: 710, courseKey: 'morning' }] },
    },
  }),
}))

const asked: string[] = []
const demo = { id: 8, is_optional_purchase: false, starts_on: '2026-12-01', ends_on: '2026-12-31' } as UserStreamWire
const answer = { isCreated: true, streams: [] as UserStreamWire[] }

beforeEach(() => {
  queryClient.clear()
  asked.length = 0
  answer.streams = []
  untold.length = 0
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url.replace(/^.*\/v1|\?.*$/g, ''))
    if (url.includes('/demo')) return Response.json({ is_created: answer.isCreated })
    return Response.json(url.includes('/user-course-streams') ? answer.streams : [])
  })
})

const learner = (id: number) => ({ id, role: 'learner' }) as UserWire

test('a learner without streams is given the demo once, which is counted [GRD-07] [ANL-01]', async () => {
  await findPlan(learner(1), [])
  expect(untold).toEqual([{ name: 'demo_course_add', service: 710 }])
  await findPlan(learner(1), [])
  expect(asked.filter(call => call.endsWith('/demo'))).toHaveLength(1)
  answer.isCreated = false
  await findPlan(learner(2), [])
  expect(untold).toHaveLength(1)
})

test('the streams are read again once there is the demo, also where only the menu looks at them; the plan counts it [GRD-07]', async () => {
  answer.isCreated = true
  const own = callQuery('GET /user-course-streams', { expand: ['progress', 'freeze'] })
  await queryClient.fetchQuery(own)
  const end = new QueryObserver(queryClient, { ...own, enabled: false }).subscribe(() => {})
  answer.streams = [demo]
  const plan = await findPlan(learner(5), [])
  end()
  expect(queryClient.getQueryData(own.queryKey)).toEqual([demo])
  expect(plan.isEachStreamOptional).toBe(false)
})

test('staff, and learners who have a stream, are given none [GRD-07]', async () => {
  await findPlan({ id: 3, role: 'expert' } as UserWire, [])
  const stream = { id: 7, starts_on: '2026-12-01', ends_on: '2026-12-31' } as UserStreamWire
  await findPlan(learner(4), [stream]).catch(() => {})
  expect(asked).not.toContain('/user-course-streams/demo')
})
