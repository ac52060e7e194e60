import { type Check, type Finding, good, lacking } from '#server/platform/check.ts'
import type { Database } from '#server/platform/database/database.ts'
import { many } from '#server/platform/database/statement.ts'
import type { AccountKeeper } from './accounts.ts'

type Row = { id: number; brandId: string; provider: string }

const listActive = many<[], Row>(
  'list-active-payment-accounts',
  `select id, brand_id as "brandId", provider from payment_accounts where is_active order by brand_id, id`,
)

type Parts = { database: Database; keeper: Pick<AccountKeeper, 'providerOf' | 'storeOf'> }

/** Asks each provider that takes a brand’s money whose account its keys open. */
export async function paymentChecks({ database, keeper }: Parts): Promise<Check[]> {
  const accounts = await listActive(database)
  const trials = accounts.filter(({ provider }) => provider === 'sandbox').map(({ brandId }) => brandId)
  const real = accounts.filter(({ provider }) => provider !== 'sandbox')
  return [
    ...(accounts.length === 0 ? [only('nothing is sold: there is no payment provider')] : []),
    ...(trials.length > 0 ? [only(`trials only, no money moves (${trials.join(', ')})`)] : []),
    ...real.map(account => ({
      name: `Payments of ${account.brandId}`,
      advice: 'Give the studio keys that are valid, under Payments',
      run: () => asked(account, keeper),
    })),
  ]
}

const only = (says: string): Check => ({
  name: 'Payments',
  advice: '',
  run: async () => lacking(says, 'Choose a real provider in the studio, under Payments, before selling'),
})

async function asked({ id, provider }: Row, keeper: Parts['keeper']): Promise<Finding> {
  const store = await keeper.storeOf(id)
  if (store) {
    await store.check()
    return good(`${provider} lets us in`)
  }
  return good(`${provider} lets us in as ${await (await keeper.providerOf(id)).owner()}`)
}
