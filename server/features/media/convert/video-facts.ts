import { FileFailure } from '../upload/file-failure.ts'
import type { FileKind } from '../upload/file-kind.ts'
import { runTool, ToolFailure } from './run-tool.ts'

export type VideoFormat = Extract<FileKind, { kind: 'video' }>['format']
export type Track = { index: number; codec: string }

/** What a video is; width and height as it is shown, in px. */
export type VideoFacts = {
  video: Track & { pixels: string }
  sound: Track | undefined
  width: number
  height: number
  /** 0 when the file does not say. */
  durationMs: number
}

/** What ffprobe tells of how a picture is shown. */
export type ShownStream = { width?: number; height?: number; side_data_list?: { rotation?: number }[] }

type Probe = {
  streams?: (ShownStream & {
    index: number
    codec_type?: string
    codec_name?: string
    pix_fmt?: string
    disposition?: { attached_pic?: number }
  })[]
  format?: { duration?: string }
}

const probeMs = 60_000
const longestMs = 4 * 3600_000
const mostPixels = 40_000_000

/**
 * How a tool is told to read a file as what it is, and nothing that the file may name beside it. Pictures that are beyond any
 * use are not decoded, wherever in it they come: one that begins small may go on with some that take all memory.
 */
export const readAs = (format: VideoFormat, path: string) => {
  const limits = ['-protocol_whitelist', 'file', '-max_pixels', String(mostPixels)]
  return [...limits, '-f', format, '-i', path]
}

/** Looks into a video; throws a FileFailure when it is broken, has no moving picture or is beyond any use. */
export async function videoFacts(path: string, format: VideoFormat, signal?: AbortSignal): Promise<VideoFacts> {
  const { streams = [], format: whole } = await probe(path, format, signal)
  const video = streams.find(stream => stream.codec_type === 'video' && !stream.disposition?.attached_pic)
  const sound = streams.find(stream => stream.codec_type === 'audio')
  if (!video) throw new FileFailure('not_photo_or_video')
  const { width = 0, height = 0, codec_name = '', pix_fmt = '' } = video
  if (width < 2 || height < 2 || codec_name === '') throw new FileFailure('file_broken')
  if (width * height > mostPixels) throw new FileFailure('picture_too_big')
  const durationMs = Math.round(Number(whole?.duration ?? 0) * 1000) || 0
  if (durationMs > longestMs) throw new FileFailure('file_too_large')
  return {
    video: { index: video.index, codec: codec_name, pixels: pix_fmt },
    sound: sound && { index: sound.index, codec: sound.codec_name ?? '' },
    ...shownSize(video),
    durationMs,
  }
}

/** Width and height as it is shown, in px: phones often film lying and say so. */
export function shownSize({ width = 0, height = 0, side_data_list: sides = [] }: ShownStream) {
  const isTurned = sides.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90)
  return isTurned ? { width: height, height: width } : { width, height }
}

async function probe(path: string, format: VideoFormat, signal?: AbortSignal): Promise<Probe> {
  const entries =
    'stream=index,codec_type,codec_name,pix_fmt,width,height:stream_disposition=attached_pic:stream_side_data=rotation:format=duration'
  const args = ['-v', 'error', ...readAs(format, path), '-show_entries', entries, '-of', 'json']
  try {
    return JSON.parse(await runTool('ffprobe', args, { timeoutMs: probeMs, signal })) as Probe
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error
    throw new FileFailure(/max pixel count/.test(error.said) ? 'picture_too_big' : 'file_broken', { cause: error })
  }
}
