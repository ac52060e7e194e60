import type { Static } from 'typebox'
import type { Contract } from '#shared/platform/contract.ts'
import type { Room, RoomId, StoredData } from '#shared/platform/live-rooms.ts'
import type { Db } from '../database/statement.ts'
import type { Actor } from '../http/routes.ts'

/** An event as publish_event wrote it: `data` holds ids alone. */
export type StoredEvent<Data = Record<string, number>> = { room: string; seq: number; type: string; data: Data }

/** What a room hears of an event; `own` is what one person gets in place of `all`, as the author of a message. */
export type Presented<Data = unknown> = { all: Data; own?: { userId: number; data: Data } }

/** Answers, of the ids of a kind of room, those that this person may be in. Asked once for all the rooms of a hello. */
export type RoomGate<Id> = (db: Db, actor: Actor, ids: Id[]) => Promise<Id[]> | Id[]

/**
 * Reads what events of one type stand for and answers it in the same order; undefined leaves an event out. Called once
 * for an event and node, with many at a time.
 */
export type Presenter<Stored = Record<string, number>, Data = unknown> = (
  db: Db,
  events: StoredEvent<Stored>[],
) => Promise<(Presented<Data> | undefined)[]>

type Gates<C extends Contract> = {
  [Kind in C['rooms'][number]['kind']]: RoomGate<RoomId<Extract<C['rooms'][number], { kind: Kind }>>>
}

/** How the events of one type of a contract are read. */
export type PresenterOf<C extends Contract, Type extends keyof C['events']> = Presenter<
  StoredData<C['events'][Type]>,
  Static<C['events'][Type]['data']>
>

type Presenters<C extends Contract> = { [Type in keyof C['events']]: PresenterOf<C, Type> }

/** As RoomGate, for ids as they stand in the names of rooms. */
export type NamedRoomGate = (db: Db, actor: Actor, ids: string[]) => Promise<string[]>

/** What a feature adds to the live connection: its rooms by kind (`chat` of chat:12) and its events by type. */
export type LiveParts = { rooms: Record<string, NamedRoomGate>; present: Record<string, Presenter> }

/** Binds the rooms of a contract to who may enter, and its events to how they are read; leaving one out does not compile. */
export function liveParts<const C extends Contract>(
  contract: C,
  { rooms, present }: { rooms: Gates<C>; present: Presenters<C> },
): LiveParts {
  const gates = rooms as unknown as Record<string, RoomGate<unknown>>
  const named = contract.rooms.map((room): [string, NamedRoomGate] => [
    room.kind,
    async (db, actor, ids) => {
      const asked = ids.flatMap(id => idOf(room, id) ?? [])
      return (await gates[room.kind]?.(db, actor, asked))?.map(String) ?? []
    },
  ])
  return { rooms: Object.fromEntries(named), present: present as Record<string, Presenter> }
}

/** The id that the name of a room ends with; undefined where it cannot be one. */
function idOf({ id: schema }: Room, text: string): number | string | undefined {
  if (schema.type === 'string') return text
  return /^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined
}

/** Presents events whose stored ids are all there is to tell. */
export const asStored = async <Data>(_db: Db, events: StoredEvent<Data>[]): Promise<Presented<Data>[]> =>
  events.map(({ data }) => ({ all: data }))

/** The parts of several features as one; throws when two of them claim a name. */
export function joinParts(parts: LiveParts[]): LiveParts {
  return { rooms: joined(parts.map(({ rooms }) => rooms)), present: joined(parts.map(({ present }) => present)) }
}

function joined<Part>(maps: Record<string, Part>[]): Record<string, Part> {
  const entries = maps.flatMap(map => Object.entries(map))
  const names = entries.map(([name]) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`Two features claim ${twice} of the live connection`)
  return Object.fromEntries(entries)
}
