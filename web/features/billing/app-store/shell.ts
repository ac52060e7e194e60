import {
  type PurchaseError,
  purchaseError,
  type StoreName,
  storeAliases,
} from '#shared/features/billing/stores/app-store.ts'
import type { ServiceWire } from '#shared/features/billing/wire.ts'

/** What the store sells, with its price as the store writes it. */
export type ShellProduct = { code: string; price: string }

/** A purchase that the store has made and that is not finished there yet; only the shell reads `handle`. */
export type ShellPurchase = {
  /** Apple’s signed transaction, or Google’s purchase token. */
  proof: string
  /** Apple’s signed renewal info, of a subscription. */
  renewal?: string
  /** Of what Google sold once; none of a subscription. */
  code?: string
  handle?: unknown
}

/**
 * What the shell of the mobile app puts at `window.kursoAppStore` before the page loads. Its promises reject with an object whose
 * `code` is one of `purchaseErrors`; anything else is taken for ERR_UNKNOWN.
 */
export type AppStoreShell = {
  store: StoreName
  /** The products of these codes; those that the store does not sell are left out. */
  listProducts(codes: readonly string[]): Promise<ShellProduct[]>
  /** Has the learner buy; the token is for the store to keep with the purchase (appAccountToken, obfuscatedAccountId). */
  buy(asked: { code: string; accountToken: string }): Promise<ShellPurchase>
  /** What the learner has bought, and what was bought and never finished. */
  restore(): Promise<ShellPurchase[]>
  /** Finishes a purchase at the store, once the server has it. */
  finish(purchase: ShellPurchase): Promise<void>
}

declare global {
  interface Window {
    kursoAppStore?: AppStoreShell
  }
}

/** A failure of buying in the app, by its code. */
export class StoreFailure extends Error {
  override name = 'StoreFailure'
  readonly code: PurchaseError
  constructor(code: PurchaseError) {
    super(code)
    this.code = code
  }
}

/** The app's shell. Throws ERR_SETUP where there is no shell, or it cannot sell. */
export function appStoreShell(): AppStoreShell {
  const { kursoAppStore: shell } = window
  if (!shell || !(shell.store in storeAliases)) throw new StoreFailure('ERR_SETUP')
  return shell
}

/** What the shell answers; its failures by their codes. */
export async function told<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    throw new StoreFailure(
      purchaseError(error && typeof error === 'object' && 'code' in error ? error.code : undefined),
    )
  }
}

/** Under which code a store sells a service; undefined where it does not. */
export function productCode(service: Pick<ServiceWire, 'appstore_products'>, store: StoreName): string | undefined {
  return service.appstore_products.find(({ alias }) => alias === storeAliases[store])?.code
}
