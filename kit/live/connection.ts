import type { LiveClientFrame, LiveServerFrame } from '#shared/platform/live.ts'
import type { Link, LinkEnd } from './link.ts'
import type { AskPoll } from './poll-link.ts'
import { SocketLink } from './socket-link.ts'

/** `live`: events arrive at once; `polling`: by long polling; `away`: once the connection is back. */
export type LiveState = 'live' | 'polling' | 'away'

export type ConnectionDependencies = {
  url: string
  WebSocket: typeof WebSocket
  ask: AskPoll
  /** What hello sends besides the rooms. */
  who(): { token: string; app_id: string }
  rooms(): Record<string, number | null>
  isOffline(): boolean
  onFrame(frame: LiveServerFrame): void
  onState(state: LiveState): void
  onUnauthorized(): void
  pace: Pace
}

export type Pace = {
  /** The first pause, which doubles, and the longest, in ms. */
  shortestMs: number
  longestMs: number
  /** How long to poll before trying websockets again, in ms. */
  pollingMs: number
}
export const usualPace: Pace = { shortestMs: 1000, longestMs: 30_000, pollingMs: 180_000 }

/** Failed attempts after which websockets count as blocked. */
const failuresAllowed = 2

/**
 * The browser's one connection: a websocket that reconnects by itself, first after a second, then less and less often;
 * where websockets never open, long polling. Nothing is tried while the device is offline.
 */
export class Connection implements Omit<Link, 'close'> {
  readonly #to: ConnectionDependencies
  #link: Link | undefined
  #pause: ReturnType<typeof setTimeout> | undefined
  #polled: ReturnType<typeof setTimeout> | undefined
  #attempts = 0
  #failures = 0
  #isLoading = false
  #isClosed = false

  constructor(dependencies: ConnectionDependencies) {
    this.#to = dependencies
    this.#open()
  }

  join(room: string, after: number | null): void {
    this.#link?.join(room, after)
  }

  leave(room: string): void {
    this.#link?.leave(room)
  }

  /** The network or the page is back: reconnects at once, or checks that the connection still works. */
  check(): void {
    if (this.#isClosed) return
    if (this.#link) return this.#link.check()
    clearTimeout(this.#pause)
    this.#attempts = 0
    this.#open()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#pause)
    clearTimeout(this.#polled)
    this.#link?.close()
    this.#link = undefined
  }

  #open() {
    // `check` restarts it as soon as the device is online.
    if (this.#isClosed || this.#link || this.#isLoading || this.#to.isOffline()) return
    if (this.#failures < failuresAllowed) return this.#openSocket()
    void this.#openPolling()
  }

  #openSocket() {
    const { url, WebSocket, who, rooms } = this.#to
    const hello = (): LiveClientFrame & { type: 'hello' } => ({ type: 'hello', ...who(), rooms: rooms() })
    const onEnd = (end: LinkEnd) => this.#end(end)
    try {
      this.#link = new SocketLink({ url, WebSocket, hello, onFrame: frame => this.#take(frame, 'live'), onEnd })
    } catch {
      // An address this page may not use.
      onEnd({ kind: 'lost', isWelcome: false })
    }
  }

  async #openPolling() {
    const { ask, rooms } = this.#to
    this.#isLoading = true
    // Few networks need it, so it is loaded only there.
    const { PollLink } = await import('./poll-link.ts').catch(() => ({ PollLink: undefined }))
    this.#isLoading = false
    if (!PollLink) return this.#end({ kind: 'lost', isWelcome: false })
    if (this.#isClosed) return
    this.#polled = setTimeout(() => {
      this.#link?.close()
      this.#link = undefined
      // One more failure switches back to polling.
      this.#failures = failuresAllowed - 1
      this.#open()
    }, this.#to.pace.pollingMs)
    this.#link = new PollLink({
      ask,
      rooms: rooms(),
      onFrame: frame => this.#take(frame, 'polling'),
      onEnd: end => this.#end(end),
    })
  }

  #take(frame: LiveServerFrame, state: LiveState) {
    if (frame.type === 'welcome') {
      this.#attempts = 0
      if (state === 'live') this.#failures = 0
      this.#to.onState(state)
    }
    this.#to.onFrame(frame)
  }

  #end(end: LinkEnd) {
    this.#link = undefined
    clearTimeout(this.#polled)
    if (this.#isClosed) return
    this.#to.onState('away')
    if (end.kind === 'unauthorized') {
      this.#isClosed = true
      return this.#to.onUnauthorized()
    }
    const isBlocked = end.kind === 'lost' && !end.isWelcome && !this.#to.isOffline()
    // If polling fails as well, websockets are not blocked: there is no network.
    if (this.#failures >= failuresAllowed) this.#failures = failuresAllowed - 1
    else if (isBlocked) this.#failures++
    this.#pause = setTimeout(() => this.#open(), this.#pauseAfter(end))
  }

  /** Random, so that the thousands of clients of a lost node do not reach the next one at once. */
  #pauseAfter({ kind }: LinkEnd): number {
    const { shortestMs, longestMs } = this.#to.pace
    if (kind === 'moved') return Math.random() * shortestMs
    const longest = kind === 'refused' ? longestMs : Math.min(longestMs, shortestMs * 2 ** this.#attempts++)
    return longest / 2 + (Math.random() * longest) / 2
  }
}
