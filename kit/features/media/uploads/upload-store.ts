import { changeRow, rowsOf } from '#kit/queue/browser-queue.ts'
import { deleteUpload, localDatabase, type StoredUpload, type WaitingWrite } from '#kit/request/local-database.ts'

/** Stores uploads and their files; the browser's database, or a test's own. */
export interface UploadStore {
  list(userId: number): Promise<StoredUpload[]>
  /** Stores an upload with its file, both or none. */
  add(upload: StoredUpload, file: Blob | undefined): Promise<void>
  /** Replaces an upload with the result of `next`, in one step; returns it, or undefined when it is gone. */
  change(id: string, next: (upload: StoredUpload) => StoredUpload): Promise<StoredUpload | undefined>
  file(id: string): Promise<Blob | undefined>
  remove(id: string): Promise<void>
}

export const databaseUploads: UploadStore = {
  list: userId => rowsOf('uploads', userId),
  async add(upload, file) {
    const adding = (await localDatabase()).transaction(['uploads', 'files'], 'readwrite')
    const puts = [adding.objectStore('uploads').put(upload)]
    if (file) puts.push(adding.objectStore('files').put(file, upload.id))
    await Promise.all([...puts, adding.done])
  },
  change: (id, next) => changeRow('uploads', id, next),
  file: async id => (await localDatabase()).get('files', id),
  remove: deleteUpload,
}

/** How long an abandoned file stays on the device, in ms. */
const longest = 30 * 86_400_000

/** Abandoned uploads: started a month ago, with no write waiting for them. */
export function oldUploads(uploads: readonly StoredUpload[], writes: readonly WaitingWrite[], now: number): string[] {
  const wanted = new Set(writes.flatMap(write => write.uploads ?? []))
  return uploads.filter(({ id, at }) => at < now - longest && !wanted.has(id)).map(upload => upload.id)
}
