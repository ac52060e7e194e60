import type { LiveServerFrame } from '#shared/platform/live.ts'
import { Connection, type ConnectionDependencies, type LiveState } from './connection.ts'
import { RoomKeeper } from './room-keeper.ts'
import { newKey } from '#kit/request/new-key.ts'
import type { Subscription } from './subscription.ts'
import { type Channel, type Locks, standForLeader, type TabMessage } from './tabs.ts'

export type TabDependencies = Omit<ConnectionDependencies, 'rooms' | 'onFrame' | 'onState'> & {
  /** Shared by the tabs of one session in one app, and no others. */
  name: string
  locks: Locks | undefined
  openChannel(name: string): Channel
  onFrame(frame: LiveServerFrame): void
  onState(state: LiveState): void
  /** Another tab stopped it for all. */
  onStop(): void
  isVisible(): boolean
}

const answerMs = 2_000
const rollMs = 300_000
const rollAnswerMs = 5_000
const watchMs = 30_000
/** The leader sends something at least with each heartbeat. */
const silenceMs = 50_000

/** One tab: it either leads, holding the one connection of all tabs, or follows the tab that does. */
export class LiveTab {
  readonly #id = newKey()
  readonly #to: TabDependencies
  readonly #subscriptions: ReadonlySet<Subscription>
  readonly #channel: Channel | undefined
  readonly #election: ReturnType<typeof standForLeader>
  readonly #timers: ReturnType<typeof setInterval>[]
  #lead: { keeper: RoomKeeper; connection: Connection } | undefined
  #state: LiveState = 'away'
  /** The tab it follows. */
  #leader = ''
  #heardAt = performance.now()
  #call: ReturnType<typeof setTimeout> | undefined
  #present = new Set<string>()
  #isStopped = false

  constructor(dependencies: TabDependencies, subscriptions: ReadonlySet<Subscription>) {
    this.#to = dependencies
    this.#subscriptions = subscriptions
    const { locks, name, openChannel } = dependencies
    this.#channel = locks && openChannel(name)
    this.#channel?.addEventListener('message', ({ data }) => this.#hear(data))
    this.#election = standForLeader(locks, name, { lead: () => this.#takeLead(), resign: () => this.#resign() })
    this.#timers = [setInterval(() => this.#watch(), watchMs), setInterval(() => this.#callRoll(), rollMs)]
    this.#post({ kind: 'call' })
  }

  /** A new listener, or one with a gap: the room must start at its number. */
  want(subscriptions: Iterable<Subscription>): void {
    const rooms = [...subscriptions].map(({ room, at }): [string, number | null] => [room, at])
    if (rooms.length === 0) return
    if (!this.#lead) return this.#post({ kind: 'want', tab: this.#id, rooms })
    for (const [room, after] of rooms) this.#lead.keeper.want(this.#id, room, after)
  }

  drop(room: string): void {
    if (this.#lead) this.#lead.keeper.drop(this.#id, room)
    else this.#post({ kind: 'drop', tab: this.#id, room })
  }

  /** The network is back, or the page is visible again. */
  check(): void {
    if (this.#lead) return this.#lead.connection.check()
    this.#post({ kind: 'call' })
    clearTimeout(this.#call)
    if (this.#to.isVisible()) this.#call = setTimeout(() => this.#election.takeOver(), answerMs)
  }

  stop({ isForAll }: { isForAll: boolean }): void {
    if (this.#isStopped) return
    this.#post(isForAll ? { kind: 'stop' } : { kind: 'bye', tab: this.#id })
    for (const timer of this.#timers) clearInterval(timer)
    clearTimeout(this.#call)
    this.#election.stop()
    this.#channel?.close()
    this.#isStopped = true
  }

  #post(message: TabMessage) {
    if (!this.#isStopped) this.#channel?.postMessage(message)
  }

  #takeLead() {
    clearTimeout(this.#call)
    const connection = new Connection({
      ...this.#to,
      rooms: () => keeper.wanted(),
      onFrame: frame => this.#bring(frame),
      onState: state => this.#show(state),
    })
    const keeper = new RoomKeeper(connection, frame => this.#pass(frame))
    this.#lead = { keeper, connection }
    this.#leader = this.#id
    this.want(this.#waiting())
    this.#post({ kind: 'lead', tab: this.#id, state: this.#state, isRoll: true })
  }

  #resign() {
    this.#lead?.connection.close()
    this.#lead = undefined
    this.#leader = ''
  }

  #bring(frame: LiveServerFrame) {
    if (frame.type === 'pong') return this.#post({ kind: 'lead', tab: this.#id, state: this.#state, isRoll: false })
    this.#lead?.keeper.take(frame)
    this.#pass(frame)
  }

  /** Other tabs first: handling the frame may end this one. */
  #pass(frame: LiveServerFrame) {
    this.#post({ kind: 'frame', frame })
    this.#to.onFrame(frame)
  }

  #show(state: LiveState) {
    this.#state = state
    this.#to.onState(state)
    this.#post({ kind: 'lead', tab: this.#id, state, isRoll: false })
  }

  #hear(message: TabMessage) {
    if (message.kind === 'stop') return this.#to.onStop()
    if (this.#lead) return this.#hearFollower(this.#lead, message)
    if (message.kind === 'lead') this.#follow(message)
    if (message.kind === 'frame') {
      this.#heardAt = performance.now()
      this.#to.onFrame(message.frame)
    }
  }

  #hearFollower({ keeper, connection }: { keeper: RoomKeeper; connection: Connection }, message: TabMessage) {
    if (message.kind === 'want') {
      this.#present.add(message.tab)
      for (const [room, after] of message.rooms) keeper.want(message.tab, room, after)
    }
    if (message.kind === 'drop') keeper.drop(message.tab, message.room)
    if (message.kind === 'bye') keeper.forget(message.tab)
    if (message.kind === 'call') {
      this.#post({ kind: 'lead', tab: this.#id, state: this.#state, isRoll: true })
      connection.check()
    }
  }

  #follow({ tab, state, isRoll }: TabMessage & { kind: 'lead' }) {
    clearTimeout(this.#call)
    this.#heardAt = performance.now()
    this.#to.onState(state)
    if (tab === this.#leader && !isRoll) return
    this.#leader = tab
    this.want(this.#waiting())
  }

  #waiting(): ReadonlySet<Subscription> {
    for (const subscription of this.#subscriptions) subscription.wait()
    return this.#subscriptions
  }

  /** A browser may put a leader to sleep without releasing its lock; only the visible tab needs to care. */
  #watch() {
    if (!this.#lead && this.#to.isVisible() && performance.now() - this.#heardAt > silenceMs) this.check()
  }

  /** A crashed tab sent no goodbye. */
  #callRoll() {
    const { keeper } = this.#lead ?? {}
    if (!keeper) return
    this.#present = new Set([this.#id])
    this.#post({ kind: 'lead', tab: this.#id, state: this.#state, isRoll: true })
    setTimeout(() => keeper.keepOnly(this.#present), rollAnswerMs)
  }
}
