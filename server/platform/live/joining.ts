import { eventsBehind } from '#shared/platform/live-limits.ts'
import type { Db } from '../database/statement.ts'
import type { Delivery } from './delivery.ts'
import type { openPresenting } from './presenting.ts'
import { listEvents } from './queries.ts'
import type { Member, Room, Rooms } from './rooms.ts'

const eventsAtATime = 100

/** Who joins: told where it begins, then given what was missed, as fast as it takes it. */
export type Joiner = Member & {
  joined(room: string, seq: number): void
  /** Settles when more can be sent; answers whether there is still somebody to send to. */
  canTake(): Promise<boolean>
}

type Dependencies = { db: Db; rooms: Rooms; presenting: ReturnType<typeof openPresenting> }

/**
 * Brings a joiner from the last number it knows (null: from now on) to where the room is, without a gap and without
 * anything twice, and makes it a member: the room is held, so whatever is read meanwhile moves `room.seq`, and the joiner
 * becomes a member in the same turn in which it has reached it.
 */
export async function join(dependencies: Dependencies, joiner: Joiner, room: Room, after: number | null) {
  if (after !== null && after > room.seq) await dependencies.rooms.catchUp(room)
  const from = after ?? room.seq
  if (from > room.seq || room.seq - from > eventsBehind) return enterAnew(joiner, room)
  joiner.joined(room.name, from)
  for (let at = from; at < room.seq; ) {
    const events = await listEvents(dependencies.db, room.name, at, room.seq, eventsAtATime)
    const deliveries = await dependencies.presenting.present(events)
    const next = await giveInOrder(joiner, deliveries, at)
    if (!(await joiner.canTake())) return
    if (next === at) return enterAnew(joiner, room)
    at = next
  }
  room.members.add(joiner)
}

/** Answers the last number given; `from` when there is a gap or nobody to give to. */
async function giveInOrder(joiner: Joiner, deliveries: (Delivery | undefined)[], from: number): Promise<number> {
  let at = from
  for (const delivery of deliveries) {
    if (delivery?.seq !== at + 1 || !(await joiner.canTake())) return from
    joiner.take(delivery)
    at++
  }
  return at
}

function enterAnew(joiner: Joiner, room: Room) {
  joiner.reset(room.name, room.seq)
  room.members.add(joiner)
}
