import type { Attachments, UploadsOutcome } from '#kit/outbox/attachments.ts'
import { backOff, type QueueWorld, Turns } from '#kit/queue/turns.ts'
import type { StoredUpload, UploadMore, UploadPurpose } from '#kit/request/local-database.ts'
import { typeOfFile } from './file-kind.ts'
import type { Transfer, TransferEvents } from './send-file.ts'
import type { TransferEnd } from './transfer-end.ts'
import { failed, lostUpload, startedAfresh, strangeness, withFileAgain } from './upload-faults.ts'
import type { UploadStore } from './upload-store.ts'
import { outcomeOf, type UploadNews, type UploadView, withEnd } from './upload-view.ts'
import { UploadsInSight } from './uploads-in-sight.ts'

/** Everything the uploads touch that is not their own logic. */
export interface UploadWorld extends QueueWorld<UploadNews> {
  store: UploadStore
  send(upload: StoredUpload, file: Blob, events: TransferEvents): Transfer
  /** Deletes an unwanted upload from the server. */
  forget(mediaId: number): Promise<unknown>
  /** How large a file may be, in bytes. */
  limit(purpose?: UploadPurpose): number
  newId(): string
}

const atOnce = 2
const firstDelay = 1000
const longestDelay = 60_000

/**
 * Uploads: each file is stored on the device first, then sent by one tab, two at a time, resuming after any
 * interruption, restart or sleep.
 */
export class Uploads implements Attachments {
  readonly #world: UploadWorld
  readonly #sight: UploadsInSight
  readonly #active = new Map<string, Transfer>()
  readonly #failures = new Map<string, number>()
  readonly #resting = new Map<string, () => void>()
  readonly #settled = new Set<() => void>()
  readonly #turns: Turns
  /** Whether this tab is the one that sends. */
  #isHolding = false
  #onIdle = () => {}

  constructor(world: UploadWorld) {
    this.#world = world
    this.#sight = new UploadsInSight(world)
    this.#turns = new Turns(world, () => this.#turn(), longestDelay)
  }

  /**
   * Stores a photo or video, a document for the library, or a voice that was recorded, and starts uploading it; returns its id on this device. An
   * unacceptable file gets the state FAIL. One with a purpose that the device has no room for is sent as long as the page is
   * open, and after that goes on when the same file is chosen again.
   */
  async start(file: File, purpose?: UploadPurpose, more?: UploadMore): Promise<string> {
    const { userId, newId, now, limit } = this.#world
    const user = userId()
    if (user === null) throw new Error('An upload needs a signed-in user')
    if (purpose) await this.load().catch(() => {})
    const lost = purpose && lostUpload(this.#sight.all(), file, purpose)
    if (lost) return this.#goOn(lost.id, file)
    const type = purpose === 'voice' ? file.type : await typeOfFile(file).catch(() => '')
    const upload: StoredUpload = {
      id: newId(),
      userId: user,
      name: file.name,
      type: type || file.type,
      bytes: file.size,
      at: now(),
      state: 'NOT_UPLOADED',
      isPaused: false,
      offset: 0,
      attempt: 0,
      ...(purpose && { purpose, modified: file.lastModified }),
      ...more,
    }
    const problem = file.size > limit(purpose) ? 'file_too_large' : strangeness(file.name, type, purpose)
    const code = type === '' ? 'unreadable' : problem
    this.#sight.hold(upload.id, file)
    await this.#keep(code ? failed(upload, code) : upload, code ? undefined : file)
    return upload.id
  }

  async #goOn(id: string, file: File): Promise<string> {
    this.#sight.hold(id, file)
    await this.#set(id, withFileAgain)
    return id
  }

  pause = (id: string): Promise<void> => this.#set(id, upload => ({ ...upload, isPaused: true }))

  /** Goes on with those that are paused. */
  async resume(ids: readonly string[]): Promise<void> {
    await this.load()
    for (const id of ids)
      if (this.#sight.find(id)?.isPaused) await this.#set(id, upload => ({ ...upload, isPaused: false }))
  }

  /** Removes an upload here and on the server. */
  async cancel(id: string): Promise<void> {
    const { mediaId } = this.#sight.find(id) ?? {}
    await this.#world.store.remove(id)
    this.#tell({ kind: 'gone', id })
    if (mediaId !== undefined) await this.#world.forget(mediaId).catch(() => {})
  }

  /** Removes an upload only here: what was sent is in use on the server. */
  async letGo(id: string): Promise<void> {
    await this.#world.store.remove(id)
    this.#tell({ kind: 'gone', id })
  }

  /** Restarts failed uploads from the beginning, if their files are still at hand. */
  async retry(ids: readonly string[]): Promise<void> {
    await this.load()
    for (const id of ids) {
      const upload = this.#sight.find(id)
      if (upload?.state !== 'FAIL') continue
      const again = startedAfresh(upload)
      const file = this.#sight.held(id)
      if (file) await this.#keep(again, file)
      else await this.#set(id, () => again)
    }
  }

  /** The outcome of the uploads a write waits for; starts those of an earlier visit. */
  async outcome(ids: readonly string[]): Promise<UploadsOutcome> {
    await this.load()
    const outcome = outcomeOf(ids.map(id => this.#sight.find(id)))
    if (outcome.kind === 'waiting') this.wake()
    return outcome
  }

  async refused(ids: readonly string[]): Promise<void> {
    for (const id of ids) await this.#set(id, upload => failed(upload, 'upload_failed'))
  }

  released(ids: readonly string[]): void {
    for (const id of ids) this.#tell({ kind: 'gone', id })
  }

  async discard(ids: readonly string[]): Promise<void> {
    await this.load()
    await Promise.all(ids.map(id => this.cancel(id)))
  }

  readonly onSettled = (listener: () => void): void => void this.#settled.add(listener)

  /** Reads the uploads of an earlier visit, once. */
  load = (): Promise<void> => this.#sight.load()
  view = (id: string): UploadView | undefined => this.#sight.view(id)
  /** The uploads of the user with this purpose, the earliest first. */
  withPurpose = (purpose: StoredUpload['purpose']): string[] =>
    this.#sight.all().flatMap(upload => (upload.purpose === purpose ? [upload.id] : []))
  readonly onChange = (listener: () => void) => this.#sight.onChange(listener)
  /** Increases with every change: the version a view was read at. */
  readonly version = () => this.#sight.version()

  /** Records the result of the server's conversion. */
  async converted(id: string, state: 'DONE' | 'FAIL', code: string | null): Promise<void> {
    await this.#set(id, upload => (state === 'DONE' ? { ...upload, state } : failed(upload, code ?? 'file_broken')))
    this.#tellSettled()
  }

  /** Handles a message from another tab. */
  hear(news: UploadNews): void {
    this.#take(news)
    if (news.kind !== 'put') return
    if (news.upload.state !== 'NOT_UPLOADED') this.#tellSettled()
    else if (!news.upload.isPaused) this.wake()
  }

  /** Sends pending uploads as soon as no other tab does. */
  wake(): void {
    if (this.#isHolding) this.#fill()
    void this.#turns.run('', 'due')
  }

  async #turn(): Promise<void> {
    await this.#sight.reload()
    await new Promise<void>(resolve => {
      this.#onIdle = resolve
      this.#isHolding = true
      this.#fill()
    })
  }

  /** Starts as many as may run at once; lets another tab take over when there are none. */
  #fill() {
    const { isOffline, userId } = this.#world
    for (const upload of this.#sight.all()) {
      if (this.#active.size >= atOnce || isOffline()) break
      const isFree = !this.#active.has(upload.id) && !this.#resting.has(upload.id)
      if (isFree && upload.state === 'NOT_UPLOADED' && !upload.isPaused && upload.userId === userId())
        this.#begin(upload)
    }
    if (this.#active.size > 0) return
    this.#isHolding = false
    this.#onIdle()
  }

  #begin(upload: StoredUpload) {
    const { id } = upload
    let isStopped = false
    let transfer: Transfer | undefined
    const stop = () => {
      isStopped = true
      transfer?.stop()
    }
    const send = async (): Promise<TransferEnd> => {
      const file = this.#sight.held(id) ?? (await this.#world.store.file(id))
      if (isStopped) return { kind: 'stopped' }
      if (!file && upload.purpose) return { kind: 'refused', code: 'file_needed', message: '' }
      if (!file) return { kind: 'unreadable' }
      transfer = this.#world.send(upload, file, {
        onMade: place => this.#set(id, before => ({ ...before, ...place })),
        onKept: offset => this.#kept(id, offset),
        onProgress: offset => this.#tell({ kind: 'progress', id, offset }),
      })
      return transfer.end
    }
    const end = send().catch((): TransferEnd => ({ kind: 'again' }))
    this.#active.set(id, { end, stop })
    void end.then(how => this.#ended(id, how))
  }

  async #ended(id: string, how: TransferEnd) {
    if (how.kind === 'again') this.#rest(id, how.after)
    if (how.kind === 'signed out') this.#rest(id, longestDelay)
    await this.#set(id, before => withEnd(before, how)).catch(() => this.#rest(id))
    this.#active.delete(id)
    this.#fill()
    if (this.#sight.find(id)?.state !== 'NOT_UPLOADED') this.#tellSettled()
  }

  async #kept(id: string, offset: number) {
    this.#failures.delete(id)
    await this.#set(id, upload => ({ ...upload, offset }))
  }

  #rest(id: string, asked = 0) {
    const failures = (this.#failures.get(id) ?? 0) + 1
    this.#failures.set(id, failures)
    const delay = backOff(failures, firstDelay, longestDelay, asked)
    this.#resting.get(id)?.()
    const callOff = this.#world.later(delay, () => {
      this.#resting.delete(id)
      this.wake()
    })
    this.#resting.set(id, callOff)
  }

  /** Cancels pauses, because the network changed or somebody is looking. */
  hurry(): void {
    this.#sight.refresh()
    for (const callOff of this.#resting.values()) callOff()
    this.#resting.clear()
    this.wake()
  }

  async #keep(upload: StoredUpload, file: Blob | undefined) {
    const { store } = this.#world
    const isFull = (error: Error) => error.name === 'QuotaExceededError'
    const stored = await store
      .add(upload, file)
      .catch((error: Error) => {
        if (!isFull(error) || !upload.purpose) throw error
        return store.add(upload, undefined)
      })
      .then(
        () => upload,
        (error: Error) => failed(upload, isFull(error) ? 'no_space' : 'unreadable'),
      )
    this.#tell({ kind: 'put', upload: stored })
    this.wake()
  }

  async #set(id: string, next: (upload: StoredUpload) => StoredUpload) {
    const upload = await this.#world.store.change(id, next)
    if (!upload) return this.#take({ kind: 'gone', id })
    this.#tell({ kind: 'put', upload })
    if (upload.state === 'NOT_UPLOADED' && !upload.isPaused) this.wake()
  }

  #tell(news: UploadNews) {
    this.#take(news)
    this.#world.announce(news)
  }

  #take(news: UploadNews) {
    this.#sight.apply(news)
    const isWanted = news.kind === 'put' ? !news.upload.isPaused : news.kind !== 'gone'
    const id = news.kind === 'put' ? news.upload.id : news.id
    if (!isWanted) this.#active.get(id)?.stop()
  }

  #tellSettled() {
    for (const listener of this.#settled) listener()
  }
}
