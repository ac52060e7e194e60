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
