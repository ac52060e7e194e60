import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#server/platform/database/statement.ts'
import { mediaTypeCodes } from '#shared/features/media/forms.ts'
import { FileFailure, kindOfFile, soundOfFile } from '../upload/file-kind.ts'
import { localFile } from '../film-parts.ts'
import { canConvert } from './convert-film.ts'
import { makeSound } from './convert-sound.ts'
import { joinFilms, sidesOf } from './join-films.ts'
import { keepMade } from './keep-made.ts'
import { makeFrame, makeRenditions } from './make-renditions.ts'
import type { MediaFiles, UploadedRow } from '../media-item.ts'
import { finishReplacement } from '../replace-file.ts'
import { isWholeMp4, videoFacts } from './video-facts.ts'
import { type ReceivingDependencies, sourceName } from '../upload/receive-file.ts'
import { ToolGone } from '#server/platform/run-tool.ts'
import { keepAsItIs } from './without-ffmpeg.ts'
import { deleteFilm } from '../recorded-films.ts'
import { doneText, findUploadedById, setUploadDone, setUploadFailed, setUploadProgress } from '../queries.ts'

type ConvertingDependencies = Omit<ReceivingDependencies, 'convertLater'> & {
  /** Whether ffmpeg and ffprobe are here. */
  hasFfmpeg(): Promise<boolean>
  clock(): number
}
type Made = Pick<UploadedRow, 'width' | 'height' | 'durationMs'> & {
  /** Of what is no film. */
  type?: number
  mime?: string
  files: MediaFiles
  madeBytes: number
  /** Of what is kept itself; as it arrived unless told. */
  bytes?: number
}

const toldEveryMs = 2000

/**
 * Converts a received video and removes its source, or joins the parts of a recording. A video that cannot be converted ends as
 * FAIL with the reason; any other failure, and whatever keeps parts from being joined, is thrown: the job runs again, and staff see
 * it fail. When ffmpeg has gone while a film was being joined, joining starts over. Each run writes its own files, and the first to finish counts.
 */
export async function convertVideo(
  dependencies: ConvertingDependencies,
  mediaId: number,
  signal?: AbortSignal,
): Promise<void> {
  const { database, store, folder, onMediaChanged } = dependencies
  const row = await findUploadedById(database, mediaId)
  if (row?.status !== 'UPLOADED') return
  const work = await mkdtemp(join(folder, 'convert-'))
  const watch = watchForEnd(database, row.id)
  try {
    const either = AbortSignal.any([watch.signal, ...(signal ? [signal] : [])])
    const make = row.parts ? joinParts : row.type === mediaTypeCodes.sound ? convertSound : convert
    const { bytes = row.bytes, ...made } = await make(dependencies, row, work, either)
    const done = { id: row.id, type: mediaTypeCodes.video, mime: 'video/mp4', bytes, ...made }
    // Cancelled meanwhile: nothing else would remove what was made.
    if (!(await setUploadDone(database, doneText(done))) && !(await findUploadedById(database, row.id)))
      await store.remove(row.key)
    await finishReplacement(dependencies, row.id)
  } catch (error) {
    if (error instanceof FileFailure && !row.parts) await setUploadFailed(database, row.id, error.code)
    else if (error instanceof ToolGone && row.parts && !(await canConvert())) await deleteFilm(database, row.id)
    else if (!watch.signal.aborted) throw error
  } finally {
    watch.stop()
    await rm(work, { recursive: true, force: true })
  }
  // What the school has sent can be tried again.
  const ended = await findUploadedById(database, row.id)
  if (ended?.status !== 'FAIL' || !ended.isInLibrary) await store.removeFile(row.key, sourceName)
  onMediaChanged(row.id)
}

const lookedEveryMs = 2000

/** Aborts once the upload is gone or done elsewhere, whichever node it was that its owner asked. */
function watchForEnd(db: Db, mediaId: number) {
  const ended = new AbortController()
  const look = async () => {
    const row = await findUploadedById(db, mediaId)
    if (row?.status !== 'UPLOADED') ended.abort()
  }
  // A look that fails says nothing about the upload; the next one follows.
  const timer = setInterval(() => void look().catch(() => undefined), lookedEveryMs)
  return { signal: ended.signal, stop: () => clearInterval(timer) }
}

async function convert(
  dependencies: ConvertingDependencies,
  row: UploadedRow,
  work: string,
  signal: AbortSignal | undefined,
): Promise<Made> {
  const { store, hasFfmpeg } = dependencies
  const path = await localFile(store, row.key, sourceName, work)
  const kind = await kindOfFile(path)
  if (kind?.kind !== 'video') throw new FileFailure('not_photo_or_video')
  if (kind.format === 'mov' && !(await isWholeMp4(path))) throw new FileFailure('file_broken')
  if (!(await hasFfmpeg())) return keepAsItIs(dependencies, { ...row, path }, work)
  const facts = await videoFacts(path, kind.format, signal)
  const onProgress = throttledProgress(dependencies, row)
  await makeRenditions({ path, bytes: row.bytes, format: kind.format, facts }, work, { signal, onProgress })
  const { durationMs } = await videoFacts(join(work, 'video.mp4'), 'mov', signal)
  const run = randomUUID().slice(0, 8)
  const names = { hls: `hls/${run}`, mp4: `${run}.mp4`, poster: `${run}.jpg` }
  const { files, bytes: madeBytes } = await keepMade(store, row.key, work, names)
  return { width: facts.width, height: facts.height, durationMs, madeBytes, files }
}

async function convertSound(
  { store, hasFfmpeg }: ConvertingDependencies,
  row: UploadedRow,
  work: string,
  signal: AbortSignal | undefined,
): Promise<Made> {
  const path = await localFile(store, row.key, sourceName, work)
  const kind = await soundOfFile(path)
  if (kind?.kind !== 'sound') throw new FileFailure('file_broken')
  if (!(await hasFfmpeg())) throw new FileFailure('format_unsupported')
  const { format } = kind
  const { path: made, durationMs, waveform } = await makeSound({ path, bytes: row.bytes, format }, work, signal)
  const { size: madeBytes } = await stat(made)
  const sound = `${randomUUID().slice(0, 8)}.m4a`
  await store.move(row.key, sound, made)
  const kept = { type: mediaTypeCodes.sound, mime: 'audio/mp4', width: null, height: null }
  return { ...kept, durationMs, madeBytes, files: { sound, waveform } }
}

async function joinParts(
  dependencies: ConvertingDependencies,
  row: UploadedRow,
  work: string,
  signal: AbortSignal | undefined,
): Promise<Made> {
  const [mp4, poster, run] = [join(work, 'video.mp4'), join(work, 'poster.jpg'), randomUUID().slice(0, 8)]
  const sides = await sidesOf(dependencies, row, work, signal)
  await joinFilms(sides, mp4, { signal, onProgress: throttledProgress(dependencies, row) })
  const { width, height, durationMs } = await videoFacts(mp4, 'mov', signal)
  const { size: bytes } = await stat(mp4)
  await makeFrame(mp4, Math.min(1, durationMs / 10_000), poster, { bytes }, signal)
  const files = { mp4: `${run}.mp4`, poster: `${run}.jpg` }
  await dependencies.store.move(row.key, files.mp4, mp4)
  await dependencies.store.move(row.key, files.poster, poster)
  return { width, height, durationMs, bytes, madeBytes: 0, files }
}

/** Written at most once in 2 s; 99 until every file is stored. */
function throttledProgress({ database, clock, onMediaChanged }: ConvertingDependencies, { id }: UploadedRow) {
  let toldAt = Number.NEGATIVE_INFINITY
  return (share: number) => {
    const now = clock()
    const percent = Math.min(99, Math.floor(share * 100))
    if (now - toldAt < toldEveryMs || percent === 0) return
    toldAt = now
    setUploadProgress(database, id, percent).then(
      () => onMediaChanged(id),
      // The next write may succeed; a lasting failure shows at the end.
      () => undefined,
    )
  }
}
