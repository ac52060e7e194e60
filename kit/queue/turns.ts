/** What a queue needs of the browser: time, one tab at a time, and word between the tabs. */
export interface QueueWorld<News> {
  /** Runs `work` while no other tab runs its own for this lane. */
  exclusive(lane: string, work: () => Promise<void>): Promise<void>
  /** Calls `then` after `ms`; returns the way to call it off. */
  later(ms: number, then: () => void): () => void
  now(): number
  userId(): number | null
  isOffline(): boolean
  /** Tells the other tabs. */
  announce(news: News): void
}

type Lane = { running?: Promise<void>; isWanted: boolean; isUrgent: boolean; callOff: () => void }
type Work = (lane: string, when: When) => Promise<void>

/** Whether what waits after a failure is tried `now` or when its time has come. */
export type When = 'now' | 'due'

/**
 * Does the work of each lane when it is wanted: by one tab at a time, once more when it was wanted meanwhile, and again after
 * `failureDelay` ms when the device's storage or a part of the app failed. Lanes do not wait for each other.
 */
export class Turns {
  readonly #world: Pick<QueueWorld<never>, 'exclusive' | 'later'>
  readonly #work: Work
  readonly #failureDelay: number
  readonly #lanes = new Map<string, Lane>()

  constructor(world: Pick<QueueWorld<never>, 'exclusive' | 'later'>, work: Work, failureDelay: number) {
    this.#world = world
    this.#work = work
    this.#failureDelay = failureDelay
  }

  /** Takes a turn in a lane, after the one that this or another tab takes now. */
  run(name: string, when: When): Promise<void> {
    const lane = this.#lanes.get(name) ?? { isWanted: false, isUrgent: false, callOff: () => {} }
    this.#lanes.set(name, lane)
    lane.isWanted = true
    lane.isUrgent ||= when === 'now'
    lane.running ??= this.#turns(name, lane)
    return lane.running
  }

  /** Takes a turn after `ms`, unless one is taken before. */
  runLater(name: string, ms: number): void {
    const lane = this.#lanes.get(name)
    if (!lane) return
    lane.callOff()
    lane.callOff = this.#world.later(ms, () => void this.run(name, 'due'))
  }

  async #turns(name: string, lane: Lane): Promise<void> {
    try {
      while (lane.isWanted) {
        const { isUrgent } = lane
        lane.isWanted = lane.isUrgent = false
        lane.callOff()
        await this.#world.exclusive(name, () => this.#work(name, isUrgent ? 'now' : 'due'))
      }
    } catch {
      this.runLater(name, this.#failureDelay)
    } finally {
      lane.running = undefined
    }
  }
}

/**
 * How long to wait before the try after `failures` in a row: doubling from `first` to `longest`, and never less than the
 * server `asked` for; all in ms.
 */
export function backOff(failures: number, first: number, longest: number, asked = 0): number {
  return Math.max(asked, Math.min(longest, first * 2 ** (failures - 1)))
}
