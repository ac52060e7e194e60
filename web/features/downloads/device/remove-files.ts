import { downloadsDatabase, filesOf, tellChanged } from './records.ts'
import { type StoredFile, withoutPlace } from './stored-file.ts'
import { removeFile } from './private-files.ts'

const tries = 20
const pause = 250

/** A worker may have it open for a moment after its record is gone. */
async function removeSoon(path: string): Promise<void> {
  for (let left = tries; left > 0; left -= 1) {
    try {
      return await removeFile(path)
    } catch (error) {
      if (left === 1) throw error
      await new Promise(resolve => setTimeout(resolve, pause))
    }
  }
}

/**
 * Removes files from the streams that they are of; what no other stream wants goes: first its record, so that nothing plays or fetches
 * it any more.
 */
export async function removeFiles(files: readonly Pick<StoredFile, 'key' | 'streamId'>[]): Promise<void> {
  if (files.length === 0) return
  const removing = (await downloadsDatabase()).transaction('files', 'readwrite')
  const gone: string[] = []
  for (const { key, streamId } of files) {
    const record = await removing.store.get(key)
    if (!record) continue
    const left = withoutPlace(record, streamId)
    void (left ? removing.store.put(left) : removing.store.delete(key))
    if (!left) gone.push(record.path)
  }
  await removing.done
  tellChanged()
  await Promise.allSettled(gone.map(removeSoon))
}

/** Removes everything of a person's from this device: files, leases and choices. */
export async function removeAllOf(userId: number): Promise<void> {
  const database = await downloadsDatabase()
  for (const id of await database.getAllKeysFromIndex('leases', 'userId', userId)) await database.delete('leases', id)
  await database.delete('settings', userId)
  await removeFiles(await filesOf(userId))
}
