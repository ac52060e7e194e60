import { downloadsDatabase, fetchingLock } from './records.ts'
import { listFiles, removeFile } from './private-files.ts'

/**
 * Removes what lies in the private files without a record, left where the browser ended between the two. It waits until no tab
 * fetches, so that none has just made a file, and reads the records after the files, so that each file's is there by then.
 */
export async function sweepFiles(): Promise<void> {
  if ((await listFiles()).length === 0) return
  await navigator.locks.request(fetchingLock, async () => {
    const paths = await listFiles()
    const known = new Set((await (await downloadsDatabase()).getAll('files')).map(({ path }) => path))
    await Promise.allSettled(paths.filter(path => !known.has(path)).map(removeFile))
  })
}
