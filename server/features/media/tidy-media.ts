import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type ReceivingDependencies, sourceName } from './upload/receive-file.ts'
import { deleteRetired, listUnfinishedReplacements } from './library-queries.ts'
import { deleteOldUnusedUploads, deleteTrash, listStuckUploads, listTrash, setOldUploadsFailed } from './queries.ts'
import { finishReplacement } from './replace-file.ts'
import { keptMs } from './upload/tus-server.ts'

type Dependencies = ReceivingDependencies & { clock(): number }

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * Removes what nobody needs: uploads that nothing has referred to for seven days, the files of deleted items and what crashed
 * nodes left behind. A video that has waited for an hour is queued again; after two days it ends as FAIL. A file that is ready takes
 * the place it was sent for.
 */
export async function tidyMedia(dependencies: Dependencies): Promise<void> {
  const { database, clock } = dependencies
  const seconds = (ms: number) => Math.floor((clock() - ms) / 1000)
  await deleteOldUnusedUploads(database, seconds(keptMs))
  await deleteRetired(database, seconds(keptMs))
  for (const { id, key } of await setOldUploadsFailed(database, seconds(2 * dayMs))) {
    dependencies.onMediaChanged(id)
    await dependencies.store.removeFile(key, sourceName)
  }
  await emptyTrash(dependencies)
  await removeForgottenWork(dependencies)
  for (const { id } of await listStuckUploads(database, seconds(hourMs)))
    await database.inTransaction(tx => dependencies.convertLater(tx, id))
  await finishReplacements(dependencies)
}

/** One that fails keeps no other waiting, and is tried again the next time. */
async function finishReplacements(dependencies: Dependencies) {
  const failures: unknown[] = []
  for (const { id } of await listUnfinishedReplacements(dependencies.database))
    await finishReplacement(dependencies, id).catch((error: unknown) => failures.push(error))
  if (failures.length) throw new AggregateError(failures, 'Some files could not take the place they were sent for')
}

/** A key is forgotten only when its files are gone, so that a failure is tried again. */
async function emptyTrash({ database, store, folder }: Dependencies) {
  for (const { key } of await listTrash(database)) {
    await store.remove(key)
    for (const name of [key, `${key}.json`]) await rm(join(folder, name), { force: true })
    await deleteTrash(database, key)
  }
}

/** Work folders and forms untouched for a day, and parts of expired uploads. */
async function removeForgottenWork({ folder, clock }: Dependencies) {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    const usedForMs = /^(pictures|convert|form|import)-/.test(name) ? dayMs : keptMs + dayMs
    if (found && found.mtimeMs < clock() - usedForMs) await rm(path, { recursive: true, force: true })
  }
}
