import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import type { MediaFiles } from './media-item.ts'
import { makeFrame } from './convert/make-renditions.ts'
import type { ReceivingDependencies } from './upload/receive-file.ts'

type Dependencies = Pick<ReceivingDependencies, 'store' | 'folder'>
type Item = { key: string; files: { mp4?: string; large?: string } }

const chosenPoster = 'poster-'

/** Whether a poster was chosen in the library: it is neither what a film came with nor made when it was converted. */
export const isChosenPoster = (path: string) => path.startsWith(chosenPoster)

type Subtitles = NonNullable<MediaFiles['subtitles']>[number]
type Film = Pick<Item, 'key'> & { files: Pick<MediaFiles, 'subtitles'> }

/** A part of an address: a file that is cached for ever gets another name when it changes. */
const newRun = () => randomUUID().slice(0, 8)

async function inFolder<Result>({ folder }: Dependencies, work: (folder: string) => Promise<Result>): Promise<Result> {
  const own = await mkdtemp(join(folder, 'parts-'))
  try {
    return await work(own)
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

/** Stores subtitles beside a film; answers their path. */
export function storeSubtitles(deps: Dependencies, { key }: Item, language: string, vtt: string): Promise<string> {
  return inFolder(deps, async folder => {
    const file = join(folder, 'subtitles.vtt')
    await writeFile(file, vtt)
    const path = `subtitles/${language}-${newRun()}.vtt`
    await deps.store.move(key, path, file)
    return path
  })
}

/** Stores what a film shows at a moment (seconds) beside it; answers its path. Throws a FileFailure when there is no picture. */
export function storeFrame(deps: Dependencies, { key, files }: Item, seconds: number): Promise<string> {
  return inFolder(deps, async folder => {
    const film = await localFile(deps.store, key, files.mp4 ?? '', folder)
    const file = join(folder, 'poster.jpg')
    await makeFrame(film, seconds, file, { bytes: (await stat(film)).size })
    const path = `${chosenPoster}${newRun()}.jpg`
    await deps.store.move(key, path, file)
    return path
  })
}

/** Stores a copy of a picture beside a film; answers its path. */
export function storePicture(deps: Dependencies, film: Item, picture: Item): Promise<string> {
  return copyPart(deps, picture, picture.files.large ?? '', film, `${chosenPoster}${newRun()}`)
}

/** Copies the subtitles of a film to another item; answers them as they are there. */
export async function copySubtitles(deps: Dependencies, from: Film, to: Film): Promise<Subtitles[]> {
  const copied: Subtitles[] = []
  for (const one of from.files.subtitles ?? []) {
    const path = await copyPart(deps, from, one.path, to, `subtitles/${one.language}-${newRun()}`)
    copied.push({ ...one, path })
  }
  return copied
}

/** Copies a file of one item to another one under `name`, to which its extension is added; answers the path. */
function copyPart(
  deps: Dependencies,
  from: Pick<Item, 'key'>,
  path: string,
  to: Pick<Item, 'key'>,
  name: string,
): Promise<string> {
  return inFolder(deps, async folder => {
    const file = join(folder, 'part')
    await deps.store.copyTo(from.key, path, file)
    const target = `${name}${extname(path)}`
    await deps.store.move(to.key, target, file)
    return target
  })
}

/** The path of a stored file: in the store, or of a copy in `folder` when the store is not a local one. */
export async function localFile(store: FileStore, key: string, path: string, folder: string): Promise<string> {
  const found = await store.find(key, path, 'GET')
  if ('folder' in found) return join(found.folder, found.path)
  const copy = join(folder, 'copy')
  await store.copyTo(key, path, copy)
  return copy
}
