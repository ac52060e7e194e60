import type { SignalData } from '#shared/platform/live-rooms.ts'
import type { LiveServerFrame } from '#shared/platform/live.ts'

/** A listener in a room; its data is typed where it is declared (see listen.ts). */
export type RoomHearer = {
  onEvent(event: { type: string; seq: number; data: unknown }): void
  onSignal?(signal: { type: string; data: SignalData }): void
  /** In the room from now on, first or again: signals may have been missed before. */
  onJoined?(): void
  /** Events are missing: everything read of the room must be reloaded. */
  onReset(): void
}

/** The server's frames about rooms. */
export type RoomFrame = Extract<LiveServerFrame, { room: string }> | Extract<LiveServerFrame, { type: 'event' }>

/**
 * One listener in a room and the last number it received. Whatever arrives, from whichever connection and however
 * often, it gets each event once and in order; when one is missing it requests what follows its number.
 */
export class Subscription {
  readonly room: string
  /** Null until the room has reported its number. */
  at: number | null
  readonly #hearer: RoomHearer
  /** Whether the connection was asked to start at `at` and has not yet. */
  #isWaiting = true

  constructor(room: string, after: number | null, hearer: RoomHearer) {
    this.room = room
    this.at = after
    this.#hearer = hearer
  }

  /** Handles a frame of its room; returns whether the room must be rejoined from `at`. */
  take(frame: RoomFrame): boolean {
    if (frame.type === 'event') return this.#takeEvent(frame.event.seq, frame.event)
    if (frame.type === 'joined') return this.#begin(frame.seq)
    if (frame.type === 'reset') this.#reset(frame.seq)
    return false
  }

  /** The connection changed, or the tab slept: where it continues is open again. */
  wait(): void {
    this.#isWaiting = true
  }

  #begin(seq: number): boolean {
    this.at ??= seq
    this.#isWaiting = seq > this.at
    this.#tell(() => this.#hearer.onJoined?.())
    return this.#isWaiting
  }

  #takeEvent(seq: number | null, { type, data }: { type: string; data: unknown }): boolean {
    if (seq === null) this.#tell(() => this.#hearer.onSignal?.({ type, data: data as SignalData }))
    if (seq === null || this.at === null || seq <= this.at) return false
    if (seq > this.at + 1) {
      const isNews = !this.#isWaiting
      this.#isWaiting = true
      return isNews
    }
    this.at = seq
    if (data !== null) this.#tell(() => this.#hearer.onEvent({ type, seq, data }))
    return false
  }

  #reset(seq: number) {
    this.#isWaiting = false
    this.#tell(() => this.#hearer.onJoined?.())
    if (seq === this.at) return
    const isFirst = this.at === null
    this.at = seq
    if (!isFirst) this.#tell(() => this.#hearer.onReset())
  }

  /** A failing listener must not affect the others. */
  #tell(hear: () => void) {
    try {
      hear()
    } catch (error) {
      queueMicrotask(() => {
        throw error
      })
    }
  }
}
