import type { Static } from 'typebox'
import type { RoomId } from '#shared/platform/live-rooms.ts'
import type * as features from './features.ts'

type Contract = (typeof features)[keyof typeof features]

/** Intersects the members of a union. */
type Joined<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** The events or signals of all contracts that declare some. */
type Declared<All> = All extends unknown ? (string extends keyof All ? never : All) : never

/** Every call of every feature by name: what a client can request. */
export type Calls = Joined<Contract['calls']>

type Rooms = Contract['rooms'][number]
type Events = Joined<Declared<Contract['events']>>
type Signals = Joined<Declared<Contract['signals']>>

/** The id in a live room's name, after the colon, by the room's kind. */
export type LiveRooms = { [R in Rooms as R['kind']]: RoomId<R> }

/** Every live event by type: the kind of room it is published in, and its data. */
export type LiveEvents = {
  [Type in keyof Events]: { room: Events[Type]['room']['kind']; data: Static<Events[Type]['data']> }
}

/** Every live signal by type: the kind of room it is sent to, and its ids. */
export type LiveSignals = {
  [Type in keyof Signals]: { room: Signals[Type]['room']['kind']; data: Static<Signals[Type]['ids']> }
}
