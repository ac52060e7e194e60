type Entry<Value> = { value: Promise<Value>; bytes: number }

/** A cache of at most `limit` bytes that evicts the least recently used. Anything in it may be dropped at any time. */
export class RecentMemory<Value> {
  readonly #limit: number
  readonly #bytesOf: (value: Value) => number
  readonly #entries = new Map<string, Entry<Value>>()
  #bytes = 0

  constructor(limit: number, bytesOf: (value: Value) => number) {
    this.#limit = limit
    this.#bytesOf = bytesOf
  }

  /** The value under `key`, or the promise of one being made. */
  recall(key: string): Promise<Value> | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  /** Stores a value that is still being made, so that concurrent callers share it; a failure is not kept. */
  keep(key: string, value: Promise<Value>): Promise<Value> {
    const entry: Entry<Value> = { value, bytes: 0 }
    this.#forget(key)
    this.#entries.set(key, entry)
    value.then(
      made => this.#weigh(key, entry, this.#bytesOf(made)),
      () => this.#entries.get(key) === entry && this.#forget(key),
    )
    return value
  }

  /** The value under `key`, made once even when many ask at the same time. */
  recallOrMake(key: string, make: () => Promise<Value>): Promise<Value> {
    return this.recall(key) ?? this.keep(key, make())
  }

  #weigh(key: string, entry: Entry<Value>, bytes: number) {
    if (this.#entries.get(key) !== entry) return
    entry.bytes = bytes
    this.#bytes += bytes
    for (const [oldest, { bytes: weight }] of this.#entries) {
      if (this.#bytes <= this.#limit) return
      if (weight > 0) this.#forget(oldest)
    }
  }

  #forget(key: string) {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0
    this.#entries.delete(key)
  }
}
