import { downloadsDatabase, filesOf, type StoredFile, tellChanged } from './records.ts'
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

/** Removes files: first their records, so that nothing plays or fetches them any more. */
export async function removeFiles(files: readonly StoredFile[]): Promise<void> {
  if (files.length === 0) return
  const removing = (await downloadsDatabase()).transaction('files', 'readwrite')
  for (const { key } of files) void removing.store.delete(key)
  await removing.done
  tellChanged()
  await Promise.allSettled(files.map(({ path }) => removeSoon(path)))
}

/** Removes everything of a person's from this device: files, leases and choices. */
export async function removeAllOf(userId: number): Promise<void> {
  const database = await downloadsDatabase()
  for (const id of await database.getAllKeysFromIndex('leases', 'userId', userId)) await database.delete('leases', id)
  await database.delete('settings', userId)
  await removeFiles(await filesOf(userId))
}
