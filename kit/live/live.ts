import { settings } from '#kit/request/connection.ts'
import { isOffline } from '#kit/request/online.ts'
import { request } from '#kit/request/request.ts'
import { createStore } from '#kit/ui/store.ts'
import type { LiveServerFrame } from '#shared/platform/live.ts'
import { type LiveState, usualPace } from './connection.ts'
import { LiveTab, type TabDependencies } from './live-tab.ts'
import { type RoomHearer, Subscription } from './subscription.ts'

export type LiveStart = {
  /**
   * The site configuration's websocketURI: an absolute address, or one on the page's own origin; '' means /spa/live
   * there.
   */
  url: string
  /** The app: tabs of one app and one session share a connection. */
  app: 'web' | 'studio'
  /** Called when another device, or the school, ended this session. */
  onLogout(): void
}

const subscriptions = new Set<Subscription>()
const connectedHearers = new Set<() => void>()
let tab: LiveTab | undefined
let stopWatching = () => {}

/** Whether events arrive at once (`live`), by long polling (`polling`), or not now (`away`). */
const liveState = createStore<LiveState>('away')

/**
 * Listens in a room after the number `after` given by an answer (`live_seq`), or with null from now on. Each event
 * comes once and in order; `onReset` means that too much was missed and the room must be reloaded. Signals are not
 * stored and may be missed, above all while away (see onConnected). Returns a function that leaves.
 */
export function joinRoom(room: string, { after, ...hearer }: RoomHearer & { after: number | null }): () => void {
  const subscription = new Subscription(room, after, hearer)
  subscriptions.add(subscription)
  tab?.want([subscription])
  return () => {
    if (!subscriptions.delete(subscription)) return
    if (![...subscriptions].some(other => other.room === room)) tab?.drop(room)
  }
}

/** Calls `hear` each time the connection is established, first or again: signals may have been missed before. */
export function onConnected(hear: () => void): () => void {
  connectedHearers.add(hear)
  return () => connectedHearers.delete(hear)
}

/** Starts the live connection of the session in `settings`, or shares another tab's; starting twice does nothing. */
export function startLive(start: LiveStart): void {
  const { token } = settings
  if (tab || !token) return
  const begin = () => (tab ??= new LiveTab(dependenciesOf(start, token), subscriptions))
  const pause = () => {
    tab?.stop({ isForAll: false })
    tab = undefined
  }
  begin()
  stopWatching = watchPage({ begin, pause, check: () => tab?.check() })
}

/** Connects at once if it is waiting to, as after the session has been confirmed. */
export const checkLive = () => tab?.check()

/**
 * Stops it in every tab of this session; call before signing out, so that no tab mistakes that for another device's
 * doing.
 */
export function stopLive(): void {
  stopWatching()
  tab?.stop({ isForAll: true })
  tab = undefined
  liveState.change(() => 'away')
}

function dependenciesOf({ url, app, onLogout }: LiveStart, token: string): TabDependencies {
  return {
    url: new URL(url || '/spa/live', location.href).href.replace(/^http/, 'ws'),
    name: `kurso-live-${app}-${nameOf(token)}`,
    WebSocket: globalThis.WebSocket,
    locks: 'BroadcastChannel' in globalThis ? navigator.locks : undefined,
    openChannel: name => new BroadcastChannel(name),
    ask: async (rooms, signal) => (await request('POST /live/poll', { body: { rooms }, signal })).data,
    who: () => ({ token, app_id: settings.appId }),
    isOffline,
    isVisible: () => document.visibilityState === 'visible',
    pace: usualPace,
    onFrame: frame => takeFrame(frame, onLogout),
    onState: state => liveState.read() !== state && liveState.change(() => state),
    onUnauthorized: () => settings.loseSession(token),
    onStop: () => {
      stopWatching()
      tab?.stop({ isForAll: false })
      tab = undefined
    },
  }
}

function takeFrame(frame: LiveServerFrame, onLogout: () => void) {
  if (frame.type === 'logout') return onLogout()
  if (frame.type === 'welcome') for (const hear of connectedHearers) hear()
  const room = frame.type === 'event' ? frame.event.room : 'room' in frame ? frame.room : undefined
  if (room === undefined || frame.type === 'welcome' || frame.type === 'pong') return
  const behind = [...subscriptions].filter(one => one.room === room && one.take(frame))
  tab?.want(behind)
}

type Page = { begin(): void; pause(): void; check(): void }

/** Follows the network and the page: a page in the back/forward cache must not lead. */
function watchPage({ begin, pause, check }: Page): () => void {
  const stop = new AbortController()
  const { signal } = stop
  addEventListener('online', check, { signal })
  addEventListener('pagehide', pause, { signal })
  addEventListener('pageshow', ({ persisted }) => persisted && begin(), { signal })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check(), { signal })
  return () => stop.abort()
}

/** Identifies a session without revealing its token (FNV-1a). */
function nameOf(token: string): string {
  let hash = 0x811c9dc5
  for (const letter of token) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(36)
}
