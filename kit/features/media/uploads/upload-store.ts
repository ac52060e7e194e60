import { changeRow, rowsOf } from '#kit/queue/browser-queue.ts'
import { deleteUpload, localDatabase, type StoredUpload, type WaitingWrite } from '#kit/request/local-database.ts'

/** Where uploads and their files lie; the browser's database, or a test's own. */
export interface UploadStore {
  list(userId: number): Promise<StoredUpload[]>
  /** Stores an upload with its file, both or none. */
  add(upload: StoredUpload, file: Blob | undefined): Promise<void>
  /** Replaces an upload by what `next` makes of it, in one step; answers it, undefined when it is gone. */
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

/** How long a file that nothing came of stays on the device, in ms. */
const longest = 30 * 86_400_000

/** The uploads that nobody will come back to: begun a month ago, and no write waits for them. */
export function oldUploads(uploads: readonly StoredUpload[], writes: readonly WaitingWrite[], now: number): string[] {
  const wanted = new Set(writes.flatMap(write => write.uploads ?? []))
  return uploads.filter(({ id, at }) => at < now - longest && !wanted.has(id)).map(upload => upload.id)
}
