import { feature as accounts } from '#server/features/accounts/feature.ts'
import { brandOrigin } from '#server/features/brands/brand-letter.ts'
import { feature as brands } from '#server/features/brands/feature.ts'
import { brandById } from '#server/features/brands/load-brands.ts'
import type { Db } from '#server/platform/database/statement.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { asStored, liveParts } from '#server/platform/live/live-parts.ts'
import { ownedBy } from '#server/platform/personal-tables.ts'
import { billing } from '#shared/features/billing/contract.ts'
import { localDate } from '#shared/platform/times.ts'
import type { AccessListener } from './orders/settle.ts'
import { accountKeeper, listSandboxBrands } from './payments/accounts.ts'
import type { Paying } from './payments/ask-attempt.ts'
import { paymentChecks } from './payments/check-accounts.ts'
import { handleEvent, serveEvents } from './payments/events.ts'
import { appleRoots } from './providers/apple/roots.ts'
import { billingTurns, checkNightly } from './keep-billing.ts'
import { sendOrderLetter } from './letters.ts'
import { logBank, type ReceiptListener } from './receipts/issue-receipts.ts'
import { sendReceipt } from './receipts/send-receipt.ts'
import { billingRoutes } from './routes.ts'
import { billingSettings } from './settings.ts'

const turnMs = 10_000
const hourMs = 3_600_000
const ofOwnOrders = (table: string) => ({
  where: `t.${table} in (select i.id from invoices i join orders o on o.id = i.order_id where o.user_id = $1)`,
})

export const feature = serverFeature({
  name: 'billing',
  settings: billingSettings,
  async open(parts, { sandboxUrl, ownSandbox, providersAt = {}, appleRoots: roots = appleRoots, checksAppleOnline }) {
    const { database, log, clock, publicUrl, jobs } = parts
    const { brands: all } = await parts.opened(brands)
    const { codeKey } = await parts.opened(accounts)
    const listeners = { access: [] as AccessListener[], receipts: [] as ReceiptListener[] }
    listeners.receipts.push(logBank, (tx, { id }) => jobs.send(tx, 'send-receipt', String(id), { receiptId: id }))
    const keeper = accountKeeper(database, codeKey, {
      addressOf: provider => (provider === 'sandbox' ? (ownSandbox?.url() ?? sandboxUrl) : providersAt[provider]),
      stores: { roots, isOnline: checksAppleOnline ?? true, googleAt: providersAt.google },
      clock,
    })
    const originOf = (brandId: string) => brandOrigin(brandById(all, brandId), publicUrl)
    const pointRulesOf = (brandId: string) => {
      const { spendingThreshold: least, debitDefault: usual } = brandById(all, brandId).config.points
      return { least, usual }
    }
    const paying: Paying = {
      database,
      log,
      clock,
      providerOf: keeper.providerOf,
      storeOf: keeper.storeOf,
      orderUrl: ({ brandId, orderId, isTest }) =>
        `${originOf(brandId)}${isTest ? `/admin/payments?test=${orderId}` : `/user/orders/${orderId}`}`,
      contactOf: brandId => brandById(all, brandId).site.supportEmail,
      listeners,
      // Dated, so that a letter that waits for the mail server does not take the place of a later one.
      write: (tx, orderId, letter) =>
        jobs.send(tx, 'send-order-letter', `${orderId} ${letter} ${localDate(clock(), 'UTC')}`, { orderId, letter }),
    }
    return {
      paying,
      payments: { paying, keeper, originOf, ownSandbox, pointRulesOf },
      all,
      listSandboxBrands: async (db: Db) => (await listSandboxBrands(db)).map(({ brandId }) => brandId),
      setAccount: keeper.setAccount,
      setSandbox: keeper.setSandbox,
      /** Hears when what an order gives is opened or closed, in the same transaction. */
      onAccess: (hear: AccessListener) => void listeners.access.push(hear),
      /** Hears of each receipt and credit note, in the transaction that numbers it. */
      onReceipt: (hear: ReceiptListener) => void listeners.receipts.push(hear),
    }
  },
  routes: (_parts, { payments, all }) => billingRoutes(payments, all),
  live: () => liveParts(billing, { rooms: {}, present: { order: asStored } }),
  jobs(parts, { paying }) {
    const letters = { ...parts, ...parts.of(brands) }
    return {
      'handle-payment-event': { work: data => handleEvent(paying, data), atOnce: 4 },
      'send-order-letter': { work: data => sendOrderLetter(letters, data) },
      'send-receipt': { work: data => sendReceipt(letters, data), atOnce: 4 },
    }
  },
  serve: (server, { jobs }, { paying }) => serveEvents(server, paying, jobs),
  tidying: (_parts, { paying }) => [
    { everyMs: turnMs, work: billingTurns(paying) },
    { everyMs: hourMs, work: () => checkNightly(paying) },
  ],
  checks: ({ database }, { payments: { keeper } }) => paymentChecks({ database, keeper }),
  personalTables: {
    payment_subscriptions: ownedBy('user_id'),
    subscription_events: {
      where: 't.subscription_id in (select id from payment_subscriptions where user_id = $1)',
    },
    subscription_spans: {
      where: 't.subscription_id in (select id from payment_subscriptions where user_id = $1)',
    },
    payment_methods: { ...ownedBy('user_id'), hide: ['token'] },
    orders: ownedBy('user_id'),
    store_buyers: ownedBy('user_id'),
    store_purchases: { ...ownedBy('user_id'), hide: ['proof'] },
    store_transactions: {
      where: 't.chain in (select p.chain from store_purchases p where p.store = t.store and p.user_id = $1)',
    },
    receipts: { where: 't.id in (select receipt_id from receipt_buyers where user_id = $1)' },
    receipt_buyers: ownedBy('user_id'),
    refunds: { where: `${ofOwnOrders('invoice_id').where} or t.actor_id = $1`, hide: ['key'] },
  },
})
