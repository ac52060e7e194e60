import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { connect as connectPlain, isIPv6, type Socket } from 'node:net'
import { connect as connectSafely } from 'node:tls'

/** A server of STUN (RFC 8489) or TURN (RFC 8656), as the settings name it. */
type Place = { host: string; port: number; transport: 'udp' | 'tcp' | 'tls' }
export type Credential = { username: string; credential: string }

const cookie = 0x2112a442
const headerBytes = 20
const kinds = { binding: 0x0001, allocate: 0x0003, refresh: 0x0004 }
const success = 0x0100
const failure = 0x0110
const attributes = {
  username: 0x0006,
  integrity: 0x0008,
  error: 0x0009,
  lifetime: 0x000d,
  realm: 0x0014,
  nonce: 0x0015,
  relayed: 0x0016,
  transport: 0x0019,
  mapped: 0x0020,
}
const udpProtocol = 17
const patienceMs = 8000
const repeatMs = 1000

type Attribute = [type: number, value: Buffer]
type Answer = { type: number; attributes: Map<number, Buffer> }

/** The address that a STUN server sees this machine come from. Rejects where it does not answer. */
export async function askOwnAddress(url: string): Promise<string> {
  const way = await openWay(placeOf(url))
  try {
    const { attributes: told } = read(await way.ask(message(kinds.binding, [])))
    return addressIn(told.get(attributes.mapped))
  } finally {
    way.close()
  }
}

/**
 * Has a relay open a place for us with a password, and give it back at once; answers the address at which others would find it.
 * Rejects where the relay does not answer, or refuses the password.
 */
export async function askRelay(url: string, { username, credential }: Credential): Promise<string> {
  const way = await openWay(placeOf(url))
  const wanted: Attribute = [attributes.transport, Buffer.from([udpProtocol, 0, 0, 0])]
  try {
    const asked = read(await way.ask(message(kinds.allocate, [wanted])))
    // It tells what the password is to be mixed with by refusing the first time.
    const [realm, nonce] = [asked.attributes.get(attributes.realm), asked.attributes.get(attributes.nonce)]
    if (!realm || !nonce) throw new Error(`it asks for no password: ${refusalIn(asked)}`)
    const key = createHash('md5').update(`${username}:${realm.toString()}:${credential}`).digest()
    const proof: Attribute[] = [
      [attributes.username, Buffer.from(username)],
      [attributes.realm, realm],
      [attributes.nonce, nonce],
    ]
    const opened = read(await way.ask(message(kinds.allocate, [wanted, ...proof], key)))
    if (opened.type !== (kinds.allocate | success)) throw new Error(`it refuses: ${refusalIn(opened)}`)
    await way
      .ask(message(kinds.refresh, [[attributes.lifetime, Buffer.alloc(4)], ...proof], key))
      .catch(() => undefined)
    return addressIn(opened.attributes.get(attributes.relayed))
  } finally {
    way.close()
  }
}

function placeOf(url: string): Place {
  const [, scheme = '', host = '', port, transport] =
    /^(stuns?|turns?):(\[[^\]]+\]|[^:?]+)(?::(\d+))?(?:\?transport=(udp|tcp))?$/.exec(url) ?? []
  if (!host) throw new Error(`${url} is no address`)
  const isSafe = scheme.endsWith('s')
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: Number(port ?? (isSafe ? 5349 : 3478)),
    transport: isSafe ? 'tls' : transport === 'tcp' ? 'tcp' : 'udp',
  }
}

/** A message as it is sent; with a `key` it ends with the proof that we know the password. */
function message(type: number, parts: Attribute[], key?: Buffer): Buffer {
  const body = Buffer.concat(parts.map(encoded))
  const transaction = randomBytes(12)
  const header = (length: number) => {
    const bytes = Buffer.alloc(headerBytes)
    bytes.writeUInt16BE(type, 0)
    bytes.writeUInt16BE(length, 2)
    bytes.writeUInt32BE(cookie, 4)
    transaction.copy(bytes, 8)
    return bytes
  }
  if (!key) return Buffer.concat([header(body.length), body])
  // What is proved has the length that it has with the proof.
  const proved = Buffer.concat([header(body.length + 24), body])
  return Buffer.concat([proved, encoded([attributes.integrity, createHmac('sha1', key).update(proved).digest()])])
}

function encoded([type, value]: Attribute): Buffer {
  const bytes = Buffer.alloc(4 + Math.ceil(value.length / 4) * 4)
  bytes.writeUInt16BE(type, 0)
  bytes.writeUInt16BE(value.length, 2)
  value.copy(bytes, 4)
  return bytes
}

function read(bytes: Buffer): Answer {
  const found = new Map<number, Buffer>()
  for (let at = headerBytes; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt16BE(at + 2)
    found.set(bytes.readUInt16BE(at), bytes.subarray(at + 4, at + 4 + length))
    at += 4 + Math.ceil(length / 4) * 4
  }
  return { type: bytes.readUInt16BE(0), attributes: found }
}

function refusalIn({ type, attributes: told }: Answer): string {
  const error = told.get(attributes.error)
  if ((type & failure) !== failure || !error || error.length < 4) return 'an answer that is not understood'
  return `${(error[2] ?? 0) * 100 + (error[3] ?? 0)} ${error.subarray(4).toString()}`.trim()
}

/** The address in an attribute where it is masked by the cookie, without its port. */
function addressIn(value: Buffer | undefined): string {
  if (!value || value.length < 8) throw new Error('the answer has no address')
  if (value[1] !== 1) return 'an IPv6 address'
  return [...value.subarray(4, 8)].map((byte, index) => byte ^ ((cookie >>> (24 - 8 * index)) & 0xff)).join('.')
}

type Way = { ask(asked: Buffer): Promise<Buffer>; close(): void }

const openWay = (place: Place): Promise<Way> => (place.transport === 'udp' ? openDatagrams(place) : openStream(place))

const late = () => new Error(`no answer within ${patienceMs / 1000} s`)

/** Asks again every second, for datagrams are lost. */
async function openDatagrams({ host, port }: Place): Promise<Way> {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4')
  return {
    ask: asked =>
      new Promise((resolve, reject) => {
        const send = () => socket.send(asked, port, host, error => error && end(() => reject(error)))
        const repeating = setInterval(send, repeatMs)
        const patience = setTimeout(() => end(() => reject(late())), patienceMs)
        const hear = (answer: Buffer) => isAnswer(answer, asked) && end(() => resolve(answer))
        const end = (then: () => void) => {
          clearInterval(repeating)
          clearTimeout(patience)
          socket.off('message', hear)
          then()
        }
        socket.on('message', hear).once('error', error => end(() => reject(error)))
        send()
      }),
    close: () => socket.close(),
  }
}

async function openStream({ host, port, transport }: Place): Promise<Way> {
  const options = { host, port, servername: host }
  const socket: Socket = transport === 'tls' ? connectSafely(options) : connectPlain(options)
  socket.setTimeout(patienceMs, () => socket.destroy(late()))
  await new Promise<void>((resolve, reject) => {
    socket.once(transport === 'tls' ? 'secureConnect' : 'connect', resolve).once('error', reject)
  })
  return {
    ask: asked =>
      new Promise((resolve, reject) => {
        let come = Buffer.alloc(0)
        const hear = (part: Buffer) => {
          come = Buffer.concat([come, part])
          const whole = come.length >= headerBytes && headerBytes + come.readUInt16BE(2)
          if (!whole || come.length < whole) return
          socket.off('data', hear)
          if (isAnswer(come, asked)) resolve(come.subarray(0, whole))
          else reject(new Error('an answer that was not asked for'))
        }
        socket.on('data', hear).once('error', reject)
        socket.write(asked)
      }),
    close: () => socket.destroy(),
  }
}

const isAnswer = (answer: Buffer, asked: Buffer) =>
  answer.length >= headerBytes && answer.subarray(4, headerBytes).equals(asked.subarray(4, headerBytes))
