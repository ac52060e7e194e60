import { randomUUID } from 'node:crypto'
import type { SignalData } from '#shared/platform/live-rooms.ts'
import type { Listener } from '../database/listener.ts'
import type { RedisNews } from './redis-news.ts'

const channel = 'live'
const gatherMs = 25
/** PostgreSQL takes less than 8,000 bytes a notice. */
const noticeBytes = 7_000

export type Signal = [room: string, type: string, data: SignalData]
type Notice = { from: string; rooms: string[]; signals: Signal[] }

type Dependencies = {
  listener: Listener
  redis: RedisNews | undefined
  hearNudges(rooms: string[]): void
  hearSignal(...signal: Signal): void
  onFailure(error: unknown): void
}

/**
 * Tells other nodes what happened on this one, gathered over some milliseconds: over Redis, or by NOTIFY where there is
 * none or it is away. A notice that is lost costs a stored event the time until the next sweep; a signal is lost with it.
 */
export function openNewsBus({ listener, redis, hearNudges, hearSignal, onFailure }: Dependencies) {
  const from = randomUUID().slice(0, 8)
  let rooms = new Set<string>()
  let signals: Signal[] = []
  let timer: NodeJS.Timeout | undefined

  function hear(payload: string) {
    const notice = readNotice(payload)
    if (!notice || notice.from === from) return
    hearNudges(notice.rooms)
    for (const signal of notice.signals) hearSignal(...signal)
  }

  function flush() {
    clearTimeout(timer)
    timer = undefined
    const payloads = payloadsOf(from, [...rooms], signals)
    rooms = new Set()
    signals = []
    for (const payload of payloads) {
      const sent = redis?.publish(payload) ?? Promise.reject(new Error('No Redis'))
      sent.catch(() => listener.notify(channel, payload)).catch(onFailure)
    }
  }

  function gather() {
    timer ??= setTimeout(flush, gatherMs).unref()
  }

  listener.on(channel, hear)
  redis?.on(hear)
  return {
    nudge(names: string[]) {
      for (const name of names) rooms.add(name)
      gather()
    },
    signal(...signal: Signal) {
      signals.push(signal)
      gather()
    },
    flush,
    close() {
      clearTimeout(timer)
      redis?.close()
    },
  }
}

function payloadsOf(from: string, rooms: string[], signals: Signal[]): string[] {
  const payloads: string[] = []
  let notice: Notice = { from, rooms: [], signals: [] }
  let bytes = 0
  const add = (length: number) => {
    if (bytes > 0 && bytes + length > noticeBytes) {
      payloads.push(JSON.stringify(notice))
      notice = { from, rooms: [], signals: [] }
      bytes = 0
    }
    bytes += length
  }
  for (const room of rooms) {
    add(room.length + 3)
    notice.rooms.push(room)
  }
  for (const signal of signals) {
    add(Buffer.byteLength(JSON.stringify(signal)) + 1)
    notice.signals.push(signal)
  }
  return bytes > 0 ? [...payloads, JSON.stringify(notice)] : payloads
}

/** What another version or a stranger may have sent is passed over. */
function readNotice(payload: string): Notice | undefined {
  try {
    const { from, rooms, signals } = JSON.parse(payload) as Partial<Notice>
    return typeof from === 'string' && Array.isArray(rooms) && Array.isArray(signals)
      ? { from, rooms, signals }
      : undefined
  } catch {
    return undefined
  }
}
