import { run } from '#server/platform/database/statement.ts'
import { listDueOrders, turnOrder } from './orders/due-orders.ts'
import { askAttempt, type Paying } from './payments/ask-attempt.ts'
import { askRefund, listRefundsToAsk } from './payments/ask-refund.ts'
import { listAttemptsToAsk } from './payments/attempts.ts'
import { deleteOldEvents, handleEvent, listUnhandledEvents } from './payments/events.ts'
import { ProviderUnavailable } from './providers/provider.ts'
import { askTaxReceipt, listTaxReceiptsToAsk } from './receipts/tax-receipts.ts'
import { recomputeOrders } from './recompute.ts'
import { askPurchase } from './stores/ask-purchase.ts'
import { listPurchasesToAsk } from './stores/queries.ts'

/** How many of a kind are taken up in one turn, of each payment account, and how many of them are under way at the same time. */
const atOnce = 200
const besides = 4
const eventDays = 90
/** After how many seconds an event that no job has handled is taken up here. */
const eventPatience = 60

/**
 * Does what is due by now for all orders: charges, closes, ends, asks providers what became of attempts and refunds. What fails is
 * logged and done the next time; it holds up nothing else, and a provider that is silent is not asked again in the same turn. Several
 * nodes at once do nothing twice.
 */
export async function keepBilling(paying: Paying): Promise<void> {
  const { database, clock } = paying
  const now = clock() / 1000
  const silent = new Set<number | null>()
  const each = async <Due>(list: (Due & { accountId?: number | null })[], work: (due: Due) => Promise<unknown>) =>
    sideBySide(list, async due => {
      if (due.accountId !== undefined && silent.has(due.accountId)) return
      const isSilent = await wentSilent(paying, () => work(due))
      if (isSilent && due.accountId !== undefined) silent.add(due.accountId)
    })
  await each(await listDueOrders(database, now, atOnce), ({ id }) => turnOrder(paying, id))
  await each(await listAttemptsToAsk(database, now, atOnce), ({ id }) => askAttempt(paying, id))
  await each(await listRefundsToAsk(database, now, atOnce), ({ id }) => askRefund(paying, id))
  await each(await listTaxReceiptsToAsk(database, now, atOnce), ({ id }) => askTaxReceipt(paying, id))
  await each(await listPurchasesToAsk(database, now, atOnce), purchase => askPurchase(paying, purchase))
  const since = now - eventPatience
  await each(await listUnhandledEvents(database, since, atOnce), event => handleEvent(paying, event))
  await deleteOldEvents(database, now - eventDays * 86_400)
}

/** `keepBilling`, one turn at a time on this node: the next begins when the last is over. */
export function billingTurns(paying: Paying): () => Promise<void> {
  let isRunning = false
  return async () => {
    if (isRunning) return
    isRunning = true
    try {
      await keepBilling(paying)
    } finally {
      isRunning = false
    }
  }
}

/** Begins a check unless one has begun less than so many hours ago; answers 0 then. */
const beginCheck = run<[nowSeconds: number, leastHours: number]>(
  'begin-order-check',
  `insert into order_checks as known (begun_at) values (to_timestamp($1))
   on conflict (is_only) do update set begun_at = excluded.begun_at
   where known.begun_at <= excluded.begun_at - make_interval(hours => $2)`,
)

/** In the server’s own time: when a check is made, and after how many hours it is made in the day as well, having been missed. */
const nightHours = [2, 3, 4]
const [nightPause, mostPause] = [20, 36]

/** `checkOrders` once a night on one of the nodes, however often it is called and the server starts. */
export async function checkNightly(paying: Paying): Promise<void> {
  const now = paying.clock()
  const pause = nightHours.includes(new Date(now).getHours()) ? nightPause : mostPause
  if (await beginCheck(paying.database, now / 1000, pause)) await checkOrders(paying)
}

/** The night’s check that every order stands as its ledger says; what does not is mended and logged. */
async function checkOrders(paying: Paying): Promise<void> {
  await keepBilling(paying)
  const { wrong } = await recomputeOrders(paying.database, () => paying.clock(), paying.listeners)
  if (wrong.length) paying.log.error({ orders: wrong }, 'Orders stood otherwise than the ledger says')
}

/** Does a piece of work, whose failure is logged; answers whether a provider was silent. */
async function wentSilent({ log }: Paying, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return false
  } catch (error) {
    const isSilent = error instanceof ProviderUnavailable
    if (isSilent) log.warn({ err: error }, 'A payment provider does not answer')
    else log.error({ err: error }, 'Something due in billing could not be done')
    return isSilent
  }
}

async function sideBySide<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const rest = items.values()
  const one = async () => {
    for (const item of rest) await work(item)
  }
  await Promise.all(Array.from({ length: besides }, one))
}
