import { seal, unseal } from '#server/features/accounts/sealing.ts'
import { type Db, many, one, run } from '#server/platform/database/statement.ts'
import type { StoreName } from '#shared/features/billing/stores/app-store.ts'
import { type Keys, openProvider } from '../providers/open-provider.ts'
import { openStore, type StorePlaces } from '../providers/open-store.ts'
import { type Provider, ProviderRefused, type ProviderKind } from '../providers/provider.ts'
import type { Store } from '../providers/store.ts'
import { accountIdOf } from '../sandbox/accounts.ts'

type Sealed = { id: number; brandId: string; provider: ProviderKind; merchant: string; keys: Buffer }
type AnySealed = Omit<Sealed, 'provider'> & { provider: ProviderKind | StoreName }
/** An account with its keys in the clear; null when they cannot be read any more. */
export type OpenAccount = Omit<Sealed, 'keys'> & { keys: Keys | null }
export type NewAccount = { brandId: string; provider: ProviderKind; keys: Keys; merchant: string }

type ProviderPlaces = {
  /** Where a provider is, where that is not its own address. */
  addressOf(provider: ProviderKind): string | undefined
  stores: Omit<StorePlaces, 'clock'>
  /** The current time, in ms. */
  clock(): number
}

const purpose = 'payment account'
/** Another node may have been given new keys. */
const rememberedMs = 60_000

const columns = 'id, brand_id as "brandId", provider, merchant, keys'
const findAccount = one<[id: number], AnySealed>(
  'find-payment-account',
  `select ${columns} from payment_accounts where id = $1`,
)

const findActive = one<[brandId: string], Sealed>(
  'find-active-account-with-keys',
  `select ${columns} from payment_accounts where brand_id = $1 and is_active`,
)

/** Makes whoever else chooses where a brand's money goes wait for this transaction. */
export const lockAccounts = run<[brandId: string]>(
  'lock-payment-accounts',
  `select pg_advisory_xact_lock(hashtextextended('payment accounts ' || $1, 0))`,
)

/** Closes a brand's selling; the account is kept for refunds. */
export const retireAccount = one<[brandId: string], { id: number }>(
  'retire-payment-account',
  'update payment_accounts set is_active = false where brand_id = $1 and is_active returning id',
)

/** The brands that sell through the sandbox. */
export const listSandboxBrands = many<[], { brandId: string }>(
  'list-sandbox-brands',
  `select brand_id as "brandId" from payment_accounts where is_active and provider = 'sandbox' order by id`,
)

type Written = { brandId: string; provider: ProviderKind; merchant: string; keys: Buffer; nowSeconds: number }

/** Gives the account of an owner who is known other keys, and takes the brand's money to it. */
const renewAccount = one<Written, { id: number }>(
  'renew-payment-account',
  `update payment_accounts set keys = $keys, is_active = true, set_at = to_timestamp($nowSeconds)
   where id = (select max(id) from payment_accounts where brand_id = $brandId and provider = $provider
     and merchant = $merchant and merchant <> '') returning id`,
)

const insertAccount = one<Written, { id: number }>(
  'insert-payment-account',
  `insert into payment_accounts (brand_id, provider, merchant, keys, set_at, is_trial)
   values ($brandId, $provider, $merchant, $keys, to_timestamp($nowSeconds), $provider = 'sandbox') returning id`,
)

export type AccountKeeper = ReturnType<typeof accountKeeper>

type Opened = { provider: Provider | undefined; store: Store | undefined; sealed: Buffer; until: number }

/** Opens the providers of payment accounts, with the keys that are kept under the server's own key. */
export function accountKeeper(db: Db, codeKey: string, places: ProviderPlaces) {
  const { addressOf, stores, clock } = places
  const connected = new Connected(db, codeKey, places)
  const keysOf = (brandId: string, sealed: Buffer) => keysIn(codeKey, brandId, sealed)
  const keeper = {
    /** The provider that an account is with; ProviderRefused when its keys cannot be read any more, or are an app store’s. */
    async providerOf(accountId: number): Promise<Provider> {
      const { provider } = await connected.open(accountId)
      if (!provider) throw new ProviderRefused(`Payment account ${accountId} is an app store’s`)
      return provider
    },
    /** The app store that an account is with; undefined where it is with a provider. Throws as `providerOf`. */
    storeOf: async (accountId: number): Promise<Store | undefined> => (await connected.open(accountId)).store,
    /** A store with keys that are not kept yet. Throws ProviderRefused for those that cannot be right. */
    openStore: (store: StoreName, keys: Keys): Store => openStore(store, keys, { ...stores, clock }),
    seal: (brandId: string, keys: Keys): Buffer => seal(codeKey, purpose, brandId, Buffer.from(JSON.stringify(keys))),
    /** Whose account keys open, as their provider says; throws as providers do. */
    ownerOf: (provider: ProviderKind, keys: Keys) =>
      openProvider(provider, keys, { address: addressOf(provider), clock }).owner(),
    keysOf,
    /** The account that takes a brand's money. */
    async findActive(tx: Db, brandId: string): Promise<OpenAccount | undefined> {
      const found = await findActive(tx, brandId)
      return found && { ...found, keys: keysOf(brandId, found.keys) ?? null }
    },
    forget: (accountId: number) => connected.forget(accountId),
    /**
     * Takes a brand's money to this account from now on; the one before is kept for refunds. Other keys of an owner who is known
     * open the account that was theirs.
     */
    async setAccount(tx: Db, { keys, ...account }: NewAccount): Promise<number> {
      const { brandId } = account
      await lockAccounts(tx, brandId)
      await retireAccount(tx, brandId)
      const sealed = keeper.seal(brandId, keys)
      const written = { ...account, keys: sealed, nowSeconds: clock() / 1000 }
      const made = (await renewAccount(tx, written)) ?? (await insertAccount(tx, written))
      if (!made) throw new Error('The payment account was not kept')
      return made.id
    },
    /**
     * Lets a brand that takes no money yet sell through the sandbox; undefined for one that has another provider. Answers the
     * account, which is a new one when the sandbox has other keys than before.
     */
    async setSandbox(tx: Db, brandId: string, keys: { key: string; signingSecret: string }) {
      const known = await keeper.findActive(tx, brandId)
      if (known && known.provider !== 'sandbox') return undefined
      if (known && JSON.stringify(known.keys) === JSON.stringify(keys)) return known.id
      return keeper.setAccount(tx, { brandId, provider: 'sandbox', keys, merchant: accountIdOf(keys.key) })
    },
  }
  return keeper
}

function keysIn(codeKey: string, brandId: string, sealed: Buffer): Keys | undefined {
  const keys = unseal(codeKey, purpose, brandId, sealed)
  return keys && (JSON.parse(keys.toString()) as Keys)
}

/** The providers and stores of accounts, open for a while after the last time their keys were read. */
class Connected {
  readonly #opened = new Map<number, Opened>()
  readonly #db: Db
  readonly #codeKey: string
  readonly #places: ProviderPlaces
  constructor(db: Db, codeKey: string, places: ProviderPlaces) {
    this.#db = db
    this.#codeKey = codeKey
    this.#places = places
  }

  async open(accountId: number): Promise<Opened> {
    const { clock } = this.#places
    const known = this.#opened.get(accountId)
    if (known && known.until > clock()) return known
    const account = await findAccount(this.#db, accountId)
    // Another may have been faster; and what was opened with the same keys goes on, with what it remembers.
    const present = this.#opened.get(accountId)
    if (present && account && present.sealed.equals(account.keys)) {
      present.until = clock() + rememberedMs
      return present
    }
    const keys = account && keysIn(this.#codeKey, account.brandId, account.keys)
    if (!keys) throw new ProviderRefused(`The keys of payment account ${accountId} cannot be read`)
    const made = { ...this.#connect(account.provider, keys), sealed: account.keys, until: clock() + rememberedMs }
    this.#opened.set(accountId, made)
    return made
  }

  /** Drops the open connection of an account whose stored keys have changed; the next request reads the new ones. */
  forget(accountId: number): void {
    this.#opened.delete(accountId)
  }

  #connect(kind: ProviderKind | StoreName, keys: Keys) {
    const { addressOf, stores, clock } = this.#places
    if (kind === 'apple' || kind === 'google')
      return { provider: undefined, store: openStore(kind, keys, { ...stores, clock }) }
    return { provider: openProvider(kind, keys, { address: addressOf(kind), clock }), store: undefined }
  }
}
