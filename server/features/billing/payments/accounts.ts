import { seal, unseal } from '#server/features/accounts/sealing.ts'
import { type Db, many, one, run } from '#server/platform/database/statement.ts'
import { type Keys, openProvider } from '../providers/open-provider.ts'
import { type Provider, ProviderRefused, type ProviderKind } from '../providers/provider.ts'
import { accountIdOf } from '../sandbox/accounts.ts'

type Sealed = { id: number; brandId: string; provider: ProviderKind; merchant: string; keys: Buffer }
/** An account with its keys in the clear; null when they cannot be read any more. */
export type OpenAccount = Omit<Sealed, 'keys'> & { keys: Keys | null }
export type NewAccount = { brandId: string; provider: ProviderKind; keys: Keys; merchant: string }

type ProviderPlaces = {
  /** Where a provider is, where that is not its own address. */
  addressOf(provider: ProviderKind): string | undefined
  /** The current time, in ms. */
  clock(): number
}

const purpose = 'payment account'
/** Another node may have been given new keys. */
const rememberedMs = 60_000

const columns = 'id, brand_id as "brandId", provider, merchant, keys'
const findAccount = one<[id: number], Sealed>(
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
  `insert into payment_accounts (brand_id, provider, merchant, keys, set_at)
   values ($brandId, $provider, $merchant, $keys, to_timestamp($nowSeconds)) returning id`,
)

export type AccountKeeper = ReturnType<typeof accountKeeper>

/** Opens the providers of payment accounts, with the keys that are kept under the server's own key. */
export function accountKeeper(db: Db, codeKey: string, { addressOf, clock }: ProviderPlaces) {
  const opened = new Map<number, { provider: Provider; until: number }>()
  const placeOf = (provider: ProviderKind) => ({ address: addressOf(provider), clock })

  const keeper = {
    /** The provider that an account is with; ProviderRefused when its keys cannot be read any more. */
    async providerOf(accountId: number): Promise<Provider> {
      const known = opened.get(accountId)
      if (known && known.until > clock()) return known.provider
      const account = await findAccount(db, accountId)
      const keys = account && keysOf(account.brandId, account.keys)
      if (!keys) throw new ProviderRefused(`The keys of payment account ${accountId} cannot be read`)
      const provider = openProvider(account.provider, keys, placeOf(account.provider))
      opened.set(accountId, { provider, until: clock() + rememberedMs })
      return provider
    },
    /** Whose account keys open, as their provider says; throws as providers do. */
    ownerOf: (provider: ProviderKind, keys: Keys) => openProvider(provider, keys, placeOf(provider)).owner(),
    keysOf,
    /** The account that takes a brand's money. */
    async findActive(tx: Db, brandId: string): Promise<OpenAccount | undefined> {
      const found = await findActive(tx, brandId)
      return found && { ...found, keys: keysOf(brandId, found.keys) ?? null }
    },
    /** Drops the open connection of an account whose stored keys have changed; the next request reads the new ones. */
    forget: (accountId: number) => void opened.delete(accountId),
    /**
     * Takes a brand's money to this account from now on; the one before is kept for refunds. Other keys of an owner who is known
     * open the account that was theirs.
     */
    async setAccount(tx: Db, { keys, ...account }: NewAccount): Promise<number> {
      const { brandId } = account
      await lockAccounts(tx, brandId)
      await retireAccount(tx, brandId)
      const sealed = seal(codeKey, purpose, brandId, Buffer.from(JSON.stringify(keys)))
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

  function keysOf(brandId: string, sealed: Buffer): Keys | undefined {
    const keys = unseal(codeKey, purpose, brandId, sealed)
    return keys && (JSON.parse(keys.toString()) as Keys)
  }
}
