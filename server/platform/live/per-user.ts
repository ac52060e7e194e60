/** How many of something each person has, at most `limit`. */
export class PerUser {
  readonly #limit: number
  readonly #counts = new Map<number, number>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Counts one more, unless that would be too many; answers whether it did. */
  take(userId: number): boolean {
    const count = this.#counts.get(userId) ?? 0
    if (count >= this.#limit) return false
    this.#counts.set(userId, count + 1)
    return true
  }

  giveBack(userId: number): void {
    const left = (this.#counts.get(userId) ?? 1) - 1
    if (left > 0) this.#counts.set(userId, left)
    else this.#counts.delete(userId)
  }
}
