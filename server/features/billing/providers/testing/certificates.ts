import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** A certificate with its key; `der` is the certificate. */
export type Certified = { name: string; key: KeyObject; publicKey: KeyObject; der: Buffer }

const part = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const length = body.length.toString(16).padStart(body.length > 255 ? 4 : 2, '0')
  const head = body.length < 128 ? length : `${(0x80 + length.length / 2).toString(16)}${length}`
  return Buffer.concat([Buffer.from([tag]), Buffer.from(head, 'hex'), body])
}
const sequence = (...parts: Buffer[]) => part(0x30, ...parts)

function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  const bytes = [first * 40 + second, ...rest].flatMap(number => {
    const digits = [number & 0x7f]
    for (let left = number >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80)
    return digits
  })
  return part(0x06, Buffer.from(bytes))
}

const ecdsaSha256 = sequence(oid('1.2.840.10045.4.3.2'))
const nameOf = (name: string) => sequence(part(0x31, sequence(oid('2.5.4.3'), part(0x0c, Buffer.from(name)))))
const time = (text: string) => part(0x17, Buffer.from(text))
const yes = part(0x01, Buffer.from([0xff]))
const authority = sequence(oid('2.5.29.19'), yes, part(0x04, sequence(yes)))
const marked = (mark: string) => sequence(oid(mark), part(0x04, Buffer.from([0x05, 0x00])))

type Wanted = { name: string; issuer?: Certified; isAuthority: boolean; mark?: string; until?: string }

/** A certificate of X.509 (RFC 5280) for the years 2020 to 2049, signed by its issuer or by itself. */
export function certified({ name, issuer, isAuthority, mark, until = '491231235959Z' }: Wanted): Certified {
  const { privateKey: key, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const extensions = [...(isAuthority ? [authority] : []), ...(mark === undefined ? [] : [marked(mark)])]
  const body = sequence(
    part(0xa0, part(0x02, Buffer.from([2]))),
    part(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaSha256,
    nameOf(issuer?.name ?? name),
    sequence(time('200101000000Z'), time(until)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(extensions.length ? [part(0xa3, sequence(...extensions))] : []),
  )
  const signature = sign('sha256', body, issuer?.key ?? key)
  const der = sequence(body, ecdsaSha256, part(0x03, Buffer.from([0]), signature))
  return { name, key, publicKey, der }
}
