import type { Socket } from 'node:net'

/** Passes on what either socket sends, and ends each with the other; both are in `open` until then. */
export function joinSockets(client: Socket, upstream: Socket, open: Set<Socket>): void {
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    open.add(one)
    one.on('error', () => other.destroy())
    one.on('close', () => {
      open.delete(one)
      other.destroy()
    })
    one.pipe(other)
  }
}
