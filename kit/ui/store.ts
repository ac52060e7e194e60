/** A value that components read with `useSyncExternalStore(store.subscribe, store.read)`. */
export function createStore<T>(initial: T) {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    read: () => value,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change(next: (before: T) => T) {
      value = next(value)
      for (const listener of listeners) listener()
    },
  }
}
