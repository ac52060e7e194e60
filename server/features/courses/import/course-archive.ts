import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline as piped, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack, type Pack } from 'tar-stream'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import type { WrittenFiles } from './export-course.ts'

/**
 * A course in the open format with its files as a tar.gz, made as it is read, one file after the other. A file that a store has
 * elsewhere is fetched into a folder in `place` before. It breaks off where a file cannot be read, so that no reader takes it for whole.
 */
export function courseArchive(store: FileStore, written: WrittenFiles, place: string): Readable {
  const packed = pack()
  // Films shrink no further, and texts do at once.
  const archive = createGzip({ level: 1 })
  const gone = new AbortController()
  piped(packed, archive, () => undefined)
  archive.once('close', () => gone.abort())
  fill(packed, store, written, { place, signal: gone.signal }).then(
    () => packed.finalize(),
    (error: unknown) => archive.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return archive
}

type Filling = { place: string; signal: AbortSignal }

async function fill(
  packed: Pack,
  store: FileStore,
  { yaml, files }: WrittenFiles,
  { place, signal }: Filling,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    packed.entry({ name: 'course.yaml' }, yaml, error => (error ? reject(error) : resolve()))
  })
  for (const [name, stored] of Object.entries(files)) {
    const [key = '', ...rest] = stored.split('/')
    await withLocal(store, { key, path: rest.join('/'), place }, async file => {
      const { size } = await stat(file)
      signal.throwIfAborted()
      const source = createReadStream(file)
      try {
        await pipeline(source, packed.entry({ name, size, mode: 0o644 }), { signal })
      } finally {
        source.destroy()
      }
    })
  }
}

type Stored = { key: string; path: string; place: string }

async function withLocal(store: FileStore, { key, path, place }: Stored, work: (file: string) => Promise<void>) {
  const found = await store.find(key, path, 'GET')
  if ('folder' in found) return work(join(found.folder, found.path))
  const own = await mkdtemp(join(place, 'import-'))
  try {
    const file = join(own, 'file')
    await store.copyTo(key, path, file)
    await work(file)
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}
