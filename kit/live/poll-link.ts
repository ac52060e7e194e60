import type { LiveEventWire, LiveServerFrame } from '#shared/platform/live.ts'
import type { Link, LinkEnd } from './link.ts'

export type PollAnswer = { events: LiveEventWire[]; rooms: Record<string, number>; resets: string[]; refused: string[] }
/** Polls once; rejects when there is no answer. */
export type AskPoll = (rooms: Record<string, number | null>, signal: AbortSignal) => Promise<PollAnswer>

export type PollDependencies = {
  ask: AskPoll
  rooms: Record<string, number | null>
  onFrame(frame: LiveServerFrame): void
  onEnd(end: LinkEnd): void
}

/** Rooms joined one after another are requested together. */
const gatherMs = 30
const hurryMs = 300
const longestSeconds = 25

/** The same frames by long polling, where websockets are blocked. */
export class PollLink implements Link {
  readonly #to: PollDependencies
  readonly #rooms: Map<string, number | null>
  #asking: AbortController | undefined
  #gathering: ReturnType<typeof setTimeout> | undefined
  #isOver = false
  #isWelcome = false

  constructor(dependencies: PollDependencies) {
    this.#to = dependencies
    this.#rooms = new Map(Object.entries(dependencies.rooms))
    // After the caller has the link: its reaction to these may be another join.
    queueMicrotask(() => {
      for (const [room, seq] of Object.entries(dependencies.rooms)) this.#begin(room, seq)
      if (!this.#gathering) void this.#poll()
    })
  }

  join(room: string, after: number | null): void {
    this.#rooms.set(room, after)
    this.#begin(room, after)
    this.#askAnew()
  }

  leave(room: string): void {
    if (this.#rooms.delete(room)) this.#askAnew()
  }

  check(): void {}

  close(): void {
    this.#isOver = true
    clearTimeout(this.#gathering)
    this.#asking?.abort()
  }

  #begin(room: string, seq: number | null) {
    if (seq !== null && !this.#isOver) this.#to.onFrame({ type: 'joined', room, seq })
  }

  #askAnew() {
    clearTimeout(this.#gathering)
    this.#gathering = setTimeout(() => {
      this.#asking?.abort()
      void this.#poll()
    }, gatherMs)
  }

  async #poll() {
    const own = new AbortController()
    this.#asking = own
    const isCurrent = () => this.#asking === own && !this.#isOver
    try {
      while (isCurrent() && this.#rooms.size > 0) {
        const askedAt = performance.now()
        const asked = Object.fromEntries(this.#rooms)
        const answer = await this.#to.ask(asked, own.signal)
        if (isCurrent()) this.#take(asked, answer)
        // A server that answers at once without events must not be polled in a tight loop.
        if (answer.events.length === 0 && performance.now() - askedAt < hurryMs)
          await new Promise(resolve => setTimeout(resolve, hurryMs))
      }
    } catch {
      if (!isCurrent()) return
      this.close()
      this.#to.onEnd({ kind: 'lost', isWelcome: this.#isWelcome })
    }
  }

  #take(asked: Record<string, number | null>, { events, rooms, resets, refused }: PollAnswer) {
    const { onFrame } = this.#to
    // Before any frame is delivered: the reaction may be another join.
    for (const [room, seq] of Object.entries(rooms)) if (this.#rooms.has(room)) this.#rooms.set(room, seq)
    for (const room of refused) this.#rooms.delete(room)
    if (!this.#isWelcome) onFrame({ type: 'welcome', heartbeat_seconds: longestSeconds })
    this.#isWelcome = true
    for (const room of refused) onFrame({ type: 'refused', room, code: 'not_found' })
    for (const [room, seq] of Object.entries(rooms)) {
      if (resets.includes(room)) onFrame({ type: 'reset', room, seq })
      else if (asked[room] === null) onFrame({ type: 'joined', room, seq })
    }
    for (const event of events) onFrame({ type: 'event', event })
  }
}
