import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { WebSocket } from 'ws'
import type { LiveClientFrame, LiveEventWire, LiveServerFrame } from '#shared/platform/live.ts'

/** A websocket client that keeps everything it receives. */
export class LiveClient {
  readonly socket: WebSocket
  readonly frames: LiveServerFrame[] = []
  readonly closed: Promise<number>

  constructor(origin: string, options: ConstructorParameters<typeof WebSocket>[2] = {}) {
    this.socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/spa/live`, options)
    this.socket.on('message', (data: Buffer) => this.frames.push(JSON.parse(data.toString()) as LiveServerFrame))
    this.socket.on('error', () => undefined)
    this.closed = new Promise(resolve => this.socket.once('close', resolve))
  }

  send(frame: LiveClientFrame): void {
    this.socket.send(JSON.stringify(frame))
  }

  /** The sequence numbers of a room's events in order of arrival. */
  numbers(room: string): number[] {
    return this.events(room).flatMap(({ seq }) => seq ?? [])
  }

  events(room: string): LiveEventWire[] {
    return this.frames.flatMap(frame => (frame.type === 'event' && frame.event.room === room ? [frame.event] : []))
  }

  of<Type extends LiveServerFrame['type']>(type: Type): Extract<LiveServerFrame, { type: Type }>[] {
    return this.frames.filter((frame): frame is Extract<LiveServerFrame, { type: Type }> => frame.type === type)
  }
}

/** Opens a connection and says hello. */
export async function connectLive(
  origin: string,
  token: string,
  rooms: Record<string, number | null>,
  options?: ConstructorParameters<typeof WebSocket>[2],
): Promise<LiveClient> {
  const client = new LiveClient(origin, options)
  await once(client.socket, 'open')
  client.send({ type: 'hello', token, app_id: 'kurso', rooms })
  return client
}

/** Makes a test server listen on a free port; returns its origin. */
export async function originOf(server: FastifyInstance): Promise<string> {
  return server.listen({ host: '127.0.0.1', port: 0 })
}
