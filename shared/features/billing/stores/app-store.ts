import { addDays, type LocalDate } from '#shared/platform/times.ts'
import type { SubscriptionState, ToldState } from '../subscriptions/subscription.ts'

export const stores = ['apple', 'google'] as const
export type StoreName = (typeof stores)[number]

/** Who charges an order: Kurso by a provider, or the app store in which it was bought, and then nobody else. */
export const schedulers = ['own', ...stores] as const
export type Scheduler = (typeof schedulers)[number]

/** The store that schedules; undefined where Kurso does, also of what a device has kept from before it was said. */
export const schedulingStore = (scheduler: Scheduler | undefined): StoreName | undefined =>
  stores.find(store => store === scheduler)

/** The apps under whose name a service has its product's code in each store. */
export const storeAliases: Record<StoreName, string> = { apple: 'ios', google: 'android' }

/** What can go wrong between the app, the store and the server, by the names that the app's shell uses too. */
export const purchaseErrors = [
  'ERR_SETUP',
  'ERR_LOAD',
  'ERR_PURCHASE',
  'ERR_PAYMENT_CANCELLED',
  'ERR_PAYMENT_INVALID',
  'ERR_PAYMENT_NOT_ALLOWED',
  'ERR_VERIFICATION_FAILED',
  'ERR_PAYMENT_EXPIRED',
  'ERR_PRODUCT_NOT_AVAILABLE',
  'ERR_UNKNOWN',
] as const
export type PurchaseError = (typeof purchaseErrors)[number]

/** The code of a failure as the shell names it; anything else is unknown. */
export const purchaseError = (code: unknown): PurchaseError =>
  purchaseErrors.find(known => known === code) ?? 'ERR_UNKNOWN'

/** How long a renewal may be late before access closes, in days: for so long Apple repeats what it could not tell. */
const lateDays = 3

/** What a store says of a subscription. `paidUntil` is the first day that is not paid for, `graceUntil` the first after its own days of grace. */
export type StoreWord = {
  state: SubscriptionState
  paidUntil: LocalDate
  graceUntil?: LocalDate | undefined
  /** Taken back by the store: it ends at once. */
  isRevoked: boolean
}

/** How a subscription stands from `today` on by its store's word. */
export function toldState({ state, paidUntil, graceUntil, isRevoked }: StoreWord, today: LocalDate): ToldState {
  if (isRevoked) return { state: 'ended', paidUntil, closesOn: paidUntil < today ? paidUntil : today }
  if (state === 'trial' || state === 'active') return { state, paidUntil, closesOn: addDays(paidUntil, lateDays) }
  return { state, paidUntil, closesOn: (state === 'past_due' && graceUntil) || paidUntil }
}
