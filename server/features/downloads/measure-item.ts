import { createHash } from 'node:crypto'
import { findUploadedById } from '#server/features/media/queries.ts'
import type { UploadedRow } from '#server/features/media/media-item.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { rangeBytes } from '#shared/features/downloads/rules.ts'
import { makeLighter } from './make-lighter.ts'
import type { Measuring } from './measuring.ts'
import { keepMeasured, listMeasured, type MeasuredFile, type MeasuredItem } from './queries.ts'
import { isFound, sourceOf, type WantedFile, wantedFiles } from './wanted-files.ts'

/**
 * Keeps the sizes and hashes of a media item's files; a film's smaller picture and its sound alone are made first. Each file is
 * read once: what is known of one that has not changed stays. What was not there is looked for again.
 */
export async function measureItem(measuring: Measuring, mediaId: number, signal: AbortSignal): Promise<void> {
  const { database, store } = measuring
  const item = await findUploadedById(database, mediaId)
  if (item?.status !== 'DONE') return
  const source = sourceOf(item)
  const [known] = await listMeasured(database, [mediaId])
  if (known?.source === source && isFound(item, known.files)) return
  const before = knownFiles(item, known)
  const hasFilm = [...before.values()].some(({ purpose }) => purpose === 'full')
  const lighter = hasFilm ? lighterIn(before) : await makeLighter(measuring, item, signal)
  const files: MeasuredFile[] = []
  for (const wanted of [...wantedFiles(item), ...lighter]) {
    signal.throwIfAborted()
    const measured = before.get(wanted.path) ?? (await measure(store, item.key, wanted))
    if (measured) files.push(measured)
  }
  await keepMeasured(database, mediaId, source, JSON.stringify(files))
}

/** What is known of an item under the same key: there a path never stands for another file. */
function knownFiles({ key }: UploadedRow, known: MeasuredItem | undefined): ReadonlyMap<string, MeasuredFile> {
  const isOfKey = known !== undefined && known.source.startsWith(JSON.stringify([key]).slice(0, -1))
  return new Map((isOfKey ? known.files : []).map(file => [file.path, file]))
}

function lighterIn(known: ReadonlyMap<string, MeasuredFile>): WantedFile[] {
  return [...known.values()].filter(({ purpose }) => purpose === 'small' || purpose === 'sound')
}

/** Undefined when the file is not there. */
async function measure(
  store: FileStore,
  key: string,
  { purpose, path }: WantedFile,
): Promise<MeasuredFile | undefined> {
  const found = await store.read(key, path)
  if (!found) return undefined
  const hashes: string[] = []
  let hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of found.content as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + rangeBytes - (bytes % rangeBytes))
      hash.update(part)
      at += part.length
      bytes += part.length
      if (bytes % rangeBytes > 0) continue
      hashes.push(hash.digest('hex'))
      hash = createHash('sha256')
    }
  }
  if (bytes % rangeBytes > 0) hashes.push(hash.digest('hex'))
  return { purpose, path, bytes, hashes }
}
