import type { WaitingWrite } from './local-database.ts'
import type { OutboxWorld } from './waiting-writes.ts'
import { holdOf } from './write-view.ts'

type World = Pick<OutboxWorld, 'store' | 'exclusive' | 'later' | 'userId' | 'isOffline' | 'now'>
type Lane = { name: string; running?: Promise<void>; isWanted: boolean; isUrgent: boolean; callOff: () => void }

/** What follows a try to send a write: the one behind it, nothing until something happens, or another try after ms. */
export type Next = 'go on' | 'stop' | { after: number }

/** How long to wait after the device itself failed, in ms. */
const deviceDelay = 5000

/** When the writes of each lane are tried: in order, one lane beside the other, by one tab at a time. */
export class Lanes {
  readonly #world: World
  readonly #attempt: (write: WaitingWrite) => Promise<Next>
  /** Nobody sends in a lane: who said so is gone. */
  readonly #onHeld: (lane: string) => void
  readonly #lanes = new Map<string, Lane>()

  constructor(world: World, attempt: (write: WaitingWrite) => Promise<Next>, onHeld: (lane: string) => void) {
    this.#world = world
    this.#attempt = attempt
    this.#onHeld = onHeld
  }

  /** Tries a lane's writes, after those that another tab tries now; an urgent one does not wait out a lost network. */
  run(name: string, isUrgent: boolean): Promise<void> {
    const lane = this.#lanes.get(name) ?? { name, isWanted: false, isUrgent: false, callOff: () => {} }
    this.#lanes.set(name, lane)
    lane.isWanted = true
    lane.isUrgent ||= isUrgent
    lane.running ??= this.#passes(lane)
    return lane.running
  }

  async #passes(lane: Lane): Promise<void> {
    try {
      while (lane.isWanted) {
        const { isUrgent } = lane
        lane.isWanted = lane.isUrgent = false
        lane.callOff()
        await this.#world.exclusive(lane.name, () => this.#pass(lane, isUrgent))
      }
    } catch {
      // The device's storage or a part of the app failed; what waits is stored.
      this.#wakeLater(lane, deviceDelay)
    } finally {
      lane.running = undefined
    }
  }

  async #pass(lane: Lane, isUrgent: boolean): Promise<void> {
    const { store, userId, isOffline, now } = this.#world
    const user = userId()
    if (user === null) return
    const all = await store.list(user)
    this.#onHeld(lane.name)
    for (const write of all) {
      if (write.lane !== lane.name || write.refusal) continue
      if (isOffline() || userId() !== user) return
      const hold = holdOf(write, now(), isUrgent)
      const next: Next = hold > 0 ? { after: hold } : await this.#attempt(write)
      if (next === 'stop') return
      if (next !== 'go on') return this.#wakeLater(lane, next.after)
    }
  }

  #wakeLater(lane: Lane, ms: number) {
    lane.callOff()
    lane.callOff = this.#world.later(ms, () => void this.run(lane.name, false))
  }
}
