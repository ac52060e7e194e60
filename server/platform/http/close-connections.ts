import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const idleCheckMs = 50
const arrivals = ['connection', 'request', 'upgrade']
const turnMs = 50
const mostTurns = 20

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

/**
 * Resolves when what has arrived is read, after a second at the latest: on a busy machine connections and requests wait for
 * their turn, and those that still wait when the server closes are cut off unread.
 */
export async function allRead({ server }: FastifyInstance): Promise<void> {
  let arrived = 0
  const count = () => void arrived++
  for (const event of arrivals) server.on(event, count)
  for (let turn = 0; turn < mostTurns; turn++) {
    const before = arrived
    await pause(turnMs)
    if (arrived === before) break
  }
  for (const event of arrivals) server.off(event, count)
}
