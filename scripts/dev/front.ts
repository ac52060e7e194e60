import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

export type Front = {
  /** Where the server listens; may wait for it. */
  port(): Promise<number>
  /** Who answers an address from the sources instead; undefined leaves it to the server. */
  answererOf(path: string): Handler | undefined
  /** Of the inline scripts that development adds to a page. */
  nonce: string
}

/**
 * The one address of development: sources are answered by Vite, all else, live connections too, is passed on to the server.
 * A request during a restart waits for the new server.
 */
export function openFront({ port, answererOf, nonce }: Front) {
  const front = createServer((request, response) => {
    const path = (request.url ?? '/').replace(/[?#].*$/, '')
    const handler = answererOf(path)
    if (handler) handler(request, response)
    else
      port().then(
        found => passOn(request, response, found, nonce),
        (error: Error) => fail(response, error),
      )
  })
  front.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // What Vite says to the page goes over a connection of its own.
    if (request.headers['sec-websocket-protocol']?.startsWith('vite-')) return
    socket.on('error', () => socket.destroy())
    port().then(
      found => passUpgrade(request, socket, head, found),
      () => socket.destroy(),
    )
  })
  return front
}

function passOn(asked: IncomingMessage, response: ServerResponse, port: number, nonce: string) {
  const { method, url, headers } = asked
  const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, answer => {
    response.writeHead(answer.statusCode ?? 502, allowingNonce(answer.headers, nonce))
    answer.pipe(response)
    answer.on('error', () => response.destroy())
  })
  onward.on('error', error => fail(response, error))
  response.on('close', () => onward.destroy())
  asked.pipe(onward)
}

function passUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, port: number) {
  const onward = connect(port, '127.0.0.1')
  const lines = [`${request.method} ${request.url} HTTP/1.1`]
  for (let at = 0; at < request.rawHeaders.length; at += 2)
    lines.push(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}`)
  onward.write(`${lines.join('\r\n')}\r\n\r\n`)
  onward.write(head)
  onward.on('error', () => socket.destroy())
  onward.on('close', () => socket.destroy())
  socket.on('close', () => onward.destroy())
  onward.pipe(socket).pipe(onward)
}

/** Pages run no inline scripts but those that carry the nonce. */
export function allowingNonce(headers: IncomingHttpHeaders, nonce: string): IncomingHttpHeaders {
  const policy = headers['content-security-policy']
  if (typeof policy !== 'string') return headers
  return {
    ...headers,
    'content-security-policy': policy.replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`),
  }
}

function fail(response: ServerResponse, error: Error) {
  if (response.headersSent) response.destroy()
  else response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8' }).end(`${error.message}\n`)
}
