import type { Check, Finding } from '#server/platform/check.ts'
import { good, lacking } from '#server/platform/check.ts'
import { type Database } from '#server/platform/database/database.ts'
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
  if (accounts.length === 0)
    return [
      {
        name: 'Payments',
        advice: '',
        run: async () => lacking('nothing is sold', 'Choose a payment provider in the studio, under Payments'),
      },
    ]
  return accounts.map(account => ({
    name: `Payments of ${account.brandId}`,
    advice: 'Give the studio keys that are valid, under Payments',
    run: () => asked(account, keeper),
  }))
}

async function asked({ id, provider }: Row, keeper: Parts['keeper']): Promise<Finding> {
  const store = await keeper.storeOf(id)
  if (store) {
    await store.check()
    return good(`${provider} lets us in`)
  }
  const owner = await (await keeper.providerOf(id)).owner()
  return provider === 'sandbox'
    ? lacking('trials only, no money moves', 'Choose a real provider in the studio, under Payments, before selling')
    : good(`${provider} lets us in as ${owner}`)
}
