import { liveCloseCodes } from '#shared/platform/live-limits.ts'
import type { LiveClientFrame, LiveServerFrame } from '#shared/platform/live.ts'
import type { Link, LinkEnd } from './link.ts'

const openMs = 8_000
/** A ping sent when something may have changed must be answered within this time, in ms. */
const answerMs = 5_000
/** How many heartbeats may be missed. */
const patience = 2.5

export type SocketDependencies = {
  url: string
  WebSocket: typeof WebSocket
  hello(): Extract<LiveClientFrame, { type: 'hello' }>
  onFrame(frame: LiveServerFrame): void
  onEnd(end: LinkEnd): void
}

/** One websocket from start to end, which is reported once; silence beyond the heartbeat counts as an end. */
export class SocketLink implements Link {
  readonly #socket: WebSocket
  readonly #to: SocketDependencies
  #heartbeatMs = openMs
  #isWelcome = false
  #isOver = false
  #watch: ReturnType<typeof setTimeout> | undefined

  constructor(dependencies: SocketDependencies) {
    this.#to = dependencies
    this.#socket = new dependencies.WebSocket(dependencies.url)
    this.#socket.addEventListener('open', () => this.#send(dependencies.hello()))
    // Reported by the close event that follows.
    this.#socket.addEventListener('error', () => {})
    this.#socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => this.#take(readFrame(data)))
    this.#socket.addEventListener('close', ({ code }) => this.#end(endOf(code, this.#isWelcome)))
    this.#expectWithin(openMs)
  }

  join(room: string, after: number | null): void {
    this.#send({ type: 'join', room, after })
  }

  leave(room: string): void {
    this.#send({ type: 'leave', room })
  }

  check(): void {
    if (!this.#isWelcome) return
    this.#send({ type: 'ping' })
    this.#expectWithin(answerMs)
  }

  close(): void {
    this.#isOver = true
    clearTimeout(this.#watch)
    this.#socket.close()
  }

  #send(frame: LiveClientFrame) {
    if (!this.#isOver && this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(frame))
  }

  #take(frame: LiveServerFrame | undefined) {
    if (!frame || this.#isOver) return
    if (frame.type === 'welcome') {
      this.#isWelcome = true
      this.#heartbeatMs = frame.heartbeat_seconds * 1000
    }
    this.#expectWithin(this.#heartbeatMs * patience)
    this.#to.onFrame(frame)
  }

  #expectWithin(ms: number) {
    clearTimeout(this.#watch)
    if (!this.#isOver) this.#watch = setTimeout(() => this.#end({ kind: 'lost', isWelcome: this.#isWelcome }), ms)
  }

  #end(how: LinkEnd) {
    if (this.#isOver) return
    this.close()
    this.#to.onEnd(how)
  }
}

function endOf(code: number, isWelcome: boolean): LinkEnd {
  if (code === liveCloseCodes.unauthorized) return { kind: 'unauthorized' }
  if (code === liveCloseCodes.leaving || code === liveCloseCodes.renew) return { kind: 'moved' }
  const { broken, tooMany, unconfirmed } = liveCloseCodes
  if (code === broken || code === tooMany || code === unconfirmed) return { kind: 'refused' }
  return { kind: 'lost', isWelcome }
}

function readFrame(data: unknown): LiveServerFrame | undefined {
  try {
    return JSON.parse(String(data)) as LiveServerFrame
  } catch {
    return undefined
  }
}
