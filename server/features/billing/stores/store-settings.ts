import { Value } from 'typebox/value'
import { writeAudit } from '#server/features/accounts/audit.ts'
import { requireProof } from '#server/features/accounts/sessions/proofs.ts'
import type { BillingContext } from '../orders/place-order.ts'
import type { Payments } from '../payment-settings/set-account.ts'
import { lockAccounts } from '../payments/accounts.ts'
import { accountOf } from '../providers/google/google.ts'
import type { Keys } from '../providers/open-provider.ts'
import { storeKeys } from '../providers/open-store.ts'
import { ProviderRefused, ProviderUnavailable } from '../providers/provider.ts'
import {
  findAccountOfApp,
  insertStore,
  listStores,
  removeStore,
  renewStore,
  setStore,
} from './store-settings-queries.ts'

type Setting = BillingContext<'PUT /studio/app-stores'>
type Reading = BillingContext<'GET /studio/app-stores'>
type Removing = BillingContext<'DELETE /studio/app-stores'>

/** The keys of stores, with their names on the wire. */
const wireNames = [
  ['environment', 'environment'],
  ['bundleId', 'bundle_id'],
  ['appId', 'app_id'],
  ['packageName', 'package_name'],
  ['serviceAccount', 'service_account'],
  ['pushAudience', 'push_audience'],
  ['pushAccount', 'push_account'],
] as const

/** How the calls about the stores in which the school’s app sells are answered. */
export function storeSettingsRoutes(payments: Payments) {
  return {
    'GET /studio/app-stores': (context: Reading) => readStores(payments, context),
    'PUT /studio/app-stores': (context: Setting) => setAppStore(payments, context),
    'DELETE /studio/app-stores': removeAppStore,
  }
}

async function readStores({ keeper, originOf }: Payments, { db, user }: Reading) {
  return (await listStores(db, user.brandId)).map(({ id, keys: sealed, ...found }) => {
    const keys = keeper.keysOf(user.brandId, Buffer.from(sealed, 'base64'))
    const events_url = `${originOf(user.brandId)}/payments/events/${id}`
    return { ...found, keys: keys ? keysShown(keys) : null, events_url }
  })
}

/** The keys as they may be seen; of a service account only its address. */
function keysShown(keys: Keys) {
  return wireNames.flatMap(([own, name]) => {
    const text = keys[own]
    if (!text) return []
    const isSecret = own === 'serviceAccount'
    return [{ name, shown: isSecret ? accountOf(text).email : text, is_secret: isSecret }]
  })
}

async function setAppStore({ keeper }: Payments, context: Setting) {
  await requireProof(context)
  const { db, user, body, now, refuse } = context
  const { store } = body
  const before = (await listStores(db, user.brandId)).find(known => known.store === store)
  const kept = before && keeper.keysOf(user.brandId, Buffer.from(before.keys, 'base64'))
  const keys = keysOf(body, kept ?? {})
  refuseUnfit(context, keys)
  await checked(context, () => keeper.openStore(store, keys).check())
  const merchant = keys['bundleId'] ?? keys['packageName'] ?? ''
  const isTrial = keys['environment'] === 'Sandbox'
  const written = {
    merchant: `${merchant} ${keys['environment']}`,
    keys: keeper.seal(user.brandId, keys),
    isTrial,
    nowSeconds: now / 1000,
  }
  const accountId = await db.inTransaction(async tx => {
    await lockAccounts(tx, user.brandId)
    const known = await findAccountOfApp(tx, user.brandId, store, written.merchant)
    if (known) await renewStore(tx, { ...written, id: known.id })
    const id =
      known?.id ?? (await insertStore(tx, { ...written, brandId: user.brandId, store }))?.id ?? refuse('not_found')
    await setStore(tx, user.brandId, store, id)
    const detail = { provider: store }
    await writeAudit(tx, user, { action: 'payee.set', targetType: 'payment_account', targetId: id, detail })
    return id
  })
  keeper.forget(accountId)
  return {}
}

/** What was entered for this store, and what was before where nothing was. */
function keysOf(body: Setting['body'], before: Keys): Keys {
  const wanted = storeKeys[body.store].properties
  const entries = wireNames
    .filter(([own]) => own in wanted)
    .map(([own, name]) => [own, body[name]?.trim() || before[own]] as const)
  return Object.fromEntries(entries.filter((entry): entry is [(typeof entry)[0], string] => Boolean(entry[1])))
}

function refuseUnfit({ body, refuse }: Setting, keys: Keys): void {
  const schema = storeKeys[body.store]
  const fieldOf = (own: string) => wireNames.find(([name]) => name === own)?.[1] ?? 'store'
  const missing = schema.required.find(name => !keys[name])
  if (missing !== undefined) refuse('payment_key_needed', { fields: [fieldOf(missing)] })
  const [first] = Value.Errors(schema, keys)
  if (first) refuse('payment_key_malformed', { fields: [fieldOf(first.instancePath.slice(1))] })
}

async function checked({ body, refuse }: Setting, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof ProviderUnavailable) refuse('payment_provider_silent', { retryAfter: 60 })
    if (error instanceof ProviderRefused)
      refuse('payment_key_refused', { fields: [body.store === 'google' ? 'service_account' : 'bundle_id'] })
    throw error
  }
}

async function removeAppStore(context: Removing) {
  await requireProof(context)
  const { db, user, query } = context
  return db.inTransaction(async tx => {
    const removed = await removeStore(tx, user.brandId, query.store)
    if (removed)
      await writeAudit(tx, user, { action: 'payee.close', targetType: 'payment_account', targetId: removed.accountId })
    return {}
  })
}
