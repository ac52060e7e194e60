import { ExpiringMemory } from './expiring-memory.ts'

/**
 * Values by key that notifications from the database's writers drop at once, and that expire all the same. Keeps nothing
 * while this node may be missing notifications, as at the start. Times in ms.
 */
export class NotifiedMemory<Value> {
  readonly #known: ExpiringMemory<Value>
  #isPaused = true
  // Counts notifications, so that what was read before one is not kept after it.
  #notifications = 0

  constructor(bounds: { keptMs: number; most: number }) {
    this.#known = new ExpiringMemory(bounds)
  }

  find(key: string, now: number): Value | undefined {
    return this.#known.find(key, now)
  }

  /** Call before reading from the database; the returned function keeps what was read, unless a notification came meanwhile. */
  reading(): (key: string, value: Value, now: number) => void {
    const before = this.#notifications
    return (key, value, now) => {
      if (!this.#isPaused && this.#notifications === before) this.#known.keep(key, value, now)
    }
  }

  forget(key: string): void {
    this.#notifications++
    this.#known.forget(key)
  }

  forgetAll(): void {
    this.#notifications++
    this.#known.clear()
  }

  /** Says whether notifications arrive; without them everything is forgotten and nothing kept. */
  setConnected(isConnected: boolean): void {
    this.#isPaused = !isConnected
    this.forgetAll()
  }
}
