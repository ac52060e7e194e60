import { createECDH, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decryptPush, type Receiver, readVapid } from './push-cipher.ts'

type Shown = { title: string; body: string; url: string; tag: string }
/** One push as it arrived, decrypted with the device's keys. */
export type Arrived = { device: string; shown: Shown; headers: IncomingHttpHeaders; signedBy: string; audience: string }

export type PushService = Awaited<ReturnType<typeof startPushService>>

/** A local push service: accepts what a school sends, checks the signature and decrypts it as the browser would. */
export async function startPushService() {
  const receivers = new Map<string, Receiver>()
  const arrived: Arrived[] = []
  const answers: { status: number; headers?: Record<string, string> }[] = []
  const asked: string[] = []
  const server = createServer((request, response) => {
    const device = (request.url ?? '').slice(1)
    asked.push(device)
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const answer = answers.shift() ?? { status: receivers.has(device) ? 201 : 410 }
      const receiver = receivers.get(device)
      if (answer.status < 300 && receiver) {
        const { claims, publicKey } = readVapid(request.headers.authorization ?? '')
        const shown = JSON.parse(decryptPush(Buffer.concat(parts), receiver)) as Shown
        arrived.push({ device, shown, headers: request.headers, signedBy: publicKey, audience: claims.aud })
      }
      response.writeHead(answer.status, answer.headers).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    origin,
    arrived,
    /** Every device called, including failed calls. */
    asked,
    /** Statuses for the next requests, instead of success. */
    answers,
    /** Subscribes a browser; returns what its page sends to the school. */
    subscribe(device: string) {
      const ecdh = createECDH('prime256v1')
      const publicKey = ecdh.generateKeys('base64url')
      const auth = randomBytes(16).toString('base64url')
      receivers.set(device, { privateKey: ecdh.getPrivateKey('base64url'), publicKey, auth })
      return { endpoint: `${origin}/${device}`, keys: { p256dh: publicKey, auth } }
    },
    unsubscribe: (device: string) => void receivers.delete(device),
    clear() {
      arrived.length = 0
      asked.length = 0
      answers.length = 0
    },
    close: () => new Promise<unknown>(resolve => server.close(resolve)),
  }
}
