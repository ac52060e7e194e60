import type { LiveServerFrame } from '#shared/platform/live.ts'

type Kept = {
  /** The last number received; null while only new events are wanted. */
  at: number | null
  /** Joins not yet answered, and the lowest number they ask from. */
  asked: number
  from: number | null
  tabs: Set<string>
}

type Line = { join(room: string, after: number | null): void; leave(room: string): void }

/**
 * The rooms the tabs of a browser listen in over its one connection. A tab that knows less than the connection has
 * already delivered makes it rejoin the room from there; tabs that know more skip what they have.
 */
export class RoomKeeper {
  readonly #rooms = new Map<string, Kept>()
  readonly #line: Line
  readonly #tell: (frame: LiveServerFrame) => void

  /** `tell` sends to every tab. */
  constructor(line: Line, tell: (frame: LiveServerFrame) => void) {
    this.#line = line
    this.#tell = tell
  }

  want(tab: string, room: string, after: number | null): void {
    const kept = this.#rooms.get(room)
    if (!kept) {
      this.#rooms.set(room, { at: after, asked: 1, from: after, tabs: new Set([tab]) })
      return this.#line.join(room, after)
    }
    kept.tabs.add(tab)
    const begins = kept.asked > 0 ? kept.from : kept.at
    if (after === null || (begins !== null && after >= begins)) {
      if (kept.asked === 0 && kept.at !== null) this.#tell({ type: 'joined', room, seq: kept.at })
      return
    }
    kept.asked++
    kept.from = after
    kept.at = after
    this.#line.leave(room)
    this.#line.join(room, after)
  }

  drop(tab: string, room: string): void {
    const kept = this.#rooms.get(room)
    kept?.tabs.delete(tab)
    if (!kept || kept.tabs.size > 0) return
    this.#rooms.delete(room)
    this.#line.leave(room)
  }

  /** Drops what a closed tab wanted. */
  forget(tab: string): void {
    for (const room of this.#rooms.keys()) this.drop(tab, room)
  }

  /** Drops whatever only closed tabs wanted. */
  keepOnly(present: ReadonlySet<string>): void {
    for (const [room, { tabs }] of this.#rooms) for (const tab of tabs) if (!present.has(tab)) this.drop(tab, room)
  }

  /** What a new connection joins, and from where. */
  wanted(): Record<string, number | null> {
    for (const kept of this.#rooms.values()) {
      kept.asked = 1
      kept.from = kept.at
    }
    return Object.fromEntries([...this.#rooms].map(([room, { at }]) => [room, at]))
  }

  /** Handles a frame from the connection. */
  take(frame: LiveServerFrame): void {
    const room = frame.type === 'event' ? frame.event.room : 'room' in frame ? frame.room : undefined
    const kept = room === undefined ? undefined : this.#rooms.get(room)
    if (!kept) return
    if (frame.type === 'refused') this.#rooms.delete(frame.room)
    else if (frame.type === 'event') kept.at = frame.event.seq ?? kept.at
    else if (frame.type === 'joined' || frame.type === 'reset') {
      kept.asked = Math.max(0, kept.asked - 1)
      kept.at = frame.seq
    }
  }
}
