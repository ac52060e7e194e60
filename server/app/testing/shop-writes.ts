import type { Db } from '#server/platform/database/statement.ts'
import type { Trial } from './cohort-writes.ts'
import { insertSold } from './insert-sold.ts'
import { announcementTerms } from '#server/features/announcements/testing/access.ts'
import { bannerTerms } from '#server/features/banners/testing/access.ts'
import { announcementBodies, announcementWrites } from './announcement-writes.ts'
import { articleBodies, articleWrites, newArticle } from './article-writes.ts'
import { bannerBodies, bannerWrites } from './banner-writes.ts'
import { faqTerms } from '#server/features/clubs/testing/access.ts'
import { clubChatBodies, clubChatWrites } from './club-chat-writes.ts'
import { clubWrites, newClubBody } from './club-writes.ts'
import type { TestClient } from './test-client.ts'

type Given = { db: () => Db; admin: () => TestClient; learner: () => number }

/** What staff say of a service that gives points. */
export const serviceTerms = {
  texts: { en: { title: 'A course', description: 'Four weeks' } },
  prices: [{ currency: 'EUR', amount: 4900 }],
  course_id: null,
  stream_id: null,
  access_days: null,
  consultations: 0,
  points: 5,
  tax_rate: 2000,
  instalments: 1,
  period: 1,
  interval: 'month',
  trial_days: 0,
} as const

/** What staff say of a discount of a tenth. */
export const discountTerms = {
  percent: 10,
  amount: null,
  currency: null,
  most_uses: null,
  starts_on: null,
  ends_on: null,
  service_ids: [],
}

export const newServiceBody = { type: 'course_buy', is_general: false, ...serviceTerms } as const

/** What staff say of a position of the catalogue besides what it sells. */
export const positionTerms = {
  texts: { en: { title: 'A course', description: 'Four weeks' } },
  service_id: null as number | null,
  course_id: null as number | null,
  category_id: null,
  picture: null,
}

/** A valid body for each write about the catalogue, banners, announcements, clubs and articles. */
export function positionBodies(service: () => number): Record<string, () => Record<string, unknown>> {
  const fields = () => ({ ...positionTerms, service_id: service() })
  return {
    'POST /studio/catalog-positions': fields,
    'PUT /studio/catalog-positions/:id': () => ({ ...fields(), revision: 1 }),
    'PUT /studio/catalog-positions/:id/state': () => ({ state: 'hidden' }),
    'PUT /studio/catalog-positions/:id/place': () => ({ after: null }),
    ...bannerBodies,
    ...announcementBodies,
    ...articleBodies,
    ...clubChatBodies,
    'POST /studio/clubs': newClubBody,
    'PUT /studio/clubs/:id': () => ({ ...newClubBody(), revision: 1 }),
    'PUT /studio/clubs/:id/faq': () => ({ questions: [faqTerms], revision: 0 }),
  }
}

/** Adds a service, a discount code, a position of the catalogue, a banner, an announcement and an article, and answers their ids. */
export async function sellEverything(admin: TestClient) {
  const { id: service } = (await admin.call('POST /studio/services', { body: newServiceBody })).data
  const code = { code: 'HOSTILE', ...discountTerms }
  const { id: discount } = (await admin.call('POST /studio/discounts', { body: code })).data
  const body = { ...positionTerms, service_id: service }
  const { id: position } = (await admin.call('POST /studio/catalog-positions', { body })).data
  const { id: banner } = (await admin.call('POST /studio/banners', { body: bannerTerms })).data
  const { id: announcement } = (await admin.call('POST /studio/announcements', { body: announcementTerms })).data
  const { article } = await newArticle(admin)
  return { service, discount, position, banner, announcement, article }
}

/** Shows a service in the catalogue, and answers the id of its position. */
export async function addPosition(by: TestClient, service: number): Promise<number> {
  const body = { ...positionTerms, service_id: service }
  const { id } = (await by.call('POST /studio/catalog-positions', { body })).data
  await by.call('PUT /studio/catalog-positions/:id/state', { params: { id }, body: { state: 'shown' } })
  return id
}

/** The reads of staff about the catalogue, of the position that `params` names. */
export const positionReads = (params: () => { id: number }) =>
  ({
    'GET /studio/catalog-positions': { by: 'admin' },
    'GET /studio/catalog-positions/:id': { by: 'admin', params },
  }) as const

/** The writes of staff about the catalogue. */
function catalogueWrites(by: () => TestClient): Record<string, Trial> {
  const fields = async () => {
    const { data } = await by().call('POST /studio/services', { body: newServiceBody })
    return { ...positionTerms, service_id: data.id }
  }
  const position = async () => {
    const body = await fields()
    return { body, params: { id: (await by().call('POST /studio/catalog-positions', { body })).data.id } }
  }
  const logged = (name: string) => [`position.${name}`]
  return {
    'POST /studio/catalog-positions': { by, make: async () => ({ body: await fields() }), logs: logged('add') },
    'PUT /studio/catalog-positions/:id': {
      by,
      async make() {
        const { body, params } = await position()
        return { params, body: { ...body, texts: { en: { title: 'Another', description: '' } }, revision: 1 } }
      },
      logs: logged('change'),
    },
    'PUT /studio/catalog-positions/:id/state': {
      by,
      make: async () => ({ params: (await position()).params, body: { state: 'shown' } }),
      logs: logged('show'),
    },
    'PUT /studio/catalog-positions/:id/place': {
      by,
      async make() {
        await position()
        return { params: (await position()).params, body: { after: null } }
      },
      logs: logged('move'),
    },
    'DELETE /studio/catalog-positions/:id': {
      by,
      make: async () => ({ params: (await position()).params }),
      logs: logged('remove'),
    },
  }
}

/** The writes of staff about services and codes. */
function sellingWrites(by: () => TestClient): Record<string, Trial> {
  const service = async () => {
    const { data } = await by().call('POST /studio/services', { body: newServiceBody })
    return { params: { id: data.id } }
  }
  const discount = async (code: string) => {
    const { data } = await by().call('POST /studio/discounts', { body: { code, ...discountTerms } })
    return { params: { id: data.id } }
  }
  return {
    'POST /studio/services': { by, make: () => ({ body: newServiceBody }), logs: ['service.add'] },
    'PUT /studio/services/:id': {
      by,
      make: async () => ({ ...(await service()), body: { ...serviceTerms, points: 6, revision: 1 } }),
      logs: ['service.change'],
    },
    'PUT /studio/services/:id/state': {
      by,
      make: async () => ({ ...(await service()), body: { state: 'shown' } }),
      logs: ['service.show'],
    },
    'POST /studio/discounts': {
      by,
      make: () => ({ body: { code: 'AUTUMN', ...discountTerms } }),
      logs: ['discount.add'],
    },
    'PUT /studio/discounts/:id': {
      by,
      make: async () => ({ ...(await discount('WINTER')), body: { ...discountTerms, percent: 20, revision: 1 } }),
      logs: ['discount.change'],
    },
    'PUT /studio/discounts/:id/state': {
      by,
      make: async () => ({ ...(await discount('SUMMER')), body: { state: 'archived' } }),
      logs: ['discount.archive'],
    },
  }
}

/** The writes of staff about what is sold, and about clubs, their articles, banners and announcements. */
export const shopWrites = ({ admin: by, ...given }: Given): Record<string, Trial> => ({
  ...sellingWrites(by),
  ...catalogueWrites(by),
  ...clubWrites(by),
  ...bannerWrites(by),
  ...announcementWrites(by),
  ...articleWrites(by),
  ...clubChatWrites(by),
  ...orderWrites({ admin: by, ...given }),
})

function orderWrites({ db, admin: by, learner }: Given): Record<string, Trial> {
  return {
    'POST /studio/orders': {
      by,
      async make() {
        const { service } = await insertSold(db(), by().userId)
        const what = { service_id: service, currency: 'EUR', amount: 1000 }
        return { body: { user_id: learner(), ...what, reason: 'Paid in cash' } }
      },
      logs: ['order.add'],
    },
    'POST /studio/users/:id/points': {
      by,
      make: () => ({ params: { id: learner() }, body: { amount: 5, reason: 'Helped others' } }),
      logs: ['points.give'],
    },
    'POST /studio/orders/:id/subscription': {
      by,
      async make() {
        const { order } = await insertSold(db(), learner())
        return { params: { id: order }, body: { kind: 'stop', reason: 'Asked for it' } }
      },
      logs: ['subscription.change'],
    },
    'POST /studio/orders/:id/instalments': {
      by,
      async make() {
        const { parts } = await insertSold(db(), learner())
        const text = `insert into ledger_entries (invoice_id, kind, amount, object_id, happened_at)
          select id, 'payment', amount, 'part ' || id, now() from invoices where order_id = $1 and number = 1`
        await db().query({ text, values: [parts] })
        const on = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10)
        return { params: { id: parts }, body: { on, parts: 3, reason: 'Asked for it' } }
      },
      logs: ['instalments.change'],
    },
    'POST /studio/orders/:id/refunds': {
      by,
      async make() {
        const { order } = await insertSold(db(), learner())
        return { params: { id: order }, body: { amount: 500, reason: 'A day was missed' } }
      },
      logs: ['order.refund'],
    },
  }
}

/** How many statements these may take where that is more than four, and why. */
export const shopStatements = {
  // What it names is looked up, the position held, changed, its picture kept, and the log.
  'PUT /studio/catalog-positions/:id': 5,
  // What it names is looked up, the banner held and changed, and the log.
  'PUT /studio/banners/:id': 5,
  // What its audience names is looked up, the announcement held and changed, and the log.
  'PUT /studio/announcements/:id': 5,
  // The announcement is held, its people are counted and then gathered; what it is by then, and the log.
  'PUT /studio/announcements/:id/sending': 6,
  // What it names is looked up, the club held and changed, and the log.
  'PUT /studio/clubs/:id': 5,
  // Both are held and then read, so that of two who change one at once the second sees what the first has written.
  'PUT /studio/services/:id': 5,
  // And what a code leaves of each price is looked at.
  'PUT /studio/discounts/:id': 6,
  // What waits to be paid is held, the order placed and settled, then its payment entered, the order settled once more and its receipt numbered and sent.
  'POST /studio/orders': 26,
  // The order is held while what is left is counted; then the provider is asked, and what it says is written and settled, and the points
  // that the order gave are taken back, and the states of its subscription written down.
  'POST /studio/orders/:id/refunds': 21,
  // The order is held, its subscription read and written on, the order settled, and the points that it gave taken back.
  'POST /studio/orders/:id/subscription': 15,
  // The order is held and read, what is left divided, the order settled, and what was not receipted yet numbered and sent.
  'POST /studio/orders/:id/instalments': 12,
}
