import type { Db } from '../database/statement.ts'
import type { Actor } from '../http/routes.ts'

/** An event as publish_event wrote it: `data` holds ids alone. */
export type StoredEvent<Data = Record<string, number>> = { room: string; seq: number; type: string; data: Data }

/** What a room hears of an event; `own` is what one person gets in place of `all`, as the author of a message. */
export type Presented = { all: unknown; own?: { userId: number; data: unknown } }

/** Answers, of the ids of a kind of room, those that this person may be in. Asked once for all the rooms of a hello. */
export type RoomGate = (db: Db, actor: Actor, ids: string[]) => Promise<string[]> | string[]

/**
 * Reads what events of one type stand for and answers it in the same order; undefined leaves an event out. Called once
 * for an event and node, with many at a time. A type without one is sent as stored.
 */
export type Presenter = (db: Db, events: StoredEvent[]) => Promise<(Presented | undefined)[]>

/** What a feature adds to the live connection: its rooms by kind (`chat` of chat:12) and its events by type. */
export type LiveParts = { rooms?: Record<string, RoomGate>; present?: Record<string, Presenter> }

/** The parts of several features as one; throws when two of them claim a name. */
export function joinParts(parts: LiveParts[]): Required<LiveParts> {
  return {
    rooms: joined(parts.map(({ rooms }) => rooms ?? {})),
    present: joined(parts.map(({ present }) => present ?? {})),
  }
}

function joined<Part>(maps: Record<string, Part>[]): Record<string, Part> {
  const entries = maps.flatMap(map => Object.entries(map))
  const names = entries.map(([name]) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`Two features claim ${twice} of the live connection`)
  return Object.fromEntries(entries)
}
