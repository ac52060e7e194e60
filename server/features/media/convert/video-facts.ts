import { FileFailure, type FileKind } from '../upload/file-kind.ts'
import { runTool, ToolFailure } from '#server/platform/run-tool.ts'
import { languageOf, mostSounds, type Sound } from './sound-tracks.ts'
import { open, readFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { isSafePath } from '#server/platform/storage/file-store.ts'

export type VideoFormat = Extract<FileKind, { kind: 'video' }>['format']
type Track = { index: number; codec: string }

/** What a video is; the sound that its maker meant to be heard first is the first; width and height as it is shown, in px. */
export type VideoFacts = {
  video: Track & { pixels: string }
  sounds: Sound[]
  width: number
  height: number
  /** 0 when the file does not say. */
  durationMs: number
}

/** What ffprobe tells of how a picture is shown. */
type ShownStream = { width?: number; height?: number; side_data_list?: { rotation?: number }[] }

type Probe = {
  streams?: (ShownStream & {
    index: number
    codec_type?: string
    codec_name?: string
    pix_fmt?: string
    disposition?: { attached_pic?: number; default?: number }
    tags?: { language?: string }
  })[]
  format?: { duration?: string }
}

const probeMs = 60_000
const probeBounds = { memoryBytes: 400_000_000, cpuSeconds: 20 }
const longestMs = 4 * 3600_000
const mostPixels = 40_000_000

/**
 * Arguments that make a tool read a file in its own format, and nothing that the file refers to. Oversized pictures are not
 * decoded anywhere in it: a video that begins small may go on with frames that fill the memory.
 */
export const readAs = (format: VideoFormat, path: string) => {
  const limits = ['-protocol_whitelist', 'file', '-max_pixels', String(mostPixels)]
  return [...limits, '-f', format, '-i', path]
}

/** Probes a video; throws a FileFailure when it is broken, has no moving picture or is too large. */
export async function videoFacts(path: string, format: VideoFormat, signal?: AbortSignal): Promise<VideoFacts> {
  const { streams = [], format: whole } = await probe(path, format, signal)
  const video = streams.find(stream => stream.codec_type === 'video' && !stream.disposition?.attached_pic)
  if (!video) throw new FileFailure('not_photo_or_video')
  const { width = 0, height = 0, codec_name = '', pix_fmt = '' } = video
  if (width < 2 || height < 2 || codec_name === '') throw new FileFailure('file_broken')
  if (width * height > mostPixels) throw new FileFailure('picture_too_big')
  const durationMs = Math.round(Number(whole?.duration ?? 0) * 1000) || 0
  if (durationMs > longestMs) throw new FileFailure('file_too_large')
  return {
    video: { index: video.index, codec: codec_name, pixels: pix_fmt },
    sounds: soundsOf(streams),
    ...shownSize(video),
    durationMs,
  }
}

function soundsOf(streams: NonNullable<Probe['streams']>): Sound[] {
  const all = streams.filter(stream => stream.codec_type === 'audio')
  const first = all.find(({ disposition }) => disposition?.default === 1) ?? all[0]
  return all
    .toSorted((one, other) => Number(other === first) - Number(one === first))
    .slice(0, mostSounds)
    .map(({ index, codec_name: codec = '', tags }) => ({ index, codec, language: languageOf(tags?.language) }))
}

/** Width and height as shown, in px: phones often film sideways and say so. */
function shownSize({ width = 0, height = 0, side_data_list: sides = [] }: ShownStream) {
  const isTurned = sides.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90)
  return isTurned ? { width: height, height: width } : { width, height }
}

async function probe(path: string, format: VideoFormat, signal?: AbortSignal): Promise<Probe> {
  const entries =
    'stream=index,codec_type,codec_name,pix_fmt,width,height:stream_disposition=attached_pic,default:stream_tags=language:stream_side_data=rotation:format=duration'
  const args = ['-v', 'error', ...readAs(format, path), '-show_entries', entries, '-of', 'json']
  try {
    return JSON.parse(await runTool('ffprobe', args, { bounds: probeBounds, timeoutMs: probeMs, signal })) as Probe
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error
    throw new FileFailure(/max pixel count/.test(error.said) ? 'picture_too_big' : 'file_broken', { cause: error })
  }
}

/** Whether every box of an MP4 file ends within it and its index and data are both there: not so when it was cut off. */
export async function isWholeMp4(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const header = Buffer.alloc(16)
    const types = new Set<string>()
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(header, 0, 16, at)
      if (bytesRead < 8) return false
      types.add(header.toString('latin1', 4, 8))
      const short = header.readUInt32BE(0)
      const length = short === 1 ? Number(header.readBigUInt64BE(8)) : short === 0 ? size - at : short
      if (length < 8 || at + length > size) return false
      at += length
    }
    return types.has('moov') && types.has('mdat')
  } finally {
    await file.close()
  }
}

/** The names, relative to its folder, of a playlist and of every playlist, segment and key it refers to; each once. */
export async function hlsParts(playlist: string): Promise<string[]> {
  const folder = dirname(playlist)
  const waiting = [posix.basename(playlist.replaceAll('\\', '/'))]
  const parts = new Set<string>()
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (parts.has(part)) continue
    if (!isSafePath(part)) throw new Error(`${part} is not a plain name beside the playlist`)
    parts.add(part)
    if (!part.endsWith('.m3u8')) continue
    const text = await readFile(join(folder, part), 'utf8')
    if (!text.startsWith('#EXTM3U')) throw new Error(`${part} is not an HLS playlist`)
    // One that begins at the root of a site is nowhere in the folder.
    for (const reference of referencesOf(text))
      waiting.push(reference.startsWith('/') ? reference : posix.join(posix.dirname(part), reference))
  }
  return [...parts]
}

function referencesOf(text: string): string[] {
  const lines = text.split(/\r?\n/).map(line => line.trim())
  return lines.flatMap(line => {
    if (!line.startsWith('#')) return line === '' ? [] : [line]
    const uri = /[:,]URI="([^"]+)"/.exec(line)?.[1]
    return uri === undefined ? [] : [uri]
  })
}

export type VideoFigures = { durationMs: number; width: number | null; height: number | null }

type PlainProbe = { streams?: ShownStream[]; format?: { duration?: string } }

/** A moment's work, which a busy machine may keep waiting. */
const plainProbeMs = 120_000

/** A machine was too busy to read a film; that says nothing about the film. */
export class ReadTooSlowly extends Error {
  constructor(options: ErrorOptions) {
    super('was not read in time; try again', options)
  }
}

/**
 * Length and shown size of a video by ffprobe; undefined when this machine has no ffprobe. Throws when it is no playable video, and
 * ReadTooSlowly when nothing was told within `timeoutMs`.
 */
export async function probeVideo(path: string, timeoutMs = plainProbeMs): Promise<VideoFigures | undefined> {
  const entries = 'stream=width,height:stream_side_data=rotation:format=duration'
  const args = ['-v', 'error', '-select_streams', 'v:0', '-show_entries', entries, '-of', 'json', path]
  const answer = await runTool('ffprobe', args, { timeoutMs }).catch(error => noTool(error, path))
  if (answer === undefined) return undefined
  const { streams, format } = JSON.parse(answer) as PlainProbe
  const [stream] = streams ?? []
  const seconds = Number(format?.duration)
  if (!stream?.width || !stream.height || !(seconds > 0)) throw new Error('it has no picture that plays')
  return { durationMs: Math.round(seconds * 1000), ...shownSize(stream) }
}

/** Undefined when there is no such tool; its complaint is passed on without the path, which the caller names. */
function noTool(error: unknown, path: string): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  if (!(error instanceof ToolFailure)) throw error
  if (error.wasKilled) throw new ReadTooSlowly({ cause: error })
  const last = error.said.split('\n').at(-1) ?? ''
  const reason = last.replaceAll(path, '').replace(/^[:\s]+/, '')
  throw new Error(reason || 'it cannot be read as a video', { cause: error })
}
