import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import type { MediaFiles } from '../media-item.ts'

/** What was made of a film: the files by purpose, and their bytes together. */
export type MadeFiles = { files: MediaFiles; bytes: number }

/** The names that what was made gets in the store. */
type Names = { hls: string; mp4: string; poster: string }

/** Moves what `makeRenditions` has put into the folder `work` under the item's key. */
export async function keepMade(store: FileStore, key: string, work: string, names: Names): Promise<MadeFiles> {
  let bytes = 0
  const move = async (path: string, file: string) => {
    bytes += (await stat(file)).size
    await store.move(key, path, file)
  }
  const hls = join(work, 'hls')
  for (const entry of await readdir(hls, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (entry.isFile()) await move(`${names.hls}/${file.slice(hls.length + 1).replaceAll('\\', '/')}`, file)
  }
  await move(names.mp4, join(work, 'video.mp4'))
  await move(names.poster, join(work, 'poster.jpg'))
  return { files: { mp4: names.mp4, hls: `${names.hls}/master.m3u8`, poster: names.poster }, bytes }
}
