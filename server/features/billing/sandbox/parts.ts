import type { Accounts } from './accounts.ts'
import type { DeliveryPlan } from './delivery-plan.ts'
import type { Faults } from './faults.ts'
import type { Store } from './store.ts'

export type Log = { error(facts: object, text: string): void }

/** What the calls and pages of the sandbox work with. */
export type Parts = {
  store: Store
  accounts: Accounts
  /** Unix seconds of the sandbox's clock, which may be ahead of the machine's. */
  now(): number
  /** Unix seconds of the machine's clock, by which those who hear of events measure their age. */
  sentAt(): number
  /** The sandbox's own address, without a slash at the end. */
  url(): string
  /** Tells that there may be something to deliver. */
  wake(): void
  log: Log
  plan: DeliveryPlan
  faults: Faults
}
