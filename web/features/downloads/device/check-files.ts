import { rangeAt, rangeCount } from '#shared/features/downloads/rules.ts'
import type { StoredFile } from './stored-file.ts'

/** What checking needs of the browser. */
type CheckWorld = {
  /** A stored file; undefined when it is gone. */
  find(path: string): Promise<{ size: number; read(first: number, last: number): Promise<Uint8Array> } | undefined>
  hash(bytes: Uint8Array): Promise<string>
}

/** How long a file counts as checked, in ms. */
const checkedFor = 86_400_000

/**
 * What a loaded file is found to be: undefined when nothing is wrong with it. One that the browser has removed is gone; one of
 * another size than it should have, and damaged ranges, are fetched again. Hashes are compared once a day, or `all` of them now.
 */
export async function faultsOf(
  world: CheckWorld,
  file: StoredFile,
  now: number,
  all: boolean,
): Promise<Partial<StoredFile> | undefined> {
  const found = await world.find(file.path)
  if (!found) return { status: 'fail', failure: 'gone', done: 0, damaged: [] }
  if (found.size !== file.bytes) return { status: 'pending', done: wholeRanges(found.size, file.bytes), damaged: [] }
  if (!all && now - file.checkedAt < checkedFor) return undefined
  const damaged: number[] = []
  for (let index = 0; index < rangeCount(file.bytes); index += 1) {
    const { first, last } = rangeAt(index, file.bytes)
    if ((await world.hash(await found.read(first, last))) !== file.hashes[index]) damaged.push(index)
  }
  return damaged.length > 0 ? { status: 'pending', damaged } : { checkedAt: now }
}

/** How many ranges of a file of `bytes` lie whole within its first `size` bytes. */
function wholeRanges(size: number, bytes: number): number {
  let count = 0
  while (count < rangeCount(bytes) && rangeAt(count, bytes).last < size) count += 1
  return count
}
