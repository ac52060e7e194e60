import { writeAudit } from '#server/features/accounts/audit.ts'
import { requireProof } from '#server/features/accounts/sessions/proofs.ts'
import type { PointRules } from '#shared/features/billing/orders/order-points.ts'
import type { BillingContext } from '../orders/place-order.ts'
import {
  type AccountKeeper,
  type NewAccount,
  lockAccounts,
  type OpenAccount,
  retireAccount,
} from '../payments/accounts.ts'
import type { Paying } from '../payments/ask-attempt.ts'
import { type Keys, keyProblem } from '../providers/open-provider.ts'
import { ProviderRefused, ProviderUnavailable } from '../providers/provider.ts'
import { accountIdOf } from '../sandbox/accounts.ts'
import type { OwnSandbox } from '../settings.ts'

/** What the settings of payments work with. */
export type Payments = {
  paying: Paying
  keeper: AccountKeeper
  /** Where a brand’s people open the school. */
  originOf(brandId: string): string
  ownSandbox: OwnSandbox | undefined
  /** How points are spent in a brand. */
  pointRulesOf(brandId: string): PointRules
}
type Setting = BillingContext<'PUT /studio/payments/account'>

/** The keys of providers, with their names on the wire. */
export const wireNames = [
  ['secretKey', 'secret_key'],
  ['webhookSecret', 'webhook_secret'],
  ['shopId', 'shop_id'],
  ['taxSystem', 'tax_system'],
] as const

/** Takes the school's money to an account, once its provider has said whose it is; what is left out of its keys stays. */
export async function setAccount(payments: Payments, context: Setting) {
  await requireProof(context)
  const { db, user, body } = context
  const { keeper, ownSandbox } = payments
  const account =
    body.provider === 'sandbox' ? await sandboxAccount(payments, context) : await ownAccount(keeper, context)
  const accountId = await db.inTransaction(async tx => {
    const id = await keeper.setAccount(tx, account)
    const detail = { provider: account.provider }
    await writeAudit(tx, user, { action: 'payee.set', targetType: 'payment_account', targetId: id, detail })
    return id
  })
  keeper.forget(accountId)
  if (account.provider === 'sandbox') await ownSandbox?.tell(user.brandId, accountId)
  return {}
}

async function sandboxAccount({ ownSandbox, paying }: Payments, { user, body, refuse }: Setting): Promise<NewAccount> {
  if (!ownSandbox) return refuse('sandbox_off')
  if (!body.moves_no_money) return refuse('sandbox_unconfirmed', { fields: ['moves_no_money'] })
  const { brandId } = user
  try {
    const keys = await ownSandbox.keysOf(brandId)
    return { brandId, provider: 'sandbox', keys, merchant: accountIdOf(keys.key) }
  } catch (error) {
    paying.log.error({ err: error }, 'The sandbox does not start')
    return refuse('sandbox_off')
  }
}

async function ownAccount(keeper: AccountKeeper, context: Setting): Promise<NewAccount> {
  const { db, user, body, refuse } = context
  const { provider } = body
  const known = await keeper.findActive(db, user.brandId)
  const before = known?.provider === provider ? known : undefined
  const keys = keysOf(body, before?.keys ?? {})
  const problem = keyProblem(provider, keys)
  if (problem) {
    const [, field = 'secret_key'] = wireNames.find(([own]) => own === problem.name) ?? []
    return refuse(problem.isMissing ? 'payment_key_needed' : 'payment_key_malformed', { fields: [field] })
  }
  const merchant = await ownerOf(keeper, context, keys)
  return { brandId: user.brandId, provider, merchant, keys: withoutForeign(keys, merchant, before, body) }
}

/** What was entered, and what was before where nothing was. The system of taxation can be emptied, for it is shown. */
function keysOf(body: Setting['body'], before: Keys): Keys {
  const entries = wireNames.map(([own, name]) => {
    const typed = body[name]?.trim()
    return [own, own === 'taxSystem' ? (typed ?? before[own]) : typed || before[own]] as const
  })
  return Object.fromEntries(entries.filter((entry): entry is [(typeof entry)[0], string] => Boolean(entry[1])))
}

/** The keys without what signed the events of somebody else’s account. */
function withoutForeign(keys: Keys, merchant: string, before: OpenAccount | undefined, body: Setting['body']): Keys {
  if (body.webhook_secret?.trim() || before?.merchant === merchant) return keys
  const { webhookSecret: _foreign, ...own } = keys
  return own
}

async function ownerOf(keeper: AccountKeeper, { body, refuse }: Setting, keys: Keys): Promise<string> {
  try {
    return await keeper.ownerOf(body.provider, keys)
  } catch (error) {
    if (error instanceof ProviderUnavailable) return refuse('payment_provider_silent', { retryAfter: 60 })
    if (error instanceof ProviderRefused) return refuse('payment_key_refused', { fields: ['secret_key'] })
    throw error
  }
}

/** Closes selling; the account is kept, for what was paid through it may have to be sent back. */
export async function removeAccount(context: BillingContext<'DELETE /studio/payments/account'>) {
  await requireProof(context)
  const { db, user } = context
  return db.inTransaction(async tx => {
    await lockAccounts(tx, user.brandId)
    const retired = await retireAccount(tx, user.brandId)
    if (retired)
      await writeAudit(tx, user, { action: 'payee.close', targetType: 'payment_account', targetId: retired.id })
    return {}
  })
}
