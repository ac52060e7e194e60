import type { LiveEventWire } from '#shared/platform/live.ts'
import { isConnectionLoss } from '../database/database.ts'
import type { Db } from '../database/statement.ts'
import { textFrame } from './frame.ts'
import type { Presented, Presenter, StoredEvent } from './live-parts.ts'

const rememberedMs = 10_000
const rememberedBytes = 8_000_000

/** One event as it is sent: to its own person in one form, to all others in another. */
export class Delivery {
  readonly room: string
  /** 0 for a signal. */
  readonly seq: number
  readonly wire: LiveEventWire
  readonly frame: Buffer
  /** 0 when everyone gets the same. */
  readonly ownUserId: number = 0
  readonly ownWire: LiveEventWire
  readonly ownFrame: Buffer
  readonly bytes: number
  readonly madeAt = performance.now()

  constructor(event: { room: string; seq: number | null; type: string }, { all, own }: Presented) {
    const { room, seq, type } = event
    this.room = room
    this.seq = seq ?? 0
    this.wire = { room, seq, type, data: all }
    this.frame = textFrame({ type: 'event', event: this.wire })
    this.ownUserId = own?.userId ?? 0
    this.ownWire = own ? { room, seq, type, data: own.data } : this.wire
    this.ownFrame = own ? textFrame({ type: 'event', event: this.ownWire }) : this.frame
    this.bytes = this.frame.length + this.ownFrame.length
  }
}

/**
 * Turns stored events into what is sent, each once on this node while it is fresh. `present` answers them in order,
 * undefined in place of one that could not be presented by a fault of ours: its room must be read anew.
 */
export function openPresenting(
  db: Db,
  presenters: Record<string, Presenter>,
  onFailure: (error: unknown, type: string) => void,
) {
  const recent = new Map<string, Delivery>()
  let bytes = 0

  function recall(key: string): Delivery | undefined {
    const known = recent.get(key)
    if (!known || known.madeAt + rememberedMs > performance.now()) return known
    recent.delete(key)
    bytes -= known.bytes
    return undefined
  }

  /** Two joiners may have made the same at the same time: the later stays. */
  function keep(key: string, delivery: Delivery) {
    bytes -= recent.get(key)?.bytes ?? 0
    recent.delete(key)
    recent.set(key, delivery)
    bytes += delivery.bytes
    for (const [oldest, { bytes: weight }] of recent) {
      if (bytes <= rememberedBytes) return
      recent.delete(oldest)
      bytes -= weight
    }
  }

  async function presentType(type: string, events: StoredEvent[], made: Map<StoredEvent, Delivery>): Promise<void> {
    const presenter = presenters[type]
    const presented = presenter ? await presenter(db, events) : events.map(({ data }) => ({ all: data }))
    for (const [index, event] of events.entries()) {
      const delivery = new Delivery(event, presented[index] ?? { all: null })
      made.set(event, delivery)
      keep(keyOf(event), delivery)
    }
  }

  /** Rejects when the database cannot be reached. */
  async function present(events: StoredEvent[]): Promise<(Delivery | undefined)[]> {
    const made = new Map<StoredEvent, Delivery>()
    for (const event of events) {
      const known = recall(keyOf(event))
      if (known) made.set(event, known)
    }
    const fresh = groupByType(events.filter(event => !made.has(event)))
    for (const [type, some] of fresh) {
      await presentType(type, some, made).catch((error: unknown) => {
        if (isConnectionLoss(error)) throw error
        onFailure(error, type)
      })
    }
    return events.map(event => made.get(event))
  }

  return { present }
}

function keyOf({ room, seq }: StoredEvent): string {
  return `${room} ${seq}`
}

function groupByType(events: StoredEvent[]): Map<string, StoredEvent[]> {
  const groups = new Map<string, StoredEvent[]>()
  for (const event of events) {
    const group = groups.get(event.type)
    if (group) group.push(event)
    else groups.set(event.type, [event])
  }
  return groups
}
