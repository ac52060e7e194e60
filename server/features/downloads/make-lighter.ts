import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { localFile } from '#server/features/media/film-parts.ts'
import { bare, ffmpeg, limitsFor } from '#server/features/media/convert/run-ffmpeg.ts'
import { hlsParts } from '#server/features/media/convert/video-facts.ts'
import type { UploadedRow } from '#server/features/media/media-item.ts'
import { FileFailure } from '#server/features/media/upload/file-kind.ts'
import { mediaTypeCodes } from '#shared/features/media/forms.ts'
import type { Measuring } from './measuring.ts'
import { lowestRendition } from './lowest-rendition.ts'
import { smallPath, soundPath, type WantedFile } from './wanted-files.ts'

type Making = Measuring & { item: UploadedRow; work: string; signal: AbortSignal }

/** A film that is not clearly lighter is not worth a second file. */
const leastSaved = 0.2

const whole = ['-c', 'copy', ...bare, '-movflags', '+faststart', '-f', 'mp4']

/**
 * Makes of a film what a device may take instead of it: its smallest picture and its sound alone, copied as they are coded.
 * What a film does not have, or this machine cannot make, is left out.
 */
export async function makeLighter(measuring: Measuring, item: UploadedRow, signal: AbortSignal): Promise<WantedFile[]> {
  if (item.type !== mediaTypeCodes.video || !item.files.mp4 || !(await measuring.hasFfmpeg())) return []
  const work = await mkdtemp(join(measuring.folder, 'convert-'))
  const making = { ...measuring, item, work, signal }
  try {
    if (!(await measuring.store.has(item.key, item.files.mp4))) return []
    const film = await localFile(measuring.store, item.key, item.files.mp4, work)
    return [
      ...(await keptIf(making, { purpose: 'small', path: smallPath }, film, makeSmall)),
      ...(await keptIf(making, { purpose: 'sound', path: soundPath }, film, makeSound)),
    ]
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

type Make = (making: Making, film: string, target: string) => Promise<boolean>

async function keptIf(making: Making, wanted: WantedFile, film: string, make: Make): Promise<WantedFile[]> {
  const { store, item, work, log } = making
  const target = join(work, posix.basename(wanted.path))
  try {
    if (!(await make(making, film, target))) return []
    const [{ size }, { size: before }] = await Promise.all([stat(target), stat(film)])
    if (size > before * (1 - leastSaved)) return []
    await store.move(item.key, wanted.path, target)
    return [wanted]
  } catch (error) {
    if (!(error instanceof FileFailure)) throw error
    log.warn({ err: error, mediaId: item.id }, `No ${wanted.purpose} version of a film for downloads`)
    return []
  }
}

async function makeSound({ item, signal }: Making, film: string, target: string): Promise<boolean> {
  const options = { ...limitsFor(item.bytes), signal }
  await ffmpeg(['-i', film, '-map', '0:a:0', '-vn', ...whole, target], options)
  return true
}

async function makeSmall(making: Making, _film: string, target: string): Promise<boolean> {
  const { item, signal } = making
  const playlists = await smallestPlaylists(making)
  if (!playlists) return false
  const { picture, sound } = playlists
  const inputs = [picture, ...(sound === undefined ? [] : [sound])]
  const from = inputs.flatMap(path => ['-protocol_whitelist', 'file', '-i', path])
  const tracks = ['-map', '0:v:0', '-map', sound === undefined ? '0:a:0?' : '1:a:0']
  await ffmpeg([...from, ...tracks, ...whole, target], { ...limitsFor(item.bytes), signal })
  return true
}

const broken = (cause: unknown) => new FileFailure('file_broken', { cause })

function failBroken(error: unknown): never {
  throw broken(error)
}

/** Copies the playlists of the film's smallest picture, and of its first sound, with their pieces; undefined when it has one picture. */
async function smallestPlaylists({ store, item: { key, files }, work }: Making) {
  if (files.hls === undefined) return undefined
  const folder = join(work, 'hls')
  await mkdir(folder)
  const root = posix.dirname(files.hls)
  const copy = async (name: string) => {
    const file = join(folder, name)
    await mkdir(dirname(file), { recursive: true })
    const path = `${root}/${name}`
    await store.copyTo(key, path, file).catch(async (error: unknown) => {
      throw (await store.has(key, path)) ? error : broken(error)
    })
    return file
  }
  const lowest = await lowestRendition(await copy(posix.basename(files.hls)))
  if (!lowest) return undefined
  const copyWhole = async (name: string) => {
    const playlist = await copy(name)
    // The first look names what the playlist is made of, as far as it is there.
    for (const piece of await hlsParts(playlist).catch(failBroken))
      if (piece !== posix.basename(name)) await copy(posix.join(posix.dirname(name), piece))
    return playlist
  }
  return {
    picture: await copyWhole(lowest.picture),
    sound: lowest.sound === undefined ? undefined : await copyWhole(lowest.sound),
  }
}
