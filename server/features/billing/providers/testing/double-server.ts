import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

type Heard = { method: string; url: URL; headers: IncomingHttpHeaders; body: string }
type Answer = { status: number; body: object; headers?: Record<string, string> }

/** Serves a double on a free port; what is to go wrong next is said by `next`, for requests that make something. */
export async function serveDouble(answer: (heard: Heard) => Answer | Promise<Answer>) {
  const next = { lose: 0, fail: false }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    const respond = async () => {
      const { method = '', headers } = request
      const makes = method === 'POST'
      if (makes && next.fail) {
        next.fail = false
        response.writeHead(500).end('{"error":{"type":"api_error"}}')
        return
      }
      const url = new URL(request.url ?? '/', 'http://double')
      const said = { method, url, headers, body: Buffer.concat(parts).toString() }
      const { status, body, headers: more } = await answer(said)
      if (makes && next.lose > 0) {
        next.lose--
        request.socket.destroy()
        return
      }
      response.writeHead(status, { 'content-type': 'application/json', ...more }).end(JSON.stringify(body))
    }
    request.on('end', () => void respond())
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next,
    async close() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}
