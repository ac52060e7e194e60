import { type QueueWorld, Turns, type When } from '#kit/queue/turns.ts'
import type { WaitingWrite } from '#kit/request/local-database.ts'
import type { WriteStore } from './write-store.ts'
import type { Pace } from './pace.ts'
import { holdOf } from './write-view.ts'

type World = Omit<QueueWorld<never>, 'announce'> & { store: WriteStore }

/** What follows a try to send a write: the one behind it, nothing until something happens, or another try after ms. */
export type Next = 'go on' | 'stop' | { after: number }

/** How long to wait after the device itself failed, in ms. */
const deviceDelay = 5000

/** When the writes of each lane are tried: in order, one lane beside the other, by one tab at a time. */
export class Lanes {
  readonly #world: World
  readonly #pace: Pace
  readonly #attempt: (write: WaitingWrite) => Promise<Next>
  /** Nobody sends in a lane: who said so is gone. */
  readonly #onHeld: (lane: string) => void
  readonly #turns: Turns

  constructor(
    world: World,
    pace: Pace,
    attempt: (write: WaitingWrite) => Promise<Next>,
    onHeld: (lane: string) => void,
  ) {
    this.#world = world
    this.#pace = pace
    this.#attempt = attempt
    this.#onHeld = onHeld
    this.#turns = new Turns(world, (lane, when) => this.#pass(lane, when), deviceDelay)
  }

  /** Tries a lane's writes, after those that another tab tries now; an urgent one does not wait out a lost network. */
  run(name: string, when: When): Promise<void> {
    return this.#turns.run(name, when)
  }

  async #pass(lane: string, when: When): Promise<void> {
    const { store, userId, isOffline, now } = this.#world
    const user = userId()
    if (user === null) return
    const all = await store.list(user)
    this.#onHeld(lane)
    for (const write of all) {
      if (write.lane !== lane || write.refusal) continue
      if (isOffline() || userId() !== user) return
      const hold = Math.max(holdOf(write, now(), when === 'now'), this.#pace.holdOf(write))
      const next: Next = hold > 0 ? { after: hold } : await this.#attempt(write)
      if (next === 'stop') return
      if (next !== 'go on') return this.#turns.runLater(lane, next.after)
    }
  }
}
