import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type FileStore, isPlace } from '#server/platform/storage/file-store.ts'
import { BackupError } from './archive-format.ts'

export type RestoredFiles = ReturnType<typeof fileRestorer>

/** Puts files into a store by way of a folder; `undo` removes those that were not there before. */
export function fileRestorer(store: FileStore, folder: string) {
  const added: { key: string; path: string }[] = []
  return {
    /** Also after a restore that was cut off. */
    async open() {
      await rm(folder, { recursive: true, force: true })
      await mkdir(folder, { recursive: true, mode: 0o700 })
    },
    async put(name: string, content: AsyncIterable<Buffer>) {
      const [key, path] = [name.slice(0, name.indexOf('/')), name.slice(name.indexOf('/') + 1)]
      if (!isPlace(key, path)) throw new BackupError(`The backup has a file at an impossible place: ${name}`)
      const work = join(folder, 'file')
      await pipeline(Readable.from(content), createWriteStream(work, { flush: true, mode: 0o600 }))
      if (!(await store.has(key, path))) added.push({ key, path })
      await store.move(key, path, work)
    },
    /** Removes what belongs to no item: its person was erased while the backup was made. */
    async keep(keys: ReadonlySet<string>) {
      for (const { key, path } of added) if (!keys.has(key)) await store.removeFile(key, path)
    },
    async undo() {
      for (const { key, path } of added) await store.removeFile(key, path).catch(() => undefined)
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
