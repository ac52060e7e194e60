import type { LiveEventWire } from '#shared/platform/live.ts'
import type { Presented } from './live-parts.ts'

/** One event as it is sent: to its own person in one form, to all others in another. */
export class Delivery {
  readonly room: string
  /** 0 for a signal. */
  readonly seq: number
  readonly wire: LiveEventWire
  readonly frame: Buffer
  /** 0 when everyone gets the same. */
  readonly ownUserId: number = 0
  readonly ownWire: LiveEventWire
  readonly ownFrame: Buffer
  readonly bytes: number

  constructor(event: { room: string; seq: number | null; type: string }, { all, own }: Presented) {
    const { room, seq, type } = event
    this.room = room
    this.seq = seq ?? 0
    this.wire = { room, seq, type, data: all }
    this.frame = textFrame({ type: 'event', event: this.wire })
    this.ownUserId = own?.userId ?? 0
    this.ownWire = own ? { room, seq, type, data: own.data } : this.wire
    this.ownFrame = own ? textFrame({ type: 'event', event: this.ownWire }) : this.frame
    this.bytes = this.frame.length + this.ownFrame.length
  }
}

const text = 0x81
const ping = 0x89

/** A whole websocket frame with `value` as JSON text, to be written to any number of sockets (RFC 6455, 5.2). */
export function textFrame(value: object): Buffer {
  const payload = Buffer.from(JSON.stringify(value))
  return Buffer.concat([header(payload.length), payload])
}

function header(length: number): Buffer {
  if (length < 126) return Buffer.from([text, length])
  if (length < 65_536) return Buffer.from([text, 126, length >> 8, length & 255])
  const long = Buffer.alloc(10)
  long[0] = text
  long[1] = 127
  long.writeBigUInt64BE(BigInt(length), 2)
  return long
}

/** Asks the other side's websocket for a sign of life; a page does not see it. */
export const pingFrame = Buffer.from([ping, 0])
