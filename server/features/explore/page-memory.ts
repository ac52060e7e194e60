import { NotifiedMemory } from '#server/platform/notified-memory.ts'
import type { Brand } from '#shared/features/brands/schema.ts'

type Kept = { brand: Brand; value: unknown }

/** Half an hour: what no notification tells, such as a clock that was set, is mended then. */
const keptMs = 30 * 60_000
/** Each weighs up to 200 kB, as text and compressed. */
const most = 300

/** Remembers what public pages are made of, and the pages, until something that they show changes. */
export class PageMemory {
  readonly #known = new NotifiedMemory<Kept>({ keptMs, most })
  readonly #clock: () => number

  constructor(clock: () => number) {
    this.#clock = clock
  }

  /** What was kept for a brand as it is now. */
  recall<Value>(brand: Brand, key: string): Value | undefined {
    const known = this.#known.find(`${brand.id} ${key}`, this.#clock())
    // A changed brand is a new object.
    return known?.brand === brand ? (known.value as Value) : undefined
  }

  /** What was kept for a brand as it is now, or else is made and kept. */
  async recallOrMake<Value>(
    brand: Brand,
    key: string,
    make: () => Promise<Value>,
    isKept: (made: Value) => boolean = () => true,
  ): Promise<Value> {
    const name = `${brand.id} ${key}`
    const known = this.recall<Value>(brand, key)
    if (known !== undefined) return known
    const keep = this.#known.reading()
    const value = await make()
    if (isKept(value)) keep(name, { brand, value }, this.#clock())
    return value
  }

  forget(): void {
    this.#known.forgetAll()
  }

  setConnected(isConnected: boolean): void {
    this.#known.setConnected(isConnected)
  }
}
