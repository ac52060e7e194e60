import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'
const enough = 2 * 1024 ** 3

/** Where databases of tests may lie. */
export const testFolders = [tmpdir(), memory].filter(existsSync)

/**
 * Where tests keep a database: in memory if 2 GiB are free there, else where temporary files go. A database is a thousand small
 * files: on a disk they are a seventh of all that the tests cost, and much more while others write to it.
 */
export function fastFolder(): string {
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > enough ? memory : tmpdir()
}
