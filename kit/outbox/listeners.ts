/** A promise with its ends, as `Promise.withResolvers` makes one where there is one. */
export function withResolvers<Value>() {
  let resolve: (value: Value) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<Value>((yes, no) => {
    resolve = yes
    reject = no
  })
  // Whoever enqueued waits for it only after the write is stored.
  promise.catch(() => {})
  return { promise, resolve, reject }
}

/** Adds to a set; answers the way to take it out again. */
export function added<Item>(set: Set<Item>, item: Item): () => void {
  set.add(item)
  return () => set.delete(item)
}

/** A listener that fails must not make a write seem unsent. */
export function tellAll<Item>(listeners: Iterable<(item: Item) => void>, item: Item) {
  for (const listener of listeners) {
    try {
      listener(item)
    } catch (error) {
      console.error('A listener of the outbox failed', error)
    }
  }
}
