import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const idleCheckMs = 50

/**
 * Closes connections as they become idle while the server shuts down: unused ones at once, others after their answer,
 * and whatever is left after `graceMs`. Otherwise a browser's spare connections would hold it up.
 */
export function closeConnections(server: FastifyInstance, graceMs: number) {
  const unused = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  for (const use of ['request', 'upgrade'])
    server.server.on(use, ({ socket }: { socket: Socket }) => unused.delete(socket))
  server.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy()
    const idle = setInterval(() => server.server.closeIdleConnections(), idleCheckMs).unref()
    const rest = setTimeout(() => server.server.closeAllConnections(), graceMs).unref()
    server.server.once('close', () => {
      clearInterval(idle)
      clearTimeout(rest)
    })
  })
}
