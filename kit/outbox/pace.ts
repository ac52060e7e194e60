import type { WaitingWrite } from '#kit/request/local-database.ts'
import { viewOf, type WriteView } from './write-view.ts'

type Paced = Pick<WaitingWrite, 'lane' | 'gap'>

/** Keeps the writes of a lane apart that have a gap: how long the server wants between two of them. */
export class Pace {
  readonly #taken = new Map<string, number>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** The server has just taken it. */
  took({ lane, gap }: Paced): void {
    if (gap) this.#taken.set(lane, this.#now())
  }

  /** How long the lane's next write has to wait still, in ms. A clock that was set back holds nothing. */
  holdOf({ lane, gap = 0 }: Paced): number {
    const since = this.#now() - (this.#taken.get(lane) ?? -Infinity)
    return since < 0 ? 0 : Math.max(0, gap - since)
  }

  /** A lane's writes in order, each that waits for its turn with the moment at which it goes, as far as that is known. */
  viewsOf(writes: readonly WaitingWrite[], sending: ReadonlySet<number>): WriteView[] {
    let before: number | undefined
    return writes.map(write => {
      const { gap = 0 } = write
      const view = viewOf(write, sending.has(write.id))
      if (gap === 0 || view.state !== 'waiting') return view
      const hold = this.holdOf(write)
      const own = before ?? (hold > 0 ? this.#now() + hold : undefined)
      const heldUntil = Math.max(own ?? 0, view.heldUntil ?? 0) || undefined
      before = heldUntil && heldUntil + gap
      return { ...view, heldUntil }
    })
  }
}
