import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from 'node:crypto'

/** A browser's side of a subscription; all base64url. */
export type Receiver = { privateKey: string; publicKey: string; auth: string }

const bytes = (text: string) => Buffer.from(text, 'base64url')
const derive = (salt: Buffer, input: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', input, salt, info, length))

/**
 * Decrypts an aes128gcm push message as a browser does; written independently, from RFC 8188 and RFC 8291 alone. Throws
 * when it is for another receiver.
 */
export function decryptPush(message: Buffer, receiver: Receiver): string {
  if (message.length < 21) throw new Error('Truncated header')
  const salt = message.subarray(0, 16)
  const recordSize = message.readUInt32BE(16)
  const keyLength = message.readUInt8(20)
  const sender = message.subarray(21, 21 + keyLength)
  if (sender.length !== 65 || recordSize < 18) throw new Error('Truncated header')
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(bytes(receiver.privateKey))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), bytes(receiver.publicKey), sender])
  const input = derive(bytes(receiver.auth), ecdh.computeSecret(sender), info, 32)
  const key = derive(salt, input, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(salt, input, 'Content-Encoding: nonce\0', 12)
  const records = message.subarray(21 + keyLength)
  const plain: Buffer[] = []
  for (let start = 0, index = 0; start < records.length; start += recordSize, index++) {
    const record = records.subarray(start, start + recordSize)
    plain.push(openRecord(record, key, nonce, index, start + recordSize >= records.length))
  }
  return Buffer.concat(plain).toString('utf8')
}

function openRecord(record: Buffer, key: Buffer, nonce: Buffer, index: number, isLast: boolean): Buffer {
  const counted = Buffer.from(nonce)
  counted.writeUInt32BE((counted.readUInt32BE(8) ^ index) >>> 0, 8)
  const decipher = createDecipheriv('aes-128-gcm', key, counted)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.findLastIndex(byte => byte !== 0)
  if (padded[end] !== (isLast ? 2 : 1)) throw new Error('Wrong delimiter')
  return padded.subarray(0, end)
}

export type Claims = { aud: string; exp: number; sub: string }

/** The claims of a VAPID header (RFC 8292) and the key that signed them; throws on a bad signature. */
export function readVapid(authorization: string): { claims: Claims; publicKey: string } {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), *k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', body = '', signature = ''] = token.split('.')
  const point = bytes(publicKey)
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: part(1), y: part(33) } })
  const isGood = verify('sha256', Buffer.from(`${head}.${body}`), { key, dsaEncoding: 'ieee-p1363' }, bytes(signature))
  if (!isGood) throw new Error('The signature is wrong')
  return { claims: JSON.parse(bytes(body).toString()) as Claims, publicKey }
}
