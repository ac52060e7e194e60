import { createStore } from '#kit/ui/store.ts'

const storageKey = 'closed-banners'
const mostKept = 200

const stored = (globalThis.localStorage?.getItem(storageKey) ?? '').split(',').map(Number)

/** The banners that were closed on this device; the page of banners still lists them. */
export const closedBanners = createStore<readonly number[]>(stored)

/** Closes a banner wherever it stands on this device. */
export function closeBanner(id: number): void {
  closedBanners.change(ids => [id, ...ids.filter(other => other !== id)].slice(0, mostKept))
  localStorage.setItem(storageKey, closedBanners.read().join(','))
}
