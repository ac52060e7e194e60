import { insertService, type NewService } from '#server/features/billing/shop/service-queries.ts'
import { AppleDouble, type TransactionFields } from '#server/features/billing/providers/testing/apple-double.ts'
import { googleDouble } from '#server/features/billing/providers/testing/google-double.ts'
import { startTestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

export const codes = { course: 'com.school.points', monthly: 'com.school.monthly', yearly: 'com.school.yearly' }

/** A school whose app sells in both stores, which sign and answer as the real ones do. It follows the clock of the test. */
export async function openStoreShop() {
  const time: { now(): number } = { now: Date.now }
  const apple = new AppleDouble(() => time.now())
  const google = await googleDouble(() => time.now())
  const app = await startTestApp({
    given: {
      billing: {
        sandboxUrl: undefined,
        appleRoots: [apple.chain.root.der],
        checksAppleOnline: false,
        providersAt: { google: google.url },
      },
    },
  })
  app.clock.set('2026-12-01T10:00:00Z')
  time.now = () => app.clock.now
  const admin = await app.signIn({ role: 'admin', email: 'owner@school.test' })
  const appleKeys = {
    environment: 'Production',
    bundle_id: apple.app.bundleId,
    app_id: String(apple.app.appAppleId),
  } as const
  await admin.call('PUT /studio/app-stores', { body: { store: 'apple', ...appleKeys } })
  await admin.call('PUT /studio/app-stores', { body: { store: 'google', ...google.keys } })
  const { data: stores } = await admin.call('GET /studio/app-stores')
  const pathOf = (store: string) => new URL(stores.find(one => one.store === store)?.events_url ?? '').pathname
  return {
    app,
    apple,
    google,
    admin,
    appleKeys,
    service: (fields: Partial<NewService> & { code: string }) => addService(app.db, fields),
    tell: teller(app, pathOf),
    rows: async <Row extends object>(text: string) => (await app.db.query<Row>({ text })).rows,
    handIn: appleBuyer(apple),
    async close() {
      await app.close()
      await google.close()
    },
  }
}

type App = Awaited<ReturnType<typeof startTestApp>>

/** Tells what a store has to say, and waits until the job has handled it. */
function teller(app: App, pathOf: (store: string) => string) {
  async function handled() {
    const text = 'select from provider_events where handled_at is null limit 1'
    while ((await app.db.query({ text })).rowCount) await new Promise(done => setTimeout(done, 20))
  }
  return async (store: 'apple' | 'google', payload: string, headers: Record<string, string> = {}) => {
    const sent = { 'content-type': 'application/json', ...headers }
    const { statusCode } = await app.server.inject({ method: 'POST', url: pathOf(store), headers: sent, payload })
    await handled()
    return statusCode
  }
}

/** Hands in a transaction of the App Store, as the app of a learner does. */
function appleBuyer(apple: AppleDouble) {
  return (client: TestClient, fields: TransactionFields, renewal?: object) =>
    client.call('POST /app-store/purchases', {
      body: {
        store: 'apple',
        proof: apple.signed(apple.transaction(fields)),
        ...(renewal && { renewal: apple.renewal(renewal) }),
      },
    })
}

async function addService(
  db: Parameters<typeof insertService>[0],
  { code, ...fields }: Partial<NewService> & { code: string },
): Promise<number> {
  const texts = { en: { title: 'A good course', description: '' }, ru: { title: 'Хороший курс', description: '' } }
  const products = [
    { alias: 'ios', code },
    { alias: 'android', code },
  ]
  const service: NewService = {
    brandId: 'kurso',
    type: 'course_buy',
    texts,
    prices: { EUR: 5000 },
    points: 5,
    appstoreProducts: products,
    ...fields,
  }
  return (await insertService(db, { service: JSON.stringify(service) }))?.id ?? 0
}
