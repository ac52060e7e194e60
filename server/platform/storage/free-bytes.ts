import { statfs } from 'node:fs/promises'

/** How much more the disk of a folder can take, in bytes. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** As programs say it whose errors have no code. */
const said = /no space left on device|wrote only \d+ of \d+ bytes/i

/** Whether a failure, of a file or of the database, says that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === '53100' || said.test(error.message)
}
