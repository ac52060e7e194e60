import type { Db } from '#server/platform/database/statement.ts'
import { type StoreName, storeAliases, toldState } from '#shared/features/billing/stores/app-store.ts'
import { addDays, localDate } from '#shared/platform/times.ts'
import { writeHappenings } from '../orders/happenings.ts'
import { findAnyOrder, lockOrder, type OrderRow } from '../orders/order-row.ts'
import { type Listeners, settle } from '../orders/settle.ts'
import { PurchaseRefused, type StoreProof, type StorePurchase } from '../providers/store.ts'
import { orderPurchase } from './order-purchase.ts'
import {
  findPurchase,
  findStoreOffer,
  findTokenHolder,
  findTransaction,
  insertStoreInvoice,
  type KnownPurchase,
  keepPurchaseRow,
  keepTransaction,
  lockChain,
} from './queries.ts'
import { writeMoney } from './write-money.ts'

/** In which brand’s name, and by which account, a store tells something. */
export type StoreSide = { brandId: string; store: StoreName; accountId: number }
export type Told = StoreSide & {
  purchase: StorePurchase
  /** By what the store is asked again; undefined where it tells by itself. */
  proof: StoreProof | undefined
  /** Who hands it in; undefined when the store tells. */
  userId: number | undefined
}
type Keeping = { tx: Db; told: Told; now: number; listeners: Listeners }

const rescueSeconds = 30
const hourMs = 3_600_000

/**
 * Records what a store reports of a purchase as an order with its invoices and ledger entries, and where its subscription stands.
 * Reports may come in any order and more than once. Returns the order; undefined for a notification about a purchase that nobody
 * has handed in and that names no account. Throws PurchaseRefused when the purchase belongs to somebody else, or the brand sells
 * no such service.
 */
export async function keepPurchase(tx: Db, told: Told, now: number, listeners: Listeners): Promise<number | undefined> {
  const { store, purchase } = told
  await lockChain(tx, store, purchase.chain)
  const known = await findPurchase(tx, store, purchase.chain)
  const userId = await ownerOf(tx, told, known)
  if (userId === undefined) return undefined
  const isOver = purchase.isRevoked || purchase.subscription?.state === 'ended'
  if (!known && isOver && told.userId !== undefined)
    throw new PurchaseRefused('ERR_PAYMENT_EXPIRED', 'It is over before it was handed in')
  const keeping = { tx, told, now, listeners }
  const { order, invoiceId } = await orderOf(keeping, known, userId)
  const isNews = !known || isNewer(purchase, known)
  await keepPurchaseRow(tx, {
    store,
    chain: purchase.chain,
    accountId: told.accountId,
    userId,
    orderId: isNews ? order.id : known.orderId,
    purchasedAt: isNews ? purchase.purchasedAt : known.purchasedAt,
    toldAt: isNews ? purchase.toldAt : known.toldAt,
    proof: told.proof ? JSON.stringify(told.proof) : null,
    askSeconds: told.proof ? askSeconds(purchase, now) : null,
    isAcknowledged: !purchase.isUnacknowledged,
  })
  const before = await findTransaction(tx, store, purchase.transaction)
  const { revokedAt, toldAt } = await writeMoney(tx, {
    invoiceId,
    accountId: known?.accountId ?? told.accountId,
    purchase,
    before,
  })
  const { transaction, chain, codes } = purchase
  const row = { store, transaction, chain, orderId: order.id, invoiceId, code: codes[0] ?? '', revokedAt, toldAt }
  await keepTransaction(tx, row)
  if (isNews) await writeState(keeping, order, known)
  await settle(tx, order.id, now, listeners)
  return order.id
}

/** The newest word of the newest payment counts; one that says only what was paid does not undo how it goes on. */
function isNewer({ purchasedAt, toldAt, subscription, isRevoked }: StorePurchase, known: KnownPurchase): boolean {
  if (purchasedAt !== known.purchasedAt) return purchasedAt > known.purchasedAt
  return toldAt >= known.toldAt && (isRevoked || subscription?.isWhole !== false)
}

/** Whose a purchase is, and for ever; undefined while nobody is known. */
async function ownerOf(tx: Db, { brandId, store, purchase, userId }: Told, known: KnownPurchase | undefined) {
  const { isShared, accountToken, follows } = purchase
  if (isShared) throw new PurchaseRefused('ERR_PAYMENT_INVALID', 'It is shared by a family')
  const foreign = () => new PurchaseRefused('purchase_of_another', 'It belongs to another account')
  const before = known ?? (follows === undefined ? undefined : await findPurchase(tx, store, follows))
  if (before && before.brandId !== brandId) throw foreign()
  // The person is erased: what the store says is still written into the books.
  if (before?.userId === null) {
    if (userId !== undefined) throw foreign()
    return null
  }
  const named = accountToken === undefined ? undefined : await findTokenHolder(tx, accountToken.toLowerCase(), brandId)
  if (accountToken !== undefined && !named && !known && userId !== undefined) throw foreign()
  const owner = known?.userId ?? named?.userId ?? before?.userId ?? userId
  if (userId !== undefined && owner !== userId) throw foreign()
  return accountToken !== undefined && !named && !known ? undefined : owner
}

/** The order that a payment is for, with its invoice: the one that it was known by, the next of its subscription, or a new one. */
async function orderOf(keeping: Keeping, known: KnownPurchase | undefined, userId: number | null) {
  const { tx, told, now, listeners } = keeping
  const { store, brandId, purchase } = told
  const paid = await findTransaction(tx, store, purchase.transaction)
  if (paid) return { order: await locked(tx, paid.orderId), invoiceId: paid.invoiceId }
  const present = known && (await locked(tx, known.orderId))
  const asked = { brandId, alias: storeAliases[store], codes: JSON.stringify(purchase.codes), userId: userId ?? 0 }
  const offer = await findStoreOffer(tx, { ...asked, today: localDate(now, present?.timezone ?? 'UTC') })
  const isSubscription = purchase.subscription !== undefined
  if (!offer || isSubscription !== (offer.type === 'course_subscription'))
    throw new PurchaseRefused('ERR_PRODUCT_NOT_AVAILABLE', `No service is sold as ${purchase.codes.join(' or ')}`)
  const { amount, currency, purchasedAt } = purchase
  if (present && present.serviceId === offer.id && (present.currency === currency || amount === 0)) {
    const line = { orderId: present.id, amount, dueSeconds: purchasedAt / 1000 }
    const invoice = await insertStoreInvoice(tx, line)
    if (invoice) return { order: present, invoiceId: invoice.id }
  }
  if (userId === null) throw new PurchaseRefused('purchase_of_another', 'Whose it was is erased')
  const made = await orderPurchase(tx, { userId, offer, store, amount, currency, now }, listeners)
  const order = await locked(tx, made.id)
  return { order, invoiceId: order.invoices[0]?.id ?? 0 }
}

async function locked(tx: Db, id: number): Promise<OrderRow> {
  await lockOrder(tx, id)
  const order = await findAnyOrder(tx, id)
  if (!order) throw new Error(`Order ${id} is gone`)
  return order
}

/** Writes how a subscription stands into its history, where it stood otherwise; the order before it in the same purchase ends. */
async function writeState(keeping: Keeping, order: OrderRow, known: KnownPurchase | undefined): Promise<void> {
  const { tx, told, now } = keeping
  const { purchase, store } = told
  const follows = purchase.follows === undefined ? undefined : await findPurchase(tx, store, purchase.follows)
  for (const before of [known, follows])
    if (before && before.orderId !== order.id) await endOrder(keeping, before.orderId)
  const { subscription, isRevoked, transaction } = purchase
  if (!subscription || !order.subscription) return
  const today = localDate(now, order.timezone)
  const after = (at: number) => addDays(localDate(at - 1, order.timezone), 1)
  const { state, expiresAt, graceUntil, nextAmount } = subscription
  const word = {
    state,
    paidUntil: after(expiresAt),
    isRevoked,
    graceUntil: graceUntil === undefined ? undefined : after(graceUntil),
  }
  const amount = nextAmount ?? (purchase.amount || order.fullAmount)
  const { history, id } = order.subscription
  const detail = { ...toldState(word, today), amount, isRevoked }
  const begun = {
    kind: 'begun',
    source: 'order',
    detail: { plan: { amount, period: order.period }, trialDays: 0, graceDays: order.graceDays },
  }
  const last = history.findLast(({ kind }) => kind === 'told')
  if (last && isSame(last.detail, detail)) return
  const happened = { kind: 'told', source: `${transaction} ${history.length}`, detail }
  await writeHappenings(tx, id, today, history.length ? [happened] : [begun, happened])
}

const isSame = (one: Record<string, unknown>, other: Record<string, unknown>) =>
  Object.entries(other).every(([name, value]) => one[name] === value)

/** Ends the subscription of an order whose place another one has taken. */
async function endOrder({ tx, told, now, listeners }: Keeping, orderId: number): Promise<void> {
  const order = await locked(tx, orderId)
  if (!order.subscription) return
  const today = localDate(now, order.timezone)
  const detail = { state: 'ended', paidUntil: today, closesOn: today, amount: order.fullAmount, isRevoked: false }
  const source = `replaced ${told.purchase.transaction}`
  await writeHappenings(tx, order.subscription.id, today, [{ kind: 'told', source, detail }])
  await settle(tx, orderId, now, listeners)
}

/** When a store that is asked is asked again, in Unix seconds: soon while it waits to hear from us, then when the next payment is due. */
function askSeconds({ isUnacknowledged, subscription }: StorePurchase, now: number): number | null {
  if (isUnacknowledged) return now / 1000 + rescueSeconds
  if (!subscription || subscription.state === 'ended') return null
  const { expiresAt } = subscription
  return (expiresAt > now ? expiresAt + hourMs : now + 6 * hourMs) / 1000
}
