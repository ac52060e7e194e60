import { doneBytes } from '../progress-of.ts'
import type { DownloadFailure, StoredFile } from './stored-file.ts'
import { rangeAt, rangeCount, storageFull } from '#shared/features/downloads/rules.ts'

/** A file that is open for writing. */
export type OpenFile = {
  size(): number
  write(bytes: Uint8Array, at: number): void
  /** Makes it exactly so long. */
  cut(bytes: number): void
  /** Returns once what was written survives the end of the browser. */
  flush(): void
  close(): void
}

/** The server does not hand a file out, or not as it was measured. */
export class FileRefused extends Error {}

/** The school could not be reached, or had no answer. */
class Unreached extends Error {}

/** What the downloader needs of the browser. */
export type DownloadWorld = {
  files(): Promise<StoredFile[]>
  change(key: string, next: (file: StoredFile) => StoredFile | undefined): Promise<StoredFile | undefined>
  /** The most bytes that the person's files may take. */
  budget(): Promise<number>
  open(path: string): Promise<OpenFile>
  /** The bytes `first` to `last` of an address, and how many it has in all. Throws FileRefused, or anything when the network is gone. */
  fetchRange(
    url: string,
    first: number,
    last: number,
    signal: AbortSignal,
  ): Promise<{ bytes: Uint8Array; total: number }>
  /** SHA-256, hex. */
  hash(bytes: Uint8Array): Promise<string>
  isOffline(): boolean
  /** Whether every byte costs: then nothing is fetched by itself. */
  isMetered(): boolean
  /** Tells the pages that something has changed. */
  tell(): void
  wait(ms: number): Promise<void>
}

const triesOfRange = 3
/** How often a device that will not write is asked to. */
const triesOfDevice = 3
const firstWait = 1000
const longestWait = 30_000

/** How a file's turn ended: it is whole; failed for good, was taken back or paused; or the network or the device failed, and may not next time. */
type Turn = 'done' | 'left' | 'again'

/** Fetches a person's files one after another, range by range. */
export class Downloader {
  readonly #world: DownloadWorld
  #current: { key: string; stop: AbortController } | undefined
  /** How often the device failed, by file. */
  readonly #refusals = new Map<string, number>()

  constructor(world: DownloadWorld) {
    this.#world = world
  }

  /**
   * Fetches all that waits, until nothing can be fetched. Failures of the network are tried again after a while, other files first:
   * those that never come keep none of them waiting. A device that fails is tried a few times.
   */
  async run(): Promise<void> {
    let failures = 0
    const failed = new Set<string>()
    for (let file = await this.#next(failed); file; file = await this.#next(failed)) {
      const turn = await this.#fetch(file)
      failures = turn === 'again' ? failures + 1 : 0
      if (turn !== 'again') continue
      failed.add(file.key)
      if (this.#world.isOffline()) return
      await this.#world.wait(Math.min(longestWait, firstWait * 2 ** (failures - 1)))
    }
  }

  /** Stops what is being fetched if it is no longer wanted. */
  async look(): Promise<void> {
    const current = this.#current
    if (!current) return
    const file = (await this.#world.files()).find(({ key }) => key === current.key)
    if (!isWanted(file)) current.stop.abort()
  }

  /** The first file that waits; those that have failed only once all others have had their turn. */
  async #next(failed: Set<string>): Promise<StoredFile | undefined> {
    const { isOffline, isMetered } = this.#world
    if (isOffline()) return undefined
    const all = (await this.#world.files()).filter(isWanted)
    const waiting = all.filter(file => !file.isAutomatic || !isMetered())
    const next = waiting.find(({ key }) => !failed.has(key))
    if (!next) failed.clear()
    return next ?? waiting[0]
  }

  async #fetch(file: StoredFile): Promise<Turn> {
    const stop = new AbortController()
    this.#current = { key: file.key, stop }
    try {
      if (await this.#isOverBudget(file)) return await this.#fail(file.key, 'budget')
      const begun = await this.#mark(file.key, { status: 'loading' }, isWanted)
      if (!isWanted(begun)) return 'left'
      return await this.#fetchRanges(begun, stop.signal)
    } catch (error) {
      return await this.#explain(file.key, error, stop.signal)
    } finally {
      this.#current = undefined
      this.#world.tell()
    }
  }

  async #isOverBudget(file: StoredFile): Promise<boolean> {
    const others = (await this.#world.files()).filter(({ key }) => key !== file.key)
    return others.reduce((sum, one) => sum + doneBytes(one), file.bytes) > (await this.#world.budget())
  }

  async #fetchRanges(file: StoredFile, signal: AbortSignal): Promise<Turn> {
    const open = await this.#world.open(file.path)
    try {
      let { done, damaged } = whatIsHere(file, open.size())
      const count = rangeCount(file.bytes)
      for (let index = damaged[0] ?? done; index < count; index = damaged[0] ?? done) {
        const bytes = await this.#range(file, index, signal)
        open.write(bytes, rangeAt(index, file.bytes).first)
        open.flush()
        if (damaged.length > 0) damaged = damaged.slice(1)
        else done += 1
        const kept = await this.#mark(file.key, { done, damaged })
        if (!isWanted(kept)) return await this.#leave(file.key)
        this.#world.tell()
      }
      open.cut(file.bytes)
      open.flush()
    } finally {
      open.close()
    }
    this.#refusals.delete(file.key)
    await this.#world.change(file.key, ({ failure: _failure, code: _code, ...kept }) => ({
      ...kept,
      status: 'loaded',
      done: rangeCount(file.bytes),
      damaged: [],
      checkedAt: Date.now(),
    }))
    return 'done'
  }

  /** A range that has the hash which the school has told. */
  async #range(file: StoredFile, index: number, signal: AbortSignal): Promise<Uint8Array> {
    const { first, last } = rangeAt(index, file.bytes)
    for (let tries = 0; tries < triesOfRange; tries += 1) {
      const { bytes, total } = await this.#world.fetchRange(file.url, first, last, signal).catch(asUnreached)
      signal.throwIfAborted()
      if (total !== file.bytes) throw new FileRefused('The file has another size than the school has measured')
      if ((await this.#world.hash(bytes)) === file.hashes[index]) return bytes
    }
    throw new RangeBroken()
  }

  async #explain(key: string, error: unknown, signal: AbortSignal): Promise<Turn> {
    if (signal.aborted) return this.#leave(key)
    if (isFull(error)) return this.#fail(key, 'space')
    if (error instanceof RangeBroken) return this.#fail(key, 'broken')
    if (error instanceof FileRefused) return this.#fail(key, 'refused')
    if (!(error instanceof Unreached) && this.#hasRefused(key)) return this.#fail(key, 'device')
    await this.#mark(key, { status: 'pending' })
    return 'again'
  }

  /** Whether the device has failed as often as it is asked. */
  #hasRefused(key: string): boolean {
    const times = (this.#refusals.get(key) ?? 0) + 1
    this.#refusals.set(key, times)
    if (times < triesOfDevice) return false
    this.#refusals.delete(key)
    return true
  }

  async #fail(key: string, failure: DownloadFailure): Promise<Turn> {
    const isOfSpace = failure === 'space' || failure === 'budget'
    await this.#mark(key, { status: 'fail', failure, ...(isOfSpace && { code: storageFull }) })
    return 'left'
  }

  /** A file that was paused waits; one that failed meanwhile has failed. */
  async #leave(key: string): Promise<Turn> {
    await this.#mark(key, { status: 'pending' }, ({ status }) => status === 'loading')
    return 'left'
  }

  /** Changes the record of a file, if it is still one that is meant. */
  #mark(
    key: string,
    marks: Partial<StoredFile>,
    isMeant: (file: StoredFile) => boolean = () => true,
  ): Promise<StoredFile | undefined> {
    return this.#world.change(key, file => (isMeant(file) ? { ...file, ...marks } : file))
  }
}

class RangeBroken extends Error {}

function asUnreached(error: unknown): never {
  throw error instanceof FileRefused ? error : new Unreached('The school was not reached', { cause: error })
}

const isFull = (error: unknown) => error instanceof Error && error.name === 'QuotaExceededError'

/** Whether a file waits to be fetched, or was being fetched when the browser ended. */
function isWanted(file: StoredFile | undefined): file is StoredFile {
  return file !== undefined && !file.isPaused && (file.status === 'pending' || file.status === 'loading')
}

/** What a file has of its ranges: what was recorded, as far as the file reaches. */
function whatIsHere(file: StoredFile, size: number): Pick<StoredFile, 'done' | 'damaged'> {
  let done = Math.min(file.done, rangeCount(file.bytes))
  while (done > 0 && rangeAt(done - 1, file.bytes).last >= size) done -= 1
  return { done, damaged: file.damaged.filter(index => index < done) }
}
