import type { LiveEventWire } from '#shared/platform/live.ts'
import { isConnectionLoss } from '../database/database.ts'
import type { Db } from '../database/statement.ts'
import { ExpiringMemory } from '../expiring-memory.ts'
import { Delivery } from './delivery.ts'
import type { Presenter, StoredEvent } from './live-parts.ts'

const rememberedMs = 10_000
const rememberedBytes = 8_000_000

type PresentingHooks = {
  onFailure(error: unknown, type: string): void
  onTold?: ((told: LiveEventWire) => void) | undefined
}

/**
 * Turns stored events into what is sent, each once on this node while it is fresh. `present` answers them in order,
 * undefined in place of one that could not be presented by a fault of ours: its room must be read again. It rejects when the
 * database cannot be reached.
 */
export function openPresenting(db: Db, presenters: Record<string, Presenter>, { onFailure, onTold }: PresentingHooks) {
  const recent = new ExpiringMemory<Delivery>({
    keptMs: rememberedMs,
    most: rememberedBytes,
    weightOf: ({ bytes }) => bytes,
  })

  async function presentType(type: string, events: StoredEvent[], made: Map<StoredEvent, Delivery>): Promise<void> {
    const presenter = Object.hasOwn(presenters, type) ? presenters[type] : undefined
    const presented = presenter ? await presenter(db, events) : events.map(({ data }) => ({ all: data }))
    for (const [index, event] of events.entries()) {
      const delivery = new Delivery(event, presented[index] ?? { all: null })
      made.set(event, delivery)
      recent.keep(keyOf(event), delivery, performance.now())
      onTold?.(delivery.wire)
      if (delivery.ownUserId !== 0) onTold?.(delivery.ownWire)
    }
  }

  async function present(events: StoredEvent[]): Promise<(Delivery | undefined)[]> {
    const made = new Map<StoredEvent, Delivery>()
    const now = performance.now()
    for (const event of events) {
      const known = recent.find(keyOf(event), now)
      if (known) made.set(event, known)
    }
    for (const [type, some] of groupByType(events.filter(event => !made.has(event)))) {
      await presentType(type, some, made).catch((error: unknown) => {
        if (isConnectionLoss(error)) throw error
        onFailure(error, type)
      })
    }
    return events.map(event => made.get(event))
  }

  return { present }
}

const keyOf = ({ room, seq }: StoredEvent) => `${room} ${seq}`

function groupByType(events: StoredEvent[]): Map<string, StoredEvent[]> {
  const groups = new Map<string, StoredEvent[]>()
  for (const event of events) {
    const group = groups.get(event.type)
    if (group) group.push(event)
    else groups.set(event.type, [event])
  }
  return groups
}
