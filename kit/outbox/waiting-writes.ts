import type { QueueWorld, When } from '#kit/queue/turns.ts'
import type { Attachments, UploadsOutcome } from './attachments.ts'
import { Lanes, type Next } from './lanes.ts'
import { added, tellAll, withResolvers } from './listeners.ts'
import type { WaitingWrite } from '#kit/request/local-database.ts'
import { isPassing, RequestError } from '#kit/request/request-errors.ts'
import type { WriteStore } from './write-store.ts'
import { Pace } from './pace.ts'
import { failureOf, refusalOf, withFiles, type WriteView } from './write-view.ts'
import { type OutboxNews, WrittenRows } from './written-rows.ts'

export type DroppedWrite = { write: WaitingWrite; error: RequestError }
export type SentWrite = { write: WaitingWrite; data: unknown }

export interface WriteOptions {
  /** Order is kept within a lane; a lane that waits holds no other. */
  lane?: string
  /** Ids of `startUpload`; the write waits for them and takes their media ids as `file_ids` of its body. */
  uploads?: readonly string[]
  /** Keeps the write when it is refused; unless told, what carries uploads is kept. */
  keepsRefused?: boolean
  /** Its Idempotency-Key, random unless told. */
  key?: string
  /** How long the server wants between two writes of the lane, in ms; it waits that long after the last one that this page sent. */
  gap?: number
}

/** Everything the outbox touches that is not its own logic. */
export interface OutboxWorld extends QueueWorld<OutboxNews> {
  store: WriteStore
  send(write: WaitingWrite): Promise<unknown>
  attachments(): Promise<Attachments>
  newKey(): string
  /** From 0 to 1: spreads tries, so that not every device comes back in the same moment. */
  random(): number
}

type Enqueued = { isSent: true; data: unknown } | { isSent: false }
type Waiter = { resolve(answer: Enqueued): void; reject(error: unknown): void }

/**
 * The queue of writes that must not be lost: each is stored before it is sent; a lane's are sent in order, by one tab at
 * a time, and removed when the server took them. No answer, 408, 429 and 5xx are tried again later; 401 waits for the
 * next sign-in of the same user; any other refusal drops the write and tells so, or keeps it out of the way of those
 * behind it until the person decides.
 *
 * What a write says may change as long as the server cannot have it: before the first try its content is replaced; a
 * refused one gets a new key with new content, since the server may remember what it answered to the old key, and keeps
 * its key when it is tried again as it is. After a try without an answer nobody knows: it must arrive as it is, under
 * its key, or one message would become two, or the change be lost.
 */
export class Outbox {
  readonly #world: OutboxWorld
  readonly #waiters = new Map<string, Waiter>()
  readonly #dropped = new Set<(dropped: DroppedWrite) => void>()
  readonly #sentLate = new Set<(write: WaitingWrite) => void>()
  readonly #sentIn = new Map<string, Set<(sent: SentWrite) => void>>()
  readonly #pace: Pace
  readonly #lanes: Lanes
  readonly #rows: WrittenRows
  #hasAttached = false

  constructor(world: OutboxWorld) {
    this.#world = world
    this.#pace = new Pace(world.now)
    this.#rows = new WrittenRows(world, this.#pace)
    this.#lanes = new Lanes(
      world,
      this.#pace,
      write => this.#attempt(write),
      lane => this.#rows.endSending(lane),
    )
  }

  /** Stores a write and tries to send what waits. Rejects only with the server's refusal of this very write. */
  async enqueue(call: string, input: object, options: WriteOptions = {}): Promise<Enqueued> {
    const { key = this.#world.newKey() } = options
    const { promise, resolve, reject } = withResolvers<Enqueued>()
    this.#waiters.set(key, { resolve, reject })
    try {
      const { lane } = await this.#store(call, input, { ...options, key })
      void this.#lanes.run(lane, 'now').then(() => resolve({ isSent: false }))
      return await promise
    } finally {
      this.#waiters.delete(key)
    }
  }

  /** Stores a write and answers at once; it is sent in the background. */
  async add(call: string, input: object, options: WriteOptions = {}): Promise<{ id: number; key: string }> {
    const { id, idempotencyKey: key, lane } = await this.#store(call, input, options)
    void this.#lanes.run(lane, 'now')
    return { id, key }
  }

  /** Sends what waits, now. Resolves when nothing is left or the rest has to wait. */
  async drain(): Promise<void> {
    await this.#runAll('now')
  }

  /** Reads again what waits for the current user. */
  refresh = () => this.#rows.load()

  /** What another tab tells; what that tab may leave behind is taken up when it is gone. */
  hear(news: OutboxNews): void {
    this.#rows.apply(news)
    if (news.kind === 'put' && !news.write.refusal) void this.#lanes.run(news.write.lane, 'due')
  }

  /** Tries a refused write again as it is, or a waiting one at once; uploads that failed are started again. */
  async retry(id: number): Promise<void> {
    const { uploads = [] } = this.#rows.find(id) ?? {}
    if (uploads.length) await (await this.#world.attachments()).retry(uploads)
    const write = await this.#change(id, ({ refusal: _refusal, failed: _failed, ...rest }) => rest)
    if (write) void this.#lanes.run(write.lane, 'now')
  }

  /**
   * Gives a write other content and tries it at once. 'undecided': it was sent and the answer is awaited or was lost, so
   * the server may have it as it was; 'gone': it has arrived or was discarded.
   */
  async changeInput(id: number, input: object): Promise<'changed' | 'undecided' | 'gone'> {
    let isUndecided = false
    const write = await this.#change(id, before => {
      isUndecided = before.isUndecided === true
      if (isUndecided) return undefined
      const { refusal, failed: _failed, ...rest } = before
      return { ...rest, input, idempotencyKey: refusal ? this.#world.newKey() : before.idempotencyKey }
    })
    if (write) void this.#lanes.run(write.lane, 'now')
    return write ? 'changed' : isUndecided ? 'undecided' : 'gone'
  }

  /** Forgets a write and its files. One that was sent without an answer may be on the server all the same. */
  async discard(id: number): Promise<void> {
    const { uploads = [], ...write } = this.#rows.find(id) ?? {}
    if (!('userId' in write)) return
    await this.#remove(write)
    if (uploads.length) await (await this.#world.attachments()).discard(uploads)
  }

  /** How many writes wait for a network: all while there is none, else those that no lane of their own shows. */
  readonly waiting = () => this.#rows.waiting()
  /** How many writes this device would lose with its user's data. */
  readonly unsent = () => this.#rows.size()
  /** A lane's writes in order; the same list until something in it changes. */
  readonly writesIn = (lane: string): readonly WriteView[] => this.#rows.viewsIn(lane)
  readonly onChange = (listener: () => void) => this.#rows.onChange(listener)
  readonly onDropped = (listener: (dropped: DroppedWrite) => void) => added(this.#dropped, listener)
  /** Tells of writes that went through after their caller had stopped waiting for them, but those that `onSentIn` tells of. */
  readonly onSentLate = (listener: (write: WaitingWrite) => void) => added(this.#sentLate, listener)

  /** Tells this tab of each write of a lane that it sent, with the answer, just before the write leaves the lane. */
  onSentIn(lane: string, listener: (sent: SentWrite) => void): () => void {
    const listeners = this.#sentIn.get(lane) ?? new Set()
    this.#sentIn.set(lane, listeners)
    return added(listeners, listener)
  }

  async #store(call: string, input: object, options: WriteOptions): Promise<WaitingWrite> {
    const { store, userId, now, newKey } = this.#world
    const user = userId()
    if (user === null) throw new Error('A write needs a signed-in user')
    const { lane = '', uploads, key = newKey(), keepsRefused = Boolean(uploads?.length), gap } = options
    const write = { userId: user, call, input, idempotencyKey: key, at: now(), lane, uploads, keepsRefused, gap }
    const stored = { ...write, id: await store.add(write) }
    this.#tell({ kind: 'put', write: stored })
    void this.#tellUploads(uploads, (attachments, ids) => attachments.resume(ids))
    return stored
  }

  async #runAll(when: When) {
    await this.refresh()
    await Promise.all(this.#rows.lanes().map(lane => this.#lanes.run(lane, when)))
  }

  /** Sends one write if its files are there. */
  async #attempt({ id, userId, uploads }: WaitingWrite): Promise<Next> {
    const files: UploadsOutcome = uploads?.length ? await this.#uploaded(uploads) : { kind: 'ready', fileIds: [] }
    if (files.kind === 'waiting') return 'stop'
    if (files.kind === 'failed') {
      const { code, message } = files
      await this.#change(id, write => ({ ...write, refusal: { status: 0, code, message } }))
      return 'go on'
    }
    let wasUndecided: boolean | undefined
    const write = await this.#change(id, before => {
      wasUndecided = before.isUndecided
      return before.refusal ? undefined : { ...before, isUndecided: true }
    })
    if (!write) return 'go on'
    if (this.#world.userId() !== userId) return 'stop'
    this.#tell({ kind: 'sending', id, isSending: true })
    try {
      const input = files.fileIds.length ? withFiles(write.input, files.fileIds) : write.input
      await this.#arrived(write, await this.#world.send({ ...write, input }))
      return 'go on'
    } catch (error) {
      return await this.#failed({ ...write, isUndecided: wasUndecided }, error)
    } finally {
      this.#tell({ kind: 'sending', id, isSending: false })
    }
  }

  async #uploaded(uploads: readonly string[]): Promise<UploadsOutcome> {
    const attachments = await this.#world.attachments()
    if (!this.#hasAttached) attachments.onSettled(() => void this.#runAll('due'))
    this.#hasAttached = true
    return attachments.outcome(uploads)
  }

  async #arrived(write: WaitingWrite, data: unknown) {
    const waiter = this.#waiters.get(write.idempotencyKey)
    const listeners = this.#sentIn.get(write.lane)
    tellAll(listeners ?? [], { write, data })
    this.#pace.took(write)
    await this.#remove(write)
    if (waiter) waiter.resolve({ isSent: true, data })
    else if (!listeners?.size) tellAll(this.#sentLate, write)
  }

  /** `write` is as it was before this try. */
  async #failed(write: WaitingWrite, error: unknown): Promise<Next> {
    const { id } = write
    if (error instanceof RequestError && error.status === 401) {
      await this.#change(id, () => write)
      return 'stop'
    }
    if (error instanceof RequestError && !isPassing(error)) {
      await this.#refused(write, error)
      return 'go on'
    }
    const failed = failureOf(write, error, this.#world)
    const isUndecided = (error instanceof RequestError && error.status === 429 ? write.isUndecided : true) || undefined
    await this.#change(id, () => ({ ...write, isUndecided, failed }))
    return { after: failed.wait }
  }

  async #refused(write: WaitingWrite, error: RequestError) {
    const kept = { ...write, isUndecided: undefined, failed: undefined, refusal: refusalOf(error) }
    if (write.keepsRefused) await this.#change(write.id, () => kept)
    else await this.#remove(write)
    // What nothing referred to for a week is deleted there; a file that is still here may be sent again.
    if (error.code === 'file_unusable')
      await this.#tellUploads(write.uploads, (attachments, ids) => attachments.refused(ids))
    const waiter = this.#waiters.get(write.idempotencyKey)
    if (waiter) waiter.reject(error)
    else if (!write.keepsRefused) tellAll(this.#dropped, { write, error })
  }

  async #change(id: number, next: (write: WaitingWrite) => WaitingWrite | undefined) {
    const write = await this.#world.store.change(id, next)
    if (write) this.#tell({ kind: 'put', write })
    return write
  }

  async #remove(write: WaitingWrite) {
    await this.#world.store.remove(write)
    this.#tell({ kind: 'gone', id: write.id })
    void this.#tellUploads(write.uploads, (attachments, ids) => attachments.released(ids))
  }

  /** Where uploads cannot be told they stay as they are shown, and the person may decide about them. */
  async #tellUploads(ids: readonly string[] = [], tell: (attachments: Attachments, ids: readonly string[]) => unknown) {
    if (ids.length === 0) return
    await this.#world
      .attachments()
      .then(attachments => tell(attachments, ids))
      .catch(() => {})
  }

  #tell(news: OutboxNews) {
    this.#rows.apply(news)
    this.#world.announce(news)
  }
}
