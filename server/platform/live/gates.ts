import type { Db } from '../database/statement.ts'
import type { Actor } from '../http/routes.ts'
import type { NamedRoomGate } from './live-parts.ts'

/** Answers, of the rooms, those that this person may be in; kinds nobody declared are nobody's. */
export async function openedRooms(
  db: Db,
  gates: Record<string, NamedRoomGate>,
  actor: Actor,
  rooms: string[],
): Promise<Set<string>> {
  const idsOfKind = new Map<string, string[]>()
  for (const room of rooms) {
    const [kind = '', id = ''] = room.split(':')
    if (Object.hasOwn(gates, kind)) idsOfKind.set(kind, [...(idsOfKind.get(kind) ?? []), id])
  }
  const opened = new Set<string>()
  for (const [kind, ids] of idsOfKind)
    for (const id of (await gates[kind]?.(db, actor, ids)) ?? []) opened.add(`${kind}:${id}`)
  return new Set(rooms.filter(room => opened.has(room)))
}
