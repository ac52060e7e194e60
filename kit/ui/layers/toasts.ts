import { createStore } from '../store.ts'

export type ToastTone = 'info' | 'success' | 'danger'

export interface ToastOptions {
  tone?: ToastTone
  /** An action; a toast with one stays until it is closed. */
  action?: { label: string; onPress: () => void }
  /** How long it stays, in ms; 6000 by default. */
  stay?: number
}

export interface Toast extends ToastOptions {
  id: number
  text: string
}

export const shownToasts = createStore<readonly Toast[]>([])
const atMost = 3
let lastId = 0

/** Shows a short message about what just happened; the same text is never shown twice at once. Returns its id. */
export function toast(text: string, options: ToastOptions = {}): number {
  lastId += 1
  const added = { ...options, text, id: lastId }
  shownToasts.change(all => [...all.filter(one => one.text !== text), added].slice(-atMost))
  return added.id
}

/** Closes the toast with this id, if it is still there. */
export function closeToast(id: number): void {
  shownToasts.change(all => all.filter(one => one.id !== id))
}
