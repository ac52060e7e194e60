// The minimum that could do it: ws without compression, and one frame made once and written to every socket.
import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { textFrame } from '#server/platform/live/delivery.ts'

const sockets = new Set<Duplex>()
const upgrader = new WebSocketServer({ noServer: true, perMessageDeflate: false, clientTracking: false })
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
  if (pathname === '/send') {
    const frame = textFrame({ text: 'x'.repeat(Number(searchParams.get('bytes'))) })
    for (let times = Number(searchParams.get('times') ?? 1); times > 0; times--)
      for (const socket of sockets) socket.write(frame)
  }
  response.end()
})
server.on('upgrade', (request, raw, head) => {
  upgrader.handleUpgrade(request, raw, head, socket => {
    sockets.add(raw)
    socket.on('message', () => undefined).on('error', () => undefined)
    socket.on('close', () => sockets.delete(raw))
  })
})
server.listen(Number(process.env['PORT']), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
