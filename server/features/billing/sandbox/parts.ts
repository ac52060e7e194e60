import type { Accounts } from './accounts.ts'
import type { Store } from './store.ts'

export type Log = { error(facts: object, text: string): void }

/** What the calls and pages of the sandbox work with. */
export type Parts = {
  store: Store
  accounts: Accounts
  /** Unix seconds of the sandbox's clock. */
  now(): number
  /** The sandbox's own address, without a slash at the end. */
  url(): string
  /** Tells that there may be something to deliver. */
  wake(): void
  log: Log
}
