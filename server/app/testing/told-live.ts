import Type from 'typebox'
import Value from 'typebox/value'
import { userRoom } from '#shared/features/accounts/contract.ts'
import { brandRoom } from '#shared/features/brands/contract.ts'
import * as features from '#shared/app/features.ts'
import { type Contract, contract } from '#shared/platform/contract.ts'
import type { LiveEventWire } from '#shared/platform/live.ts'
import type { LiveEvent, LiveSignal } from '#shared/platform/live-rooms.ts'

/** Events and signals published only by tests, to exercise the connection itself. */
export const testNews = contract({
  refusals: {},
  calls: {},
  events: { thing: { room: userRoom, stored: ['n'], data: Type.Object({}) } },
  signals: { hint: { room: brandRoom, ids: Type.Object({ n: Type.Integer() }) } },
})

const contracts: Contract[] = [...Object.values(features), testNews]
const events = new Map<string, LiveEvent>(contracts.flatMap(one => Object.entries(one.events)))
const signals = new Map<string, LiveSignal>(contracts.flatMap(one => Object.entries(one.signals)))

/** How an event or signal deviates from its contract; undefined when it does not. */
export function faultOf({ room, seq, type, data }: LiveEventWire): string | undefined {
  const declared = seq === null ? signals.get(type) : events.get(type)
  if (!declared) return `${type} in ${room} is declared nowhere`
  if (room.split(':')[0] !== declared.room.kind) return `${type} is told in ${room}, declared for ${declared.room.kind}`
  // An event about something deleted carries no data.
  if (data === null && seq !== null) return undefined
  const [error] = Value.Errors('data' in declared ? declared.data : declared.ids, data)
  return error && `${type} in ${room}${error.instancePath}: ${error.message}`
}
