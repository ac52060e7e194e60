import type { Static } from 'typebox'
import type * as features from './features.ts'

type Contract = (typeof features)[keyof typeof features]

/** All members of a union at once. */
type Joined<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** The live events of a contract; none of one that declares none. */
type EventsOf<One> = One extends { events: infer Events } ? (string extends keyof Events ? never : Events) : never

/** Every call of every feature, by name: what a client may ask. */
export type Calls = Joined<Contract['calls']>

type Events = Joined<EventsOf<Contract>>

/** The data of every live event, by its type. */
export type LiveEvents = { [Type in keyof Events]: Static<Events[Type]> }
