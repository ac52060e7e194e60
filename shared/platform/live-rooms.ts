import type { Static, TInteger, TSchema, TString } from 'typebox'

/** A kind of live room: `chat` of the room chat:12. */
export type Room<Kind extends string = string, Id extends TInteger | TString = TInteger | TString> = {
  kind: Kind
  /** The part after the colon. */
  id: Id
  /** Who may enter, in words. */
  entry: string
}

export type RoomId<R extends Room> = Static<R['id']>

/** Something that happened, stored and numbered in its room, so that no client misses it. */
export type LiveEvent = {
  room: Room
  /** What the log stores: ids and other whole numbers, from which the server reads the rest when it sends the event. */
  stored: readonly string[]
  data: TSchema
}

/** A hint to reload something, or a word between two browsers; not stored, may be missed. */
export type LiveSignal = { room: Room; ids: TSchema }

/** What a signal carries; a notice between nodes takes 6 kB of it at most. */
export type SignalData = Record<string, number | string>

export type StoredData<Event extends LiveEvent> = Record<Event['stored'][number], number>

/** Declares a kind of room; the feature's `server/features/<f>/live.ts` lets people in. */
export function room<const Kind extends string, Id extends TInteger | TString>(
  kind: Kind,
  id: Id,
  entry: string,
): Room<Kind, Id> {
  return { kind, id, entry }
}

/** The name of a room on the wire and in the log, as chat:12. */
export function roomName<R extends Room>({ kind }: R, id: RoomId<R>): string {
  return `${kind}:${id}`
}
