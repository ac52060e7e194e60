import type { LiveClientFrame } from '#shared/platform/live.ts'
import { liveCloseCodes, roomsAtOnce } from '#shared/platform/live-limits.ts'
import type { Db } from '../database/statement.ts'
import type { Actor } from '../http/routes.ts'
import type { Connected } from './connected.ts'
import { openedRooms } from './gates.ts'
import { join } from './joining.ts'
import type { NamedRoomGate } from './live-parts.ts'
import type { Hello, LiveSession } from './live-server.ts'
import type { LiveSocket } from './live-socket.ts'
import type { openPresenting } from './presenting.ts'
import type { Room, Rooms } from './rooms.ts'

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
