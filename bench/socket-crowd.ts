import { connect, type Socket } from 'node:net'

/** A frame of at least this many bytes is an event, a shorter one housekeeping. */
const eventBytes = 250
const atOnce = 100

export type Crowd = {
  events: number
  others: number
  /** Of the text of the last event. */
  bytes: number
  stop(): void
}

/** Opens `count` websockets as cheaply as possible, so that the server is what is measured; each sends `hello` if given. */
export async function connectCrowd(port: number, count: number, hello?: (index: number) => string): Promise<Crowd> {
  const sockets: Socket[] = []
  const crowd: Crowd = {
    events: 0,
    others: 0,
    bytes: 0,
    stop: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
  for (let from = 0; from < count; from += atOnce) {
    const indexes = Array.from({ length: Math.min(atOnce, count - from) }, (_, index) => from + index)
    sockets.push(...(await Promise.all(indexes.map(index => connectOne(port, crowd, hello?.(index))))))
  }
  return crowd
}

function connectOne(port: number, crowd: Crowd, hello: string | undefined): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', reject)
    const key = 'dGhlIHNhbXBsZSBub25jZQ=='
    const headers = `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}`
    socket.write(`GET /spa/live HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n\r\n`)
    let isOpen = false
    let rest: Buffer = Buffer.alloc(0)
    socket.on('data', part => {
      let at = 0
      const data: Buffer = rest.length ? Buffer.concat([rest, part]) : part
      if (!isOpen) {
        const end = data.indexOf('\r\n\r\n')
        if (end < 0) return void (rest = data)
        isOpen = true
        at = end + 4
        socket.off('error', reject).on('error', () => undefined)
        if (hello !== undefined) socket.write(maskedFrame(0x81, Buffer.from(hello)))
        resolve(socket)
      }
      rest = countFrames(data.subarray(at), crowd, socket)
    })
  })
}

/** Counts the complete frames in `data` and answers pings; returns the incomplete rest. */
function countFrames(data: Buffer, crowd: Crowd, socket: Socket): Buffer {
  let at = 0
  while (data.length - at >= 2) {
    const short = (data[at + 1] ?? 0) & 127
    const header = short === 126 ? 4 : 2
    if (data.length - at < header) break
    const length = short === 126 ? data.readUInt16BE(at + 2) : short
    if (data.length - at < header + length) break
    if (data[at] === 0x89) socket.write(maskedFrame(0x8a, Buffer.alloc(0)))
    else if (length >= eventBytes) {
      crowd.events++
      crowd.bytes = length
    } else crowd.others++
    at += header + length
  }
  return at === data.length ? Buffer.alloc(0) : Buffer.from(data.subarray(at))
}

/** Masked with zeros: what a client must do, at no cost. */
function maskedFrame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload
  const size = length < 126 ? [0x80 | length] : [0x80 | 126, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([opcode, ...size, 0, 0, 0, 0]), payload])
}
