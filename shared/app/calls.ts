import type { Static } from 'typebox'
import type { RoomId } from '#shared/platform/live-rooms.ts'
import type * as features from './features.ts'

type Contract = (typeof features)[keyof typeof features]

/** All members of a union at once. */
type Joined<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** Of the events or signals of all contracts, those of contracts that declare some. */
type Declared<All> = All extends unknown ? (string extends keyof All ? never : All) : never

/** Every call of every feature, by name: what a client may ask. */
export type Calls = Joined<Contract['calls']>

type Rooms = Contract['rooms'][number]
type Events = Joined<Declared<Contract['events']>>
type Signals = Joined<Declared<Contract['signals']>>

/** What stands after the colon in the name of a live room, by the room's kind. */
export type LiveRooms = { [R in Rooms as R['kind']]: RoomId<R> }

/** Every live event, by its type: the kind of room it is told in, and its data. */
export type LiveEvents = {
  [Type in keyof Events]: { room: Events[Type]['room']['kind']; data: Static<Events[Type]['data']> }
}

/** Every live signal, by its type: the kind of room it is told in, and its ids. */
export type LiveSignals = {
  [Type in keyof Signals]: { room: Signals[Type]['room']['kind']; data: Static<Signals[Type]['ids']> }
}
