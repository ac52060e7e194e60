import type { Database } from '#server/platform/database/database.ts'
import { copySubtitles } from './film-parts.ts'
import { findReplacement, lockBoth, setRetired, swapFiles } from './library-queries.ts'
import type { ReceivingDependencies } from './upload/receive-file.ts'

/**
 * Puts a file that is ready in the place of the one that it was sent to replace: that one's id, name and subtitles stay, and
 * what is stored of the old file is kept for a week, for who plays it now. Does nothing where none is to be replaced.
 */
export async function finishReplacement(
  deps: Pick<ReceivingDependencies, 'store' | 'folder'> & { database: Database },
  newId: number,
): Promise<void> {
  const found = await findReplacement(deps.database, newId)
  if (!found) return
  const { old, next } = found
  // Copied before the rows are held: it may take long.
  const kept = next.files.subtitles?.length ? next.files.subtitles : await copySubtitles(deps, old, next)
  await deps.database.inTransaction(async tx => {
    const ids = [old.id, newId]
    const held = await lockBoth(tx, ids)
    const isSame = ({ id, key }: { id: number; key: string }) => held.some(one => one.id === id && one.key === key)
    if (!isSame(old) || !isSame(next)) return
    await swapFiles(tx, old.id, newId, JSON.stringify(kept.length ? { subtitles: kept } : {}))
    await setRetired(tx, newId)
  })
}
