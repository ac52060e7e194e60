import { queryClient } from '#kit/cache/query-client.ts'
import type { Copy } from '#kit/copy/copy.tsx'
import type { Failure } from '#kit/form/use-submit.ts'
import { isPassing, NetworkError, RequestError } from '#kit/request/request-errors.ts'
import { request } from '#kit/request/request.ts'
import { track } from '#web/platform/analytics.ts'
import { keepOrder } from '../data.ts'
import { refreshPayments } from '../refresh-payments.ts'
import { type AppStoreShell, appStoreShell, type ShellPurchase, StoreFailure, told } from './shell.ts'

/** Buys a service in the store of the app and answers its order. Throws StoreFailure, or what the server refuses. */
export async function buyInStore(serviceId: number): Promise<number> {
  const shell = appStoreShell()
  const body = { store: shell.store, service_id: serviceId }
  const { data } = await request('POST /app-store/intents', { body })
  const purchase = await told(() => shell.buy({ code: data.code, accountToken: data.account_token }))
  const orderId = await handIn(shell, purchase)
  track({ name: 'in_app_purchase', service: serviceId })
  return orderId
}

/** Hands in all that the store knows the learner has bought. Answers how many the server has taken. */
export async function restorePurchases(): Promise<number> {
  const shell = appStoreShell()
  let taken = 0
  for (const purchase of await told(() => shell.restore())) {
    // What is over, or another account’s, does not keep the others back.
    const isTaken = await handIn(shell, purchase).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof RequestError) || isPassing(error)) throw error
        console.warn('A purchase was not restored', error.code)
        return false
      },
    )
    if (isTaken) taken++
  }
  return taken
}

/** The server has it first: a purchase that is not finished is told again by the store, one that is finished never. */
async function handIn(shell: AppStoreShell, purchase: ShellPurchase): Promise<number> {
  const { proof, renewal, code } = purchase
  const body = { store: shell.store, proof, ...(renewal && { renewal }), ...(code && { code }) }
  const { data } = await request('POST /app-store/purchases', { body })
  keepOrder(queryClient, data)
  refreshPayments(queryClient)
  await told(() => shell.finish(purchase)).catch((error: unknown) => console.warn('A purchase was not finished', error))
  return data.id
}

/** Why nothing was bought, in one notice. */
export const explainStore =
  (t: Copy) =>
  (error: unknown): Failure | undefined => {
    const title = t('billing.store.failed')
    if (error instanceof StoreFailure) return { errors: {}, notice: { title, text: t(`billing.store.${error.code}`) } }
    if (error instanceof RequestError) return { errors: {}, notice: { title, text: error.reason } }
    // The money may be gone already: the store tells of it again.
    return error instanceof NetworkError
      ? { errors: {}, notice: { title, text: t('billing.store.offline') } }
      : undefined
  }
