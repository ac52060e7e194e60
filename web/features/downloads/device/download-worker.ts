import { downloadsDatabase, changeFile, fetchingLock, filesToFetch, onChanged, tellChanged } from './records.ts'
import { faultsOf } from './check-files.ts'
import { Downloader, FileRefused, type DownloadWorld, type OpenFile } from './downloader.ts'
import { findFile, makeFile } from './private-files.ts'
import { budgetUnlessSet } from './settings.ts'

/** Only a worker may write into a file of the private file system at once. */
type AccessHandle = {
  getSize(): number
  write(bytes: Uint8Array, options: { at: number }): number
  truncate(bytes: number): void
  flush(): void
  close(): void
}
type Connection = { type?: string; saveData?: boolean }

async function holder(): Promise<number | undefined> {
  return (await (await downloadsDatabase()).get('holder', 'holder'))?.userId
}

async function open(path: string): Promise<OpenFile> {
  const handle = (await makeFile(path)) as FileSystemFileHandle & { createSyncAccessHandle(): Promise<AccessHandle> }
  const access = await handle.createSyncAccessHandle()
  return {
    size: () => access.getSize(),
    write(bytes, at) {
      // Not every browser throws where the device is full.
      if (access.write(bytes, { at }) < bytes.length)
        throw new DOMException('Not all was written', 'QuotaExceededError')
    },
    cut: bytes => access.truncate(bytes),
    flush: () => access.flush(),
    close: () => access.close(),
  }
}

async function fetchRange(url: string, first: number, last: number, signal: AbortSignal) {
  const answer = await fetch(url, { headers: { range: `bytes=${first}-${last}` }, signal, cache: 'no-store' })
  if (answer.status >= 500 || answer.status === 429) throw new Error(`The file answered ${answer.status}`)
  const total = /\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1]
  if (answer.status !== 206 || total === undefined) throw new FileRefused(`The file answered ${answer.status}`)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  if (bytes.length !== last - first + 1) throw new Error('The range was cut off')
  return { bytes, total: Number(total) }
}

async function hash(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))
  return Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('')
}

function isMetered(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection }
  return connection?.saveData === true || connection?.type === 'cellular'
}

const world: DownloadWorld = {
  async files() {
    const userId = await holder()
    return userId === undefined ? [] : filesToFetch(userId)
  },
  change: changeFile,
  async budget() {
    const userId = await holder()
    const kept = userId === undefined ? undefined : await (await downloadsDatabase()).get('settings', userId)
    return kept?.budget ?? budgetUnlessSet
  },
  open,
  fetchRange,
  hash,
  isOffline: () => !navigator.onLine,
  isMetered,
  tell: tellChanged,
  wait: ms => new Promise(resolve => setTimeout(resolve, ms)),
}

const checking = {
  async find(path: string) {
    const file = await findFile(path)
    if (!file) return undefined
    const read = async (first: number, last: number) => new Uint8Array(await file.slice(first, last + 1).arrayBuffer())
    return { size: file.size, read }
  },
  hash,
}

/** Looks whether loaded files are still what they were; compares all hashes where `all` is set. */
async function check(all: boolean): Promise<void> {
  let hasChanged = false
  for (const file of await world.files()) {
    if (file.status !== 'loaded') continue
    const faults = await faultsOf(checking, file, Date.now(), all)
    if (!faults) continue
    await changeFile(file.key, kept => (kept.status === 'loaded' ? { ...kept, ...faults } : undefined))
    hasChanged ||= faults.status !== undefined
  }
  if (hasChanged) tellChanged()
}

/** What could not be looked at keeps nothing from being fetched. */
const reportUnchecked = (error: unknown) => console.warn('Downloads could not be checked', error)

const downloader = new Downloader(world)
let isWanted = false
let running: Promise<unknown> | undefined

/** Fetches what waits: one worker of all tabs at a time, and once more when it was wanted meanwhile. */
function wake(): void {
  isWanted = true
  running ??= work().finally(() => {
    running = undefined
    if (isWanted) wake()
  })
}

async function work(): Promise<void> {
  await navigator.locks.request(fetchingLock, async () => {
    while (isWanted) {
      isWanted = false
      await downloader.run()
    }
  })
}

onChanged(() => {
  void downloader.look()
  wake()
})
addEventListener('online', wake)
addEventListener('message', ({ data }: MessageEvent<'wake' | 'check' | 'checkAll'>) => {
  if (data === 'wake') return wake()
  void check(data === 'checkAll')
    .catch(reportUnchecked)
    .then(wake)
})
