import { listDueOrders, turnOrder } from './orders/due-orders.ts'
import { askAttempt, type Paying } from './payments/ask-attempt.ts'
import { askRefund, listRefundsToAsk } from './payments/ask-refund.ts'
import { listAttemptsToAsk } from './payments/attempts.ts'
import { deleteOldEvents, handleEvent, listUnhandledEvents } from './payments/events.ts'
import { ProviderUnavailable } from './providers/provider.ts'
import { recomputeOrders } from './recompute.ts'

const atOnce = 200
const eventDays = 90
/** After how many seconds an event that no job has handled is taken up here. */
const eventPatience = 60

/**
 * Does what is due by now for all orders: asks providers what became of attempts and refunds, charges, closes, ends. What fails is
 * logged and done the next time; it holds up nothing else. Several nodes at once do nothing twice.
 */
export async function keepBilling(paying: Paying): Promise<void> {
  const { database, clock } = paying
  const now = clock() / 1000
  for (const { id } of await listAttemptsToAsk(database, now, atOnce)) await each(paying, () => askAttempt(paying, id))
  for (const { id } of await listRefundsToAsk(database, now, atOnce)) await each(paying, () => askRefund(paying, id))
  for (const { id } of await listDueOrders(database, now, atOnce)) await each(paying, () => turnOrder(paying, id))
  for (const event of await listUnhandledEvents(database, now - eventPatience, atOnce))
    await each(paying, () => handleEvent(paying, event))
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

/** The night’s check that every order stands as its ledger says; what does not is mended and logged. */
export async function checkOrders(paying: Paying): Promise<void> {
  await keepBilling(paying)
  const { wrong } = await recomputeOrders(paying.database, () => paying.clock(), paying.listeners)
  if (wrong.length) paying.log.error({ orders: wrong }, 'Orders stood otherwise than the ledger says')
}

async function each({ log }: Paying, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof ProviderUnavailable) log.warn({ err: error }, 'A payment provider does not answer')
    else log.error({ err: error }, 'Something due in billing could not be done')
  }
}
