import type { WaitingWrite } from './local-database.ts'
import { isPassing, RequestError } from './request-errors.ts'

/** Where writes wait; the browser's database, or a test's own. */
export interface WriteStore {
  /** A user's writes, in the order they were made. */
  list(userId: number): Promise<WaitingWrite[]>
  add(write: Omit<WaitingWrite, 'id'>): Promise<number>
  remove(id: number): Promise<void>
}

export type DroppedWrite = { write: WaitingWrite; error: RequestError }

/** Everything the outbox touches that is not its own logic. */
export interface OutboxWorld {
  store: WriteStore
  send(write: WaitingWrite): Promise<unknown>
  /** Runs `work` while no other tab runs its own. */
  exclusive(work: () => Promise<void>): Promise<void>
  /** Calls `then` after `ms`; answers the way to call it off. */
  later(ms: number, then: () => void): () => void
  userId(): number | null
  isOffline(): boolean
  /** Tells the other tabs that the store changed. */
  announce(): void
  newKey(): string
  now(): number
}

type Enqueued = { isSent: true; data: unknown } | { isSent: false }
type Waiter = { resolve(answer: Enqueued): void; reject(error: unknown): void }

const firstDelay = 2000
const longestDelay = 300_000

/** How long to wait before the try after `failures` in a row, in ms: doubling from 2 s to 5 min, or as the server says. */
export function retryDelay(failures: number, error: unknown): number {
  const asked = error instanceof RequestError ? (error.retryAfter ?? 0) * 1000 : 0
  return Math.max(asked, Math.min(longestDelay, firstDelay * 2 ** (failures - 1)))
}

/**
 * The queue of writes that must not be lost: each is stored before it is sent, sent in order and by one tab at a time,
 * and removed when the server took it or refused it. No answer, 429 and 5xx are tried again later; 401 waits for the
 * next sign-in of the same user; any other refusal drops the write and tells so.
 */
export class Outbox {
  readonly #world: OutboxWorld
  readonly #waiters = new Map<number, Waiter>()
  readonly #changed = new Set<() => void>()
  readonly #dropped = new Set<(dropped: DroppedWrite) => void>()
  readonly #sentLate = new Set<(write: WaitingWrite) => void>()
  #waiting = 0
  #failures = 0
  #running: Promise<void> | undefined
  #isWanted = false
  #callOff = () => {}

  constructor(world: OutboxWorld) {
    this.#world = world
  }

  /** Stores a write and tries to send what waits. Rejects only with the server's refusal of this very write. */
  async enqueue(call: string, input: object): Promise<Enqueued> {
    const { store, userId, now, newKey, announce } = this.#world
    const user = userId()
    if (user === null) throw new Error('A write needs a signed-in user')
    const id = await store.add({ userId: user, call, input, idempotencyKey: newKey(), at: now() })
    announce()
    await this.refresh()
    return new Promise((resolve, reject) => {
      this.#waiters.set(id, { resolve, reject })
      void this.drain().finally(() => {
        this.#waiters.delete(id)
        resolve({ isSent: false })
      })
    })
  }

  /** Sends what waits, now. Resolves when nothing is left or the rest has to wait. */
  drain(): Promise<void> {
    this.#isWanted = true
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** Counts anew what waits for the current user. */
  async refresh(): Promise<void> {
    const user = this.#world.userId()
    this.#waiting = user === null ? 0 : (await this.#world.store.list(user)).length
    for (const listener of this.#changed) listener()
  }

  readonly waiting = () => this.#waiting

  readonly onChange = (listener: () => void) => added(this.#changed, listener)

  readonly onDropped = (listener: (dropped: DroppedWrite) => void) => added(this.#dropped, listener)

  /** Tells of writes that went through after their caller had stopped waiting for them. */
  readonly onSentLate = (listener: (write: WaitingWrite) => void) => added(this.#sentLate, listener)

  async #run() {
    while (this.#isWanted) {
      this.#isWanted = false
      this.#callOff()
      await this.#world.exclusive(() => this.#pass())
    }
  }

  async #pass() {
    const user = this.#world.userId()
    if (user === null) return
    for (;;) {
      const [write] = await this.#world.store.list(user)
      if (!write || this.#world.isOffline() || this.#world.userId() !== user) return
      if (!(await this.#sent(write))) return
    }
  }

  /** Sends one write; answers whether the next may follow. */
  async #sent(write: WaitingWrite): Promise<boolean> {
    try {
      const data = await this.#world.send(write)
      this.#failures = 0
      await this.#remove(write)
      const waiter = this.#waiters.get(write.id)
      if (waiter) waiter.resolve({ isSent: true, data })
      else for (const listener of this.#sentLate) listener(write)
      return true
    } catch (error) {
      return this.#failed(write, error)
    }
  }

  async #failed(write: WaitingWrite, error: unknown): Promise<boolean> {
    if (error instanceof RequestError && !isPassing(error)) {
      if (error.status === 401) return false
      await this.#remove(write)
      const waiter = this.#waiters.get(write.id)
      if (waiter) waiter.reject(error)
      else for (const listener of this.#dropped) listener({ write, error })
      return true
    }
    this.#failures += 1
    this.#callOff = this.#world.later(retryDelay(this.#failures, error), () => void this.drain())
    return false
  }

  async #remove({ id }: WaitingWrite) {
    await this.#world.store.remove(id)
    this.#world.announce()
    await this.refresh()
  }
}

function added<Item>(set: Set<Item>, item: Item): () => void {
  set.add(item)
  return () => set.delete(item)
}
