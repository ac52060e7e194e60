import type { LiveClientFrame } from '#shared/platform/live.ts'
import { liveCloseCodes, roomsAtOnce, eventsBehind } from '#shared/platform/live-limits.ts'
import type { Db } from '../database/statement.ts'
import type { Actor } from '../http/routes.ts'
import type { Connected, LiveSession } from './connected.ts'
import type { NamedRoomGate } from './live-parts.ts'
import type { LiveSocket } from './live-socket.ts'
import type { openPresenting } from './presenting.ts'
import type { Joiner, Room, Rooms } from './rooms.ts'
import type { Delivery } from './delivery.ts'
import { listEvents } from './queries.ts'

export type Hello = { token: string; appId: string; host: string }

export type Entrance = {
  db: Db
  rooms: Rooms
  presenting: ReturnType<typeof openPresenting>
  gates: Record<string, NamedRoomGate>
  authenticate(hello: Hello): Promise<LiveSession | undefined>
  connected: Connected
  heartbeatSeconds: number
}

/** Does what a frame asks for; the caller sees to it that one socket's frames are done one after another. */
export async function obey(at: Entrance, socket: LiveSocket, frame: Exclude<LiveClientFrame, { type: 'ping' }>) {
  const { actor } = socket
  if (frame.type === 'hello' && !actor) return greet(at, socket, frame)
  if (frame.type === 'hello' || !actor) return socket.close(liveCloseCodes.broken)
  if (frame.type === 'join') return enter(at, socket, actor, { [frame.room]: frame.after })
  const room = socket.rooms.find(({ name }) => name === frame.room)
  if (!room) return
  socket.rooms = socket.rooms.filter(one => one !== room)
  leave(at, socket, room)
}

/** Gives back all the rooms of a socket that has closed. */
export function leaveAll(at: Entrance, socket: LiveSocket) {
  for (const room of socket.rooms) leave(at, socket, room)
  socket.rooms = []
}

function leave({ rooms }: Entrance, socket: LiveSocket, room: Room) {
  room.members.delete(socket)
  rooms.release(room)
}

async function greet(
  at: Entrance,
  socket: LiveSocket,
  { token, app_id: appId, rooms }: LiveClientFrame & { type: 'hello' },
) {
  const session = await at.authenticate({ token, appId, host: socket.host })
  if (!socket.isOpen) return
  if (!session) return socket.close(liveCloseCodes.unauthorized)
  if (session.actor.secondFactor) return socket.close(liveCloseCodes.unconfirmed)
  if (!at.connected.admit(socket, session)) return socket.close(liveCloseCodes.tooMany)
  socket.tell({ type: 'welcome', heartbeat_seconds: at.heartbeatSeconds })
  await enter(at, socket, session.actor, rooms)
}

async function enter(at: Entrance, socket: LiveSocket, actor: Actor, wanted: Record<string, number | null>) {
  const names = Object.keys(wanted).filter(name => !socket.rooms.some(room => room.name === name))
  if (socket.rooms.length + names.length > roomsAtOnce) return socket.close(liveCloseCodes.tooMany)
  const opened = await openedRooms(at.db, at.gates, actor, names)
  const held = await at.rooms.hold([...opened])
  // From here on the rooms are given back when the socket closes, or now.
  if (!socket.isOpen) return held.forEach(room => at.rooms.release(room))
  socket.rooms = [...socket.rooms, ...held]
  for (const name of names) if (!opened.has(name)) socket.tell({ type: 'refused', room: name, code: 'not_found' })
  for (const room of held) if (socket.isOpen) await join(at, socket, room, wanted[room.name] ?? null)
  // It may have closed while it was made a member.
  if (!socket.isOpen) for (const room of held) room.members.delete(socket)
}

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

const eventsAtATime = 100

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
