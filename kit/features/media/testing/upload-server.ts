import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { Server as TusServer } from '@tus/server'

export type Seen = {
  method: string
  url: string
  key: string | undefined
  authorization: string | undefined
  bytes: number
}

/** A tus server as Kurso's is to its client: one upload a key, a media id with it, and cuts where a test wants them. */
export async function startUploadServer() {
  const folder = await mkdtemp(join(tmpdir(), 'kurso-uploads-'))
  const seen: Seen[] = []
  /** Media ids by the keys of their creations. */
  const made = new Map<string, number>()
  const trouble = {
    /** Cuts the connection of a PATCH after so many bytes of its body. */
    cuts: [] as number[],
    /** Answers the next requests so instead. */
    answers: [] as { status: number; body?: object; headers?: Record<string, string> }[],
    /** Loses the answers of this many creations. */
    unheard: 0,
    /** Has no time for any content. */
    isBusy: false,
  }
  const tus = new TusServer({
    path: '/spa/uploads',
    datastore: new FileStore({ directory: folder }),
    relativeLocation: true,
    namingFunction: request => nameOf(request.headers.get('idempotency-key') ?? ''),
  })
  const server: Server = createServer((incoming, answer) => {
    const { method = '', url = '', headers } = incoming
    const one: Seen = {
      method,
      url,
      key: header(incoming, 'idempotency-key'),
      authorization: headers.authorization,
      bytes: 0,
    }
    seen.push(one)
    const busy = method === 'PATCH' && trouble.isBusy ? { status: 503, body: {}, headers: {} } : undefined
    const instead = busy ?? trouble.answers.shift()
    if (instead) {
      incoming.resume()
      answer.writeHead(instead.status, { 'content-type': 'application/json', ...instead.headers })
      return answer.end(JSON.stringify(instead.body ?? {}))
    }
    const cut = method === 'PATCH' ? trouble.cuts.shift() : undefined
    // Where the body comes in: a listener would take it away from the one that it is for.
    const push = incoming.push.bind(incoming)
    incoming.push = (part: Buffer | null, encoding?: BufferEncoding) => {
      one.bytes += part?.length ?? 0
      if (cut !== undefined && one.bytes >= cut) incoming.destroy()
      return push(part, encoding)
    }
    if (method === 'POST' && one.key) {
      const location = `/spa/uploads/${nameOf(one.key)}`
      const known = made.get(one.key)
      const mediaId = known ?? made.size + 1
      made.set(one.key, mediaId)
      if (known) {
        answer.writeHead(201, { location, 'x-media-id': mediaId, 'tus-resumable': '1.0.0' })
        return answer.end()
      }
      answer.setHeader('X-Media-Id', mediaId)
      if (trouble.unheard > 0) {
        trouble.unheard -= 1
        answer.writeHead = () => {
          incoming.socket.destroy()
          return answer
        }
      }
    }
    void tus.handle(incoming, answer)
  }).listen(0)
  await new Promise(resolve => server.once('listening', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    made,
    trouble,
    /** The bytes that arrived of an upload, by the address that was stored for it. */
    content: (url: string) => readFile(join(folder, url.split('/').at(-1) ?? '')),
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function header({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

const nameOf = (key: string) => key.replace(/\W/g, '_')
