import type { LiveServerFrame } from '#shared/platform/live.ts'
import type { LiveState } from './connection.ts'

/** What the tabs of one session send each other. */
export type TabMessage =
  | { kind: 'want'; tab: string; rooms: [room: string, after: number | null][] }
  | { kind: 'drop'; tab: string; room: string }
  | { kind: 'bye'; tab: string }
  /** Is anyone leading? */
  | { kind: 'call' }
  /** I lead; `isRoll` asks every tab what it wants. */
  | { kind: 'lead'; tab: string; state: LiveState; isRoll: boolean }
  | { kind: 'frame'; frame: LiveServerFrame }
  | { kind: 'stop' }

/** The part of BroadcastChannel we use. */
export type Channel = {
  postMessage(message: TabMessage): void
  addEventListener(type: 'message', hear: (event: MessageEvent<TabMessage>) => void): void
  close(): void
}
/** The part of LockManager we use. */
export type Locks = {
  request(name: string, options: { signal?: AbortSignal; steal?: boolean }, hold: () => Promise<void>): Promise<unknown>
}

type Election = { lead(): void; resign(): void }

/**
 * Elects one of the tabs that share `name` as leader: the first, and another when it closes or is taken over. Without
 * locks (a page without HTTPS) each tab leads itself.
 */
export function standForLeader(locks: Locks | undefined, name: string, { lead, resign }: Election) {
  let stop = new AbortController()
  let release = () => {}

  function stand(options: { steal?: boolean }) {
    if (!locks) return lead()
    const own = stop
    const hold = () => {
      if (own.signal.aborted) return Promise.resolve()
      lead()
      return new Promise<void>(resolve => (release = resolve))
    }
    // A stealing request cannot be aborted.
    locks.request(name, options.steal ? options : { signal: own.signal }, hold).catch(() => {
      if (own.signal.aborted) return
      // Taken over while it slept: follows from now on, and stands for election again.
      resign()
      stand({})
    })
  }

  stand({})
  return {
    /** The leader does not respond: takes its place. */
    takeOver() {
      if (!locks) return
      stop.abort()
      stop = new AbortController()
      stand({ steal: true })
    },
    stop() {
      stop.abort()
      release()
      resign()
    },
  }
}
