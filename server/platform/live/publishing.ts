import type { Contract } from '#shared/platform/contract.ts'
import type { StoredData } from '#shared/platform/live-rooms.ts'

type Events = Pick<Contract, 'events'>

/** What the log keeps of an event, each number by the SQL expression that makes it. */
type StoredAs<C extends Events, Type extends keyof C['events']> = Record<keyof StoredData<C['events'][Type]>, string>

/** A part of a larger statement: numbers and stores an event in the room whose id the SQL expression `roomId` makes. */
export function publishEvent<C extends Events, Type extends keyof C['events'] & string>(
  contract: C,
  type: Type,
  roomId: string,
  stored: StoredAs<C, Type>,
): string {
  return `publish_event(${roomText(contract, type, roomId)}, '${type}', ${jsonText(stored)}::jsonb)`
}

/**
 * Two CTEs of a larger statement which do what `publishEvent` does, without a function's start at each call: for what is
 * written often. `from` is the CTE of what happened, one row a room; `roomId` and `stored` are expressions over it.
 */
export function publishEvents<C extends Events, Type extends keyof C['events'] & string>(
  contract: C,
  type: Type,
  { from, roomId, stored }: { from: string; roomId: string; stored: StoredAs<C, Type> },
): string {
  const room = roomText(contract, type, roomId)
  return `room as (
    insert into live_rooms as r (room, seq) select ${room}, 1 from ${from}
    on conflict (room) do update set seq = r.seq + 1 returning r.room, r.seq
  ), event as (
    insert into live_events (room, seq, type, data)
    select room.room, room.seq, '${type}', ${jsonText(stored)}::jsonb from room join ${from} on room.room = ${room}
  )`
}

function roomText({ events }: Events, type: string, roomId: string): string {
  return `'${events[type]?.room.kind}:' || ${roomId}`
}

function jsonText(stored: Record<string, string>): string {
  const pairs = Object.entries(stored).map(([name, value]) => `'${name}', ${value}`)
  return `json_build_object(${pairs.join(', ')})`
}
