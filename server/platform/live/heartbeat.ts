import { liveCloseCodes } from '#shared/platform/live-limits.ts'
import { pingFrame, textFrame } from './delivery.ts'
import type { LiveSocket } from './live-socket.ts'

export type Pace = {
  /** Between two signs of life. */
  heartbeatMs: number
  /** Until a connection must have said who it is. */
  helloMs: number
  /** After it a connection is closed, comes back and is checked again: rights to rooms may have gone. */
  lifeMs: number
}

/** The heart beats before the 30 s are over after which the strictest common proxies cut a silent connection. */
export const usualPace: Pace = { heartbeatMs: 20_000, helloMs: 10_000, lifeMs: 3_600_000 }
const slotCount = 20

/** One write: the websocket's own question, which tells us of the other side, and a frame that the page can see. */
const beat = Buffer.concat([pingFrame, textFrame({ type: 'pong' })])

/**
 * One timer for all connections: at each turn those of one slot have their turn, so that thousands are not written to at
 * once. A silent one is dropped within two rounds.
 */
export function startHeartbeat({ heartbeatMs, helloMs, lifeMs }: Pace) {
  const slots = Array.from({ length: slotCount }, () => new Set<LiveSocket>())
  const strangers = new Set<LiveSocket>()
  let next = 0
  let turn = 0

  function visit(socket: LiveSocket, index: number) {
    // Spread over a quarter of its time, so that those who came together do not come back together.
    const life = lifeMs * (1 - index / slotCount / 4)
    if (!socket.isAlive) return socket.terminate()
    if (socket.bornAt + life < performance.now()) return socket.close(liveCloseCodes.renew)
    socket.isAlive = false
    socket.frames = 0
    socket.write(beat)
  }

  const timer = setInterval(() => {
    turn = (turn + 1) % slotCount
    for (const socket of slots[turn] ?? []) visit(socket, turn)
    for (const socket of strangers) {
      // Whoever has said hello waits for us.
      const isSilent = !socket.actor && !socket.work
      if (isSilent && socket.bornAt + helloMs > performance.now()) return
      strangers.delete(socket)
      if (isSilent) socket.close(liveCloseCodes.late)
    }
  }, heartbeatMs / slotCount).unref()

  return {
    add(socket: LiveSocket) {
      next = (next + 1) % slotCount
      socket.slot = next
      slots[next]?.add(socket)
      strangers.add(socket)
    },
    remove(socket: LiveSocket) {
      slots[socket.slot]?.delete(socket)
      strangers.delete(socket)
    },
    stop: () => clearInterval(timer),
  }
}
