import { FileStore } from '@tus/file-store'
import { Server as TusServer } from '@tus/server'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Seen = { method: string; url: string; key: string; authorization: string | undefined; bytes: number }
type Answer = { status: number; body?: object; headers?: Record<string, string> }

const nameOf = (key: string) => key.replace(/\W/g, '_')

/** A tus server as Kurso's is to its client: one upload a key, a media id with it, and trouble where a test wants it. */
export class UploadServer {
  readonly seen: Seen[] = []
  /** Media ids by the keys of their creations. */
  readonly made = new Map<string, number>()
  readonly trouble = {
    /** Cuts the connection of a PATCH after so many bytes of its body. */
    cuts: [] as number[],
    /** Answers the next requests so instead. */
    answers: [] as Answer[],
    /** Loses the answers of this many creations. */
    unheard: 0,
    /** Has no time for any content. */
    isBusy: false,
  }
  readonly #folder: string
  readonly #tus: TusServer
  readonly #server = createServer((incoming, answer) => this.#serve(incoming, answer))

  constructor(folder: string) {
    this.#folder = folder
    this.#tus = new TusServer({
      path: '/spa/uploads',
      datastore: new FileStore({ directory: folder }),
      relativeLocation: true,
      namingFunction: request => nameOf(request.headers.get('idempotency-key') ?? ''),
    })
  }

  static async start(): Promise<UploadServer> {
    const made = new UploadServer(await mkdtemp(join(tmpdir(), 'kurso-uploads-')))
    await new Promise<void>(resolve => made.#server.listen(0, resolve))
    return made
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The bytes that arrived of an upload, by its address. */
  content = (url: string) => readFile(join(this.#folder, url.split('/').at(-1) ?? ''))

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise(resolve => this.#server.close(resolve))
    await rm(this.#folder, { recursive: true, force: true })
  }

  #serve(incoming: IncomingMessage, answer: ServerResponse) {
    const { method = '', url = '', headers } = incoming
    const key = String(headers['idempotency-key'] ?? '')
    const one: Seen = { method, url, key, authorization: headers.authorization, bytes: 0 }
    this.seen.push(one)
    const instead = method === 'PATCH' && this.trouble.isBusy ? { status: 503 } : this.trouble.answers.shift()
    if (instead) return this.#answer(incoming, answer, instead)
    if (method === 'PATCH') cutAfter(incoming, one, this.trouble.cuts.shift())
    if (method === 'POST' && this.#isMade(key, incoming, answer)) return
    void this.#tus.handle(incoming, answer)
  }

  #answer(incoming: IncomingMessage, answer: ServerResponse, { status, body = {}, headers }: Answer) {
    incoming.resume()
    answer.writeHead(status, { 'content-type': 'application/json', ...headers })
    answer.end(JSON.stringify(body))
  }

  /** Answers a creation that was made before; notes a new one, whose answer may be lost. */
  #isMade(key: string, { socket }: IncomingMessage, answer: ServerResponse): boolean {
    const known = this.made.get(key)
    const mediaId = known ?? this.made.size + 1
    this.made.set(key, mediaId)
    answer.setHeader('X-Media-Id', mediaId)
    if (known) {
      answer.writeHead(201, { location: `/spa/uploads/${nameOf(key)}`, 'tus-resumable': '1.0.0' })
      answer.end()
    } else if (this.trouble.unheard > 0) {
      this.trouble.unheard -= 1
      answer.writeHead = () => {
        socket.destroy()
        return answer
      }
    }
    return known !== undefined
  }
}

/** Counts where the body comes in: a listener would take it away from the one that it is for. */
function cutAfter(incoming: IncomingMessage, one: Seen, cut = Number.POSITIVE_INFINITY) {
  const push = incoming.push.bind(incoming)
  incoming.push = (part: Buffer | null, encoding?: BufferEncoding) => {
    one.bytes += part?.length ?? 0
    if (one.bytes >= cut) incoming.destroy()
    return push(part, encoding)
  }
}
