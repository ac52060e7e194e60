import { findOffer, termsOf } from '#server/features/billing/orders/offers.ts'
import { insertOrder, newOrder } from '#server/features/billing/orders/order-row.ts'
import { findBuyer, orderOf } from '#server/features/billing/orders/place-order.ts'
import { settle } from '#server/features/billing/orders/settle.ts'
import { setPointValues } from '#server/features/billing/payment-settings/terms.ts'
import { insertEntry } from '#server/features/billing/payments/attempts.ts'
import { insertPosition, setPositionState } from '#server/features/billing/catalogue/position-queries.ts'
import { insertService } from '#server/features/billing/shop/service-queries.ts'
import { setFaq } from '#server/features/clubs/keep-faq.ts'
import { insertClub } from '#server/features/clubs/queries.ts'
import { followOrder } from '#server/features/streams/ordered-places.ts'
import type { Db } from '#server/platform/database/statement.ts'
import { localDate } from '#shared/platform/times.ts'
import { seedDemoArticles } from './demo-articles.ts'
import type { DemoPurchase, DemoSchoolFile, DemoService } from './demo-school-file.ts'

type Place = {
  brandId: string
  /** By e-mail. */
  userIds: ReadonlyMap<string, number>
  /** By the name of their folder. */
  courses: ReadonlyMap<string, { id: number }>
  /** The time of seeding, in ms. */
  now: number
}

const dayMs = 86_400_000

type DemoQuestion = NonNullable<NonNullable<DemoSchoolFile['clubs']>[number]['questions']>[number]

/** A question of a club as it is stored. */
const byLanguage = ({ question, answer }: DemoQuestion) => ({
  texts: Object.fromEntries(
    (['en', 'ru', 'es'] as const).map(code => [code, { question: question[code], answer: answer[code] }]),
  ),
})

/** Seeds what the demo school sells, and what its learners have bought; answers what is sold by its name. */
export async function seedDemoShop(
  tx: Db,
  { sells = [], clubs = [], catalogue = [], bought = [], pointsTakeOff }: DemoSchoolFile,
  place: Place,
): Promise<ReadonlyMap<string, number>> {
  const services = new Map<string, number>()
  for (const service of sells) {
    const made = await insertService(tx, { service: JSON.stringify(newService(service, place)) })
    if (made) services.set(service.name, made.id)
  }
  for (const { slug, openedBy, courses, title, questions = [], articles } of clubs) {
    const named = { brandId: place.brandId, slug, titles: JSON.stringify(title), clientKey: `demo ${slug}` }
    const opened = {
      course_ids: courses.flatMap(folder => place.courses.get(folder)?.id ?? []),
      service_ids: openedBy.flatMap(name => services.get(name) ?? []),
    }
    const club = await insertClub(tx, { ...named, ...opened, ...inTheApp })
    if (!club) continue
    if (questions.length > 0) await setFaq(tx, { id: club.id, questions: JSON.stringify(questions.map(byLanguage)) })
    await seedDemoArticles(tx, articles, { ...place, clubId: club.id })
  }
  for (const { what, category: categoryId = null } of catalogue) {
    const [service, serviceId] = [sells.find(({ name }) => name === what), services.get(what)]
    if (!service || !serviceId) continue
    const { brandId } = place
    const named = { brandId, serviceId, courseId: null, categoryId, picture: null, clientKey: `demo ${what}` }
    const made = await insertPosition(tx, { ...named, texts: JSON.stringify(textsOf(service)) })
    if (made) await setPositionState(tx, { id: made.id, brandId, isHidden: false })
  }
  if (pointsTakeOff) await setPointValues(tx, place.brandId, JSON.stringify(pointsTakeOff))
  const payments: Payment[] = []
  for (const purchase of bought) {
    const [serviceId, userId] = [services.get(purchase.what), place.userIds.get(purchase.user)]
    if (serviceId && userId) payments.push(...(await order(tx, purchase, { ...place, serviceId, userId })))
  }
  // Receipts are numbered in the order of their days.
  for (const payment of payments.toSorted((one, other) => one.at - other.at)) await pay(tx, payment)
  for (const id of new Set(payments.map(({ orderId }) => orderId))) await settle(tx, id, place.now, listeners)
  return services
}

const listeners = { access: [followOrder], receipts: [] }

const inTheApp = {
  chat_only: false,
  is_hidden: false,
  faq_url: null,
  custom_url: null,
  telegram_chat_url: null,
  have_subscription_landing_url: null,
  no_have_subscription_landing_url: null,
}

const textsOf = ({ title, description }: DemoService) =>
  Object.fromEntries(
    (['en', 'ru', 'es'] as const).map(language => [
      language,
      { title: title[language], description: description[language] },
    ]),
  )

function newService(service: DemoService, { brandId, courses }: Place) {
  const { course, title: _title, description: _description, period, ...fields } = service
  const texts = textsOf(service)
  const courseId = course === undefined ? undefined : courses.get(course)?.id
  return { ...fields, brandId, courseId, texts, periodCount: period?.count, periodUnit: period?.unit }
}

/** A payment by hand of the past, in minor units; `at` in ms. */
type Payment = { orderId: number; invoiceId: number; number: number; amount: number; at: number; isRefunded: boolean }

/** Places an order of the past; answers what was paid of it by now: of instalments those that are due. */
async function order(
  tx: Db,
  purchase: DemoPurchase,
  place: Place & { serviceId: number; userId: number },
): Promise<Payment[]> {
  const { brandId, serviceId, userId } = place
  const now = place.now - purchase.paidDaysAgo * dayMs
  const buyer = await findBuyer(tx, userId)
  if (!buyer) return []
  const today = localDate(now, buyer.timezone)
  const offer = await findOffer(tx, { id: serviceId, brandId, userId, today, code: null })
  const asked = { currency: purchase.currency, isInInstalments: purchase.isInInstalments }
  const terms = offer && termsOf(offer, asked, { now, today, pointRules: { least: 0, usual: 0 } })
  if (!offer || !terms || typeof terms === 'string') return []
  // A place of its own would begin and end otherwise than the seeded ones, which the learner has already.
  const asIs = { ...orderOf({ buyer, offer, terms, now, today }), courseId: null, streamId: null }
  const made = await insertOrder(tx, newOrder({ ...asIs, consultations: 0 }))
  if (!made) return []
  const { invoices } = (await settle(tx, made.id, now, { access: [], receipts: [] })).order
  return invoices
    .filter(({ dueAt }) => dueAt <= place.now)
    .map(({ id: invoiceId, number, amount, dueAt: at }) => {
      return { orderId: made.id, invoiceId, number, amount, at, isRefunded: purchase.isRefunded ?? false }
    })
}

async function pay(tx: Db, { orderId, invoiceId, number, amount, at, isRefunded }: Payment): Promise<void> {
  const objectId = `demo order ${orderId}, payment ${number}`
  const line = { invoiceId, attemptId: null, amount, fee: null, accountId: null, objectId, happenedAt: at / 1000 }
  await insertEntry(tx, { ...line, kind: 'payment' })
  if (isRefunded) await insertEntry(tx, { ...line, kind: 'refund' })
  await settle(tx, orderId, at, listeners)
}
