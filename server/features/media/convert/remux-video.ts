import type { Input, InputAudioTrack, InputVideoTrack } from 'mediabunny'
import { FileFailure } from '../upload/file-kind.ts'

const playedPictures = ['avc', 'vp9', 'av1']
const playedSounds = ['aac', 'opus']

type Remuxed = { width: number; height: number; durationMs: number }

/**
 * Puts the picture and sound of a video into an MP4 as they are and without its metadata, where this machine has no ffmpeg;
 * width and height as it is shown. Throws a FileFailure when browsers do not play its codecs, or it is broken.
 */
export async function remuxVideo(path: string, target: string): Promise<Remuxed> {
  const { FilePathSource, Input, MATROSKA, MP4, QTFF, WEBM } = await import('mediabunny')
  const input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF, MATROSKA, WEBM] })
  try {
    return await copyTracks(input, target)
  } catch (error) {
    if (error instanceof FileFailure || isOfDisk(error)) throw error
    throw new FileFailure('file_broken', { cause: error })
  } finally {
    input.dispose()
  }
}

async function copyTracks(input: Input, target: string): Promise<Remuxed> {
  const { Conversion, FilePathTarget, Mp4OutputFormat, Output } = await import('mediabunny')
  if (!(await input.canRead())) throw new FileFailure('format_unsupported')
  const picture = await input.getPrimaryVideoTrack()
  const sound = await input.getPrimaryAudioTrack()
  if (!picture) throw new FileFailure('not_photo_or_video')
  await assertPlayed(picture, sound)
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: false }),
    target: new FilePathTarget(target),
  })
  const conversion = await Conversion.init({
    input,
    output,
    tags: {},
    showWarnings: false,
    video: track => ({ discard: track.id !== picture.id }),
    audio: track => ({ discard: track.id !== sound?.id }),
  })
  if (!conversion.isValid) throw new FileFailure('format_unsupported')
  // An unfinished conversion would keep the file open.
  await conversion.execute().catch(error => conversion.cancel().then(() => Promise.reject(error)))
  return {
    width: await picture.getDisplayWidth(),
    height: await picture.getDisplayHeight(),
    durationMs: Math.round((await input.computeDuration()) * 1000),
  }
}

async function assertPlayed(picture: InputVideoTrack, sound: InputAudioTrack | null) {
  const codecs = [await picture.getCodec(), (await sound?.getCodec()) ?? 'aac']
  const isPlayed = playedPictures.includes(codecs[0] ?? '') && playedSounds.includes(codecs[1] ?? '')
  if (!isPlayed) throw new FileFailure('format_unsupported')
}

function isOfDisk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}
