import { seal, unseal } from '#server/features/accounts/sealing.ts'
import { type Db, one, run } from '#server/platform/database/statement.ts'
import { openProvider } from '../providers/open-provider.ts'
import { type Provider, ProviderRefused, type ProviderKind } from '../providers/provider.ts'

type Account = { id: number; brandId: string; provider: ProviderKind; keys: Buffer }
type Keys = Record<string, string>

type ProviderPlaces = {
  /** Where a provider is, where that is not its own address. */
  addressOf(provider: ProviderKind): string | undefined
  /** The current time, in ms. */
  clock(): number
}

const purpose = 'payment account'

const findAccount = one<[id: number], Account>(
  'find-payment-account',
  'select id, brand_id as "brandId", provider, keys from payment_accounts where id = $1',
)

const findActive = one<[brandId: string], Account>(
  'find-active-account-with-keys',
  `select id, brand_id as "brandId", provider, keys from payment_accounts where brand_id = $1 and is_active`,
)

/** Takes a brand's money to another account from now on; the one before is kept for refunds. */
const retireAccounts = run<[brandId: string]>(
  'retire-payment-accounts',
  'update payment_accounts set is_active = false where brand_id = $1 and is_active',
)

const insertAccount = one<[brandId: string, provider: ProviderKind, keys: Buffer], { id: number }>(
  'insert-payment-account',
  'insert into payment_accounts (brand_id, provider, keys) values ($1, $2, $3) returning id',
)

/** Opens the providers of payment accounts, each once, with the keys that are kept under the server's own key. */
export function accountKeeper(db: Db, codeKey: string, place: ProviderPlaces) {
  const opened = new Map<number, Provider>()

  return {
    /** The provider that an account is with; ProviderRefused when its keys cannot be read any more. */
    async providerOf(accountId: number): Promise<Provider> {
      const known = opened.get(accountId)
      if (known) return known
      const account = await findAccount(db, accountId)
      const keys = account && unseal(codeKey, purpose, account.brandId, account.keys)
      if (!keys) throw new ProviderRefused(`The keys of payment account ${accountId} cannot be read`)
      const { addressOf, clock } = place
      const where = { address: addressOf(account.provider), clock }
      const provider = openProvider(account.provider, JSON.parse(keys.toString()) as Keys, where)
      opened.set(accountId, provider)
      return provider
    },
    setAccount,
    /**
     * Lets a brand that takes no money yet sell through the sandbox; undefined for one that has another provider. Answers the
     * account, which is a new one when the sandbox has other keys than before.
     */
    async setSandbox(tx: Db, brandId: string, keys: Keys): Promise<number | undefined> {
      const known = await findActive(tx, brandId)
      if (known && known.provider !== 'sandbox') return undefined
      const kept = known && unseal(codeKey, purpose, brandId, known.keys)?.toString()
      return known && kept === JSON.stringify(keys) ? known.id : setAccount(tx, brandId, 'sandbox', keys)
    },
  }

  /** Takes a brand's money to this account from now on. */
  async function setAccount(tx: Db, brandId: string, provider: ProviderKind, keys: Keys): Promise<number> {
    await retireAccounts(tx, brandId)
    const sealed = seal(codeKey, purpose, brandId, Buffer.from(JSON.stringify(keys)))
    const made = await insertAccount(tx, brandId, provider, sealed)
    if (!made) throw new Error('The payment account was not kept')
    return made.id
  }
}
