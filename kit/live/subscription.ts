import type { LiveServerFrame } from '#shared/platform/live.ts'

/** Whoever listens in a room; what is told is typed where it is declared (see listen.ts). */
export type RoomHearer = {
  onEvent(event: { type: string; seq: number; data: unknown }): void
  onSignal?(signal: { type: string; data: Record<string, number> }): void
  /** Events are missing: what was read of the room must be read again. */
  onReset(): void
}

/** What of the server's frames concerns rooms. */
export type RoomFrame = Extract<LiveServerFrame, { room: string }> | Extract<LiveServerFrame, { type: 'event' }>

/**
 * One hearer of a room and the last number it was given. Whatever arrives, from whichever connection and however often, it
 * is given each event once and in order; where one is missing it asks for what follows its number.
 */
export class Subscription {
  readonly room: string
  /** Null until the room has said where it is. */
  at: number | null
  readonly #hearer: RoomHearer
  /** Whether the connection was asked to begin at `at` and has not yet. */
  #isWaiting = true

  constructor(room: string, after: number | null, hearer: RoomHearer) {
    this.room = room
    this.at = after
    this.#hearer = hearer
  }

  /** Takes a frame of its room; answers whether the room must be joined anew from `at`. */
  take(frame: RoomFrame): boolean {
    if (frame.type === 'event') return this.#takeEvent(frame.event.seq, frame.event)
    if (frame.type === 'joined') return this.#begin(frame.seq)
    if (frame.type === 'reset') this.#reset(frame.seq)
    return false
  }

  /** The connection is another one, or the tab slept: where it goes on is open again. */
  wait(): void {
    this.#isWaiting = true
  }

  #begin(seq: number): boolean {
    this.at ??= seq
    this.#isWaiting = seq > this.at
    return this.#isWaiting
  }

  #takeEvent(seq: number | null, { type, data }: { type: string; data: unknown }): boolean {
    if (seq === null) this.#tell(() => this.#hearer.onSignal?.({ type, data: data as Record<string, number> }))
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
    if (seq === this.at) return
    const isFirst = this.at === null
    this.at = seq
    if (!isFirst) this.#tell(() => this.#hearer.onReset())
  }

  /** A hearer that fails is no reason to forget the others. */
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
