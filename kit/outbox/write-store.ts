import { changeRow, rowsOf } from '#kit/queue/browser-queue.ts'
import { localDatabase, type WaitingWrite } from '#kit/request/local-database.ts'

/** Where writes wait; the browser's database, or a test's own. */
export interface WriteStore {
  /** A user's writes, in the order they were made. */
  list(userId: number): Promise<WaitingWrite[]>
  /** Stores a write for good and answers its id. */
  add(write: Omit<WaitingWrite, 'id'>): Promise<number>
  /**
   * Replaces a write by what `next` makes of it, in one step that no other tab can come between; undefined leaves it.
   * Answers what was stored, undefined when it is gone or was left.
   */
  change(id: number, next: (write: WaitingWrite) => WaitingWrite | undefined): Promise<WaitingWrite | undefined>
  /** Forgets a write together with the files that were kept for it. */
  remove(write: WaitingWrite): Promise<void>
}

export const databaseWrites: WriteStore = {
  list: userId => rowsOf('writes', userId),
  async add(write) {
    const adding = (await localDatabase()).transaction('writes', 'readwrite', { durability: 'strict' })
    const added = adding.store.add(write as WaitingWrite)
    // Without waiting for the answer: a tab that is closed meanwhile would take the write back.
    adding.commit()
    const [id] = await Promise.all([added, adding.done])
    return id
  },
  change: (id, next) => changeRow('writes', id, next),
  async remove({ id, uploads = [] }) {
    const removing = (await localDatabase()).transaction(['writes', 'uploads', 'files'], 'readwrite')
    void removing.objectStore('writes').delete(id)
    for (const upload of uploads) {
      void removing.objectStore('uploads').delete(upload)
      void removing.objectStore('files').delete(upload)
    }
    await removing.done
  },
}
