import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertCourse } from '#server/app/testing/course-fixture.ts'
import { codes, openStoreShop } from '#server/app/testing/store-shop.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { clubTerms } from '#server/features/clubs/testing/access.ts'
import { recomputeOrders } from '../recompute.ts'

let shop: Awaited<ReturnType<typeof openStoreShop>>
let courseId: number

beforeAll(async () => {
  shop = await openStoreShop()
  courseId = (await insertCourse(shop.app.db, { stages: [{ days: [{}] }] })).id
  const course = await shop.service({ code: codes.course, courseId, accessDays: 30, consultations: 2, points: 7 })
  const monthly = await shop.service({ code: codes.monthly, type: 'course_subscription' })
  for (const [slug, id] of Object.entries({ 'of-the-course': course, 'of-the-month': monthly })) {
    const body = { ...clubTerms, slug, service_ids: [id] }
    expect((await shop.admin.call('POST /studio/clubs', { body })).status).toBe(200)
  }
}, 60_000)
afterAll(() => shop.close())

async function opened(learner: TestClient) {
  const [places, points, subscriptions, community] = await Promise.all([
    learner.call('GET /user-course-streams'),
    learner.call('GET /user-score/amount'),
    learner.call('GET /payment-subscription'),
    learner.call('GET /community'),
  ])
  return {
    places: places.data.map(place => [place.course_id, place.status, place.max_consultation_count]),
    points: points.data.amount,
    subscriptions: subscriptions.data.map(({ state }) => state),
    clubs: community.data.flatMap(({ slug, type }) => (type === 'owned' ? [slug] : [])).toSorted(),
  }
}
const later = Date.parse('2027-01-01T10:00:00Z')

/** Both products, bought in a store, and how the store says that it gave the money for the first one back. */
async function buyIn(store: 'apple' | 'google', learner: TestClient): Promise<() => Promise<unknown>> {
  if (store === 'apple') {
    const fields = { transactionId: '4000', productId: codes.course, price: 49_990 }
    const monthly = { transactionId: '4001', productId: codes.monthly, price: 9990, expiresDate: later }
    await shop.handIn(learner, fields)
    await shop.handIn(learner, { ...monthly, type: 'Auto-Renewable Subscription' })
    return () => {
      const transaction = shop.apple.transaction({ ...fields, revocationDate: (shop.app.clock.now += 1000) })
      return shop.tell('apple', shop.apple.notification('REFUND', { transaction }))
    }
  }
  const { play } = shop.google
  const token = play.buy('a-course', codes.course, 4999)
  const body = { store: 'google', proof: token, code: codes.course } as const
  await learner.call('POST /app-store/purchases', { body })
  const proof = play.subscribe('a-month', codes.monthly, 999, { expiresAt: later })
  await learner.call('POST /app-store/purchases', { body: { store: 'google', proof } })
  return async () => {
    play.refund(token)
    const push = shop.google.push({ kind: 'voidedPurchaseNotification', token, code: codes.course })
    return shop.tell('google', push, { authorization: `Bearer ${await shop.google.pushToken()}` })
  }
}

test.each(['apple', 'google'] as const)(
  'what is bought from %s opens the same as elsewhere: a place, a club, consultations, points and a subscription; what goes back closes it [BIL-23]',
  async store => {
    const learner = await shop.app.signIn()
    expect(await opened(learner)).toEqual({ places: [], points: 0, subscriptions: [], clubs: [] })
    const takeBack = await buyIn(store, learner)
    expect(await opened(learner)).toEqual({
      places: [[courseId, 'open', 2]],
      points: 12,
      subscriptions: ['active'],
      clubs: ['of-the-course', 'of-the-month'],
    })
    expect(await takeBack()).toBe(200)
    expect(await opened(learner)).toEqual({
      places: [[courseId, 'stopped', 2]],
      points: 5,
      subscriptions: ['active'],
      clubs: ['of-the-month'],
    })
    const { wrong } = await recomputeOrders(shop.app.db, () => shop.app.clock.now, shop.app.billing.paying.listeners)
    expect(wrong).toEqual([])
  },
)
