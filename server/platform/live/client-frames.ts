import type { LiveClientFrame } from '#shared/platform/live.ts'
import { roomsAtOnce } from '#shared/platform/live-limits.ts'

const roomName = /^[a-z]{1,20}:[\w-]{1,60}$/

/** The frame that a client sent, or undefined when it is not one of those declared. */
export function readFrame(text: string): LiveClientFrame | undefined {
  const value = parse(text)
  if (typeof value !== 'object' || value === null || !('type' in value)) return undefined
  const frame = value as Record<string, unknown>
  const { room } = frame
  switch (frame['type']) {
    case 'ping':
      return { type: 'ping' }
    case 'leave':
      return isRoomName(room) ? { type: 'leave', room } : undefined
    case 'join': {
      const after = frame['after'] ?? null
      return isRoomName(room) && isNumber(after) ? { type: 'join', room, after } : undefined
    }
    case 'hello':
      return readHello(frame)
    default:
      return undefined
  }
}

function readHello({ token, app_id: appId, rooms }: Record<string, unknown>): LiveClientFrame | undefined {
  if (typeof token !== 'string' || token.length > 200 || typeof appId !== 'string' || appId.length > 100)
    return undefined
  if (typeof rooms !== 'object' || rooms === null || Array.isArray(rooms)) return undefined
  const entries = Object.entries(rooms as Record<string, unknown>)
  if (entries.length > roomsAtOnce) return undefined
  const known: Record<string, number | null> = {}
  for (const [room, after] of entries) {
    if (!isRoomName(room) || !isNumber(after)) return undefined
    known[room] = after
  }
  return { type: 'hello', token, app_id: appId, rooms: known }
}

function isRoomName(value: unknown): value is string {
  return typeof value === 'string' && roomName.test(value)
}

function isNumber(value: unknown): value is number | null {
  return value === null || (Number.isSafeInteger(value) && (value as number) >= 0)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
