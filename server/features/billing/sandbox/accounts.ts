import { createHash } from 'node:crypto'

/** A shop: the key of its calls, where its events go, which wait while that is not known, and what signs them. */
export type Account = { key: string; webhookUrl: string | undefined; signingSecret: string }

/** What stands for an account in the journal: its key, beyond recognition. */
export function accountIdOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 16)
}

/** The accounts by id. Setting one again changes where its events go. */
export class Accounts {
  readonly #byId = new Map<string, Account>()
  constructor(accounts: readonly Account[]) {
    for (const account of accounts) this.set(account)
  }
  set(account: Account) {
    this.#byId.set(accountIdOf(account.key), account)
  }
  get(id: string): Account | undefined {
    return this.#byId.get(id)
  }
  ids(): string[] {
    return [...this.#byId.keys()]
  }
}
