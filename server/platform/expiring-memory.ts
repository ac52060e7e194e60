type Bounds<Value> = {
  /** How long a value is good, in ms. */
  keptMs: number
  /** How much is kept at most: values, or what `weightOf` makes of them together. */
  most: number
  weightOf?(value: Value): number
}

type Entry<Value> = { value: Value; keptAt: number; weight: number }

/**
 * Values by key, each for a while; over the limit the oldest go first. What may be read again at any time. `now` in ms, of
 * one clock; one that was set back makes nothing last longer.
 */
export class ExpiringMemory<Value> {
  readonly #bounds: Bounds<Value>
  readonly #entries = new Map<string, Entry<Value>>()
  #weight = 0

  constructor(bounds: Bounds<Value>) {
    this.#bounds = bounds
  }

  find(key: string, now: number): Value | undefined {
    const entry = this.#entries.get(key)
    if (!entry || Math.abs(now - entry.keptAt) < this.#bounds.keptMs) return entry?.value
    this.forget(key)
    return undefined
  }

  keep(key: string, value: Value, now: number): void {
    const { most, weightOf } = this.#bounds
    const weight = weightOf?.(value) ?? 1
    this.forget(key)
    this.#entries.set(key, { value, keptAt: now, weight })
    this.#weight += weight
    if (this.#weight <= most) return
    for (const oldest of this.#entries.keys()) {
      this.forget(oldest)
      if (this.#weight <= most) return
    }
  }

  forget(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#weight -= entry.weight
    this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
    this.#weight = 0
  }
}
