import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { LeaseWire } from '#shared/features/downloads/contract.ts'
import type { Quality } from '#shared/features/downloads/rules.ts'
import { asFetched, type FileRecord, inEachPlace, type StoredFile, withPlace } from './stored-file.ts'

/** A lease, and when this device received it by its own clock in ms. */
export type StoredLease = { id: string; userId: number; streamId: number; lease: LeaseWire; receivedAt: number }

/** Whose files may be played: the person, and the SHA-256 of their session's token, so that any other session finds them sealed. */
export type Holder = { userId: number; session: string }

export type DownloadSettings = {
  /** The most bytes that downloads may take. */
  budget: number
  /** How many days are fetched by themselves; 0: none. */
  automaticDays: number
  quality: Quality
}

interface DownloadsSchema extends DBSchema {
  files: { key: string; value: FileRecord; indexes: { userId: number } }
  leases: { key: string; value: StoredLease; indexes: { userId: number } }
  holder: { key: 'holder'; value: Holder }
  clock: { key: 'highest'; value: number }
  settings: { key: number; value: DownloadSettings }
}

let opened: Promise<IDBPDatabase<DownloadsSchema>> | undefined

/**
 * The records of downloads, opened once by a page, its worker and the service worker each. They are apart from the app's other
 * database, which is cleared when a session ends: downloads stay, sealed.
 */
export function downloadsDatabase(): Promise<IDBPDatabase<DownloadsSchema>> {
  opened ??= openDB<DownloadsSchema>('kurso-downloads', 1, {
    upgrade(database) {
      database.createObjectStore('files', { keyPath: 'key' }).createIndex('userId', 'userId')
      database.createObjectStore('leases', { keyPath: 'id' }).createIndex('userId', 'userId')
      database.createObjectStore('holder')
      database.createObjectStore('clock')
      database.createObjectStore('settings')
    },
    terminated: () => {
      opened = undefined
    },
  })
  opened.catch(() => {
    opened = undefined
  })
  return opened
}

export const fileKey = (userId: number, url: string) => `${userId} ${url}`
export const leaseId = (userId: number, streamId: number) => `${userId} ${streamId}`

async function recordsOf(userId: number): Promise<FileRecord[]> {
  const files = await (await downloadsDatabase()).getAllFromIndex('files', 'userId', userId)
  return files.toSorted((one, other) => one.addedAt - other.addedAt)
}

/** A person's files, those asked for first at the front; one that several streams want is there once for each. */
export const filesOf = async (userId: number): Promise<StoredFile[]> => (await recordsOf(userId)).flatMap(inEachPlace)

/** A person's files as they are fetched: each once. */
export const filesToFetch = async (userId: number): Promise<StoredFile[]> => (await recordsOf(userId)).map(asFetched)

/**
 * Replaces a file's record by what `next` makes of it, in one step that nothing else can come between; undefined leaves it.
 * Answers what is stored then; undefined when it is gone.
 */
export async function changeFile(
  key: string,
  next: (file: FileRecord) => FileRecord | undefined,
): Promise<FileRecord | undefined> {
  const changing = (await downloadsDatabase()).transaction('files', 'readwrite')
  const file = await changing.store.get(key)
  const changed = file && next(file)
  if (changed) void changing.store.put(changed)
  await changing.done
  return changed ?? file
}

/**
 * Adds files. One that is here or on its way is used as it is, and also counts for the days and lessons of the new one; one that
 * failed is tried again where `isPressed`, which also ends a pause. Answers how many were added or are tried again.
 */
export async function addFiles(files: readonly StoredFile[], isPressed: boolean): Promise<number> {
  const adding = (await downloadsDatabase()).transaction('files', 'readwrite')
  let added = 0
  for (const file of files) {
    const known = await adding.store.get(file.key)
    const isTaken = !known || (known.status === 'fail' && isPressed)
    void adding.store.put(!known ? file : isTaken ? again(known, file) : joined(known, file, isPressed))
    if (isTaken) added += 1
  }
  await adding.done
  return added
}

/** A file that failed, from what is here of it, for all that want it. */
function again(known: FileRecord, file: StoredFile): FileRecord {
  const { failure: _failure, code: _code, ...kept } = withPlace(known, file, () => file)
  const { status, failure, addedAt, bytes, hashes, isPaused, checkedAt } = file
  return { ...kept, status, ...(failure && { failure }), addedAt, bytes, hashes, isPaused, checkedAt }
}

function joined(known: FileRecord, file: StoredFile, isPressed: boolean): FileRecord {
  const { dayIds, lessonIds } = file
  const all = withPlace(known, file, place => {
    return { ...place, dayIds, lessonIds, isAutomatic: place.isAutomatic && (!isPressed || file.isAutomatic) }
  })
  return isPressed ? { ...all, isPaused: false } : all
}

/** Held by the one worker of all tabs that fetches. */
export const fetchingLock = 'kurso-downloads'

const channelName = 'kurso-downloads'

/** Tells the other tabs, the workers and this page's own listeners that something has changed. */
export function tellChanged(): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('changed')
  channel.close()
}

/** Calls `hear` whenever something has changed; answers the way to stop. */
export function onChanged(hear: () => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', hear)
  return () => channel.close()
}
