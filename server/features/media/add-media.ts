import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Db } from '#server/platform/database/statement.ts'
import { contentTypeOf, extensionFromBytes } from '#server/platform/storage/content-types.ts'
import { type FileStore, newFileKey } from '#server/platform/storage/file-store.ts'
import { convertFilm } from './convert/convert-film.ts'
import { FileFailure } from './upload/file-kind.ts'
import { hlsParts, isWholeMp4, probeVideo, ReadTooSlowly, type VideoFigures } from './convert/video-facts.ts'
import { mediaTypeCodes } from '#shared/features/media/forms.ts'
import { type MediaFiles } from './media-item.ts'
import { findMediaBySource, insertMedia } from './queries.ts'

/** Files beside a course; every path is absolute. */
type VideoSource = {
  kind: 'video'
  name: string
  mp4?: string
  /** The main playlist; its parts are in its folder or below. */
  hls?: string
  poster?: string
  subtitles: { language: string; name: string; file: string }[]
  /** Used only when this machine has no ffprobe. */
  figures?: VideoFigures
}
type ImageSource = { kind: 'image'; name: string; large: string; medium?: string; small?: string }
type DocumentSource = { kind: 'document'; name: string; file: string }
export type MediaSource = VideoSource | ImageSource | DocumentSource

/** A file that is missing or not what it should be; `file` is its absolute path. */
export class MediaError extends Error {
  readonly file: string
  constructor(file: string, reason: string) {
    super(reason)
    this.file = file
  }
}

type Part = { path: string; file: string; hash: string; bytes: number }
type Plan = { files: MediaFiles; parts: Part[]; mime: string }

/** `onNewKey` is called before anything is written under a new key, so that a failed import can remove it. */
export type Adding = { brandId: string; onNewKey(key: string): void; isConverting: boolean }

/**
 * Stores files as one item of a brand; adding the same files with the same name again answers the same item. With `isConverting` a new
 * film that comes without a playlist is converted as uploads are.
 */
export async function addMedia(
  db: Db,
  store: FileStore,
  source: MediaSource,
  { brandId, onNewKey, isConverting }: Adding,
): Promise<{ id: number; key: string; parts: readonly Part[] }> {
  const plan = await planOf(source)
  const sourceHash = createHash('sha256')
    .update(JSON.stringify([source.kind, source.name, plan.files, plan.parts.map(({ path, hash }) => [path, hash])]))
    .digest('hex')
  const known = await findMediaBySource(db, brandId, sourceHash)
  if (known) {
    await putMissing(store, known.key, plan.parts)
    return { ...known, parts: plan.parts }
  }
  const figures = source.kind === 'video' ? await figuresOf(source) : undefined
  const key = newFileKey()
  onNewKey(key)
  await putMissing(store, key, plan.parts)
  const { files: made, bytes: madeBytes } = isConverting ? await converted(store, key, source) : nothingMade
  const row = await insertMedia(
    db,
    JSON.stringify({
      key,
      type: mediaTypeCodes[source.kind],
      name: source.name,
      mime: plan.mime,
      brandId,
      bytes: plan.parts.reduce((sum, part) => sum + part.bytes, 0),
      madeBytes,
      width: figures?.width ?? null,
      height: figures?.height ?? null,
      durationMs: figures?.durationMs ?? 0,
      files: { ...plan.files, ...made, ...(plan.files.poster && { poster: plan.files.poster }) },
      sourceHash,
    }),
  )
  if (!row) throw new Error('The media row was not written')
  return { id: row.id, key, parts: plan.parts }
}

const nothingMade = { files: {} as MediaFiles, bytes: 0 }

async function converted(store: FileStore, key: string, source: MediaSource): Promise<typeof nothingMade> {
  if (source.kind !== 'video' || source.mp4 === undefined || source.hls !== undefined) return nothingMade
  const { mp4 } = source
  return convertFilm(store, key, mp4).catch((error: unknown) => {
    throw error instanceof FileFailure ? new MediaError(mp4, 'cannot be converted') : error
  })
}

async function putMissing(store: FileStore, key: string, parts: readonly Part[]) {
  for (const { path, file } of parts) if (!(await store.has(key, path))) await store.put(key, path, file)
}

function planOf(source: MediaSource): Promise<Plan> {
  if (source.kind === 'video') return videoPlan(source)
  return source.kind === 'image' ? imagePlan(source) : documentPlan(source)
}

const pictures = ['.webp', '.avif', '.jpg', '.png', '.gif']

async function videoPlan({ mp4, hls, poster, subtitles }: VideoSource): Promise<Plan> {
  const files: MediaFiles = {}
  const parts: Part[] = []
  if (mp4 !== undefined) {
    parts.push(await partOf('video.mp4', mp4, ['.mp4']))
    if (!(await isWholeMp4(mp4))) throw new MediaError(mp4, 'is cut off')
    files.mp4 = 'video.mp4'
  }
  if (hls !== undefined) {
    await partOf('', hls, ['.m3u8'])
    const names = await hlsParts(hls).catch((error: Error) => Promise.reject(new MediaError(hls, error.message)))
    for (const name of names) parts.push(await partOf(`hls/${name}`, join(dirname(hls), name)))
    files.hls = `hls/${basename(hls)}`
  }
  if (poster !== undefined) {
    const part = await partOf('poster', poster, pictures)
    parts.push(part)
    files.poster = part.path
  }
  for (const { language, name, file } of subtitles) {
    const part = await partOf(`subtitles/${language}`, file, ['.vtt'])
    parts.push(part)
    files.subtitles = [...(files.subtitles ?? []), { language, name, path: part.path }]
  }
  return { files, parts, mime: mp4 === undefined ? 'application/vnd.apple.mpegurl' : 'video/mp4' }
}

async function imagePlan(source: ImageSource): Promise<Plan> {
  const files: MediaFiles = {}
  const parts: Part[] = []
  for (const size of ['large', 'medium', 'small'] as const) {
    const file = source[size]
    if (file === undefined) continue
    const part = await partOf(size, file, pictures)
    parts.push(part)
    files[size] = part.path
  }
  return { files, parts, mime: contentTypeOf(files.large ?? '').type }
}

async function documentPlan({ file }: DocumentSource): Promise<Plan> {
  const part = await partOf(`document${extname(file).toLowerCase()}`, file)
  if (part.path.endsWith('.pdf') && (await extensionFromBytes(file)) !== '.pdf')
    throw new MediaError(file, 'is not what its name says')
  return { files: { original: part.path }, parts: [part], mime: contentTypeOf(part.path).type }
}

/** Hashes and measures a file; with `kinds`, its bytes decide its type and the extension it is stored with. */
async function partOf(path: string, file: string, kinds?: readonly string[]): Promise<Part> {
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw new MediaError(file, 'is missing')
  const extension = kinds && (await extensionFromBytes(file))
  if (kinds && (extension === undefined || !kinds.includes(extension)))
    throw new MediaError(file, `is not ${kinds.join(', ')} by its bytes`)
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  const stored = extension === undefined || path === '' || extname(path) !== '' ? path : `${path}${extension}`
  return { path: stored, file, hash: hash.digest('hex'), bytes: found.size }
}

async function figuresOf({ mp4, hls, figures }: VideoSource): Promise<VideoFigures | undefined> {
  const file = mp4 ?? hls
  if (file === undefined) return figures
  try {
    return (await probeVideo(file)) ?? figures
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    throw new MediaError(file, error instanceof ReadTooSlowly ? said : `does not play: ${said}`)
  }
}
