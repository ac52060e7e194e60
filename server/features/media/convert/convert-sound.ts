import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { waveformOf } from '#shared/features/media/waveform.ts'
import { longestVoiceMs, voiceGraceMs } from '#shared/features/media/rules.ts'
import { FileFailure } from '../upload/file-kind.ts'
import { bare, ffmpeg, limitsFor, threads } from './run-ffmpeg.ts'
import { readAs, type VideoFormat } from './video-facts.ts'

type Source = { path: string; bytes: number; format: VideoFormat }

/** A voice as it is kept: the file that was made, how long it is, and how loud over its length. */
type MadeSound = { path: string; durationMs: number; waveform: number[] }

const heardEach = 4000
const mostMs = longestVoiceMs + voiceGraceMs
const words = (text: string) => text.split(' ')

/**
 * Makes `folder`/voice.m4a of a recorded voice, which every browser plays, with none of its metadata, and measures it.
 * Throws a FileFailure when it cannot be read, holds no sound or is longer than a voice message may be.
 */
export async function makeSound(
  { path, bytes, format }: Source,
  folder: string,
  signal?: AbortSignal,
): Promise<MadeSound> {
  const options = { ...limitsFor(bytes), signal }
  const from = [...readAs(format, path), '-map', '0:a:0', '-vn', '-sn', '-dn', ...bare, ...threads]
  const raw = join(folder, 'voice.raw')
  // A second more than is allowed shows that there is too much.
  await ffmpeg(
    [...from, '-ac', '1', '-ar', String(heardEach), '-t', String(mostMs / 1000 + 1), '-f', 's16le', raw],
    options,
  )
  const heard = await readFile(raw)
  await rm(raw)
  const samples = new Int16Array(heard.buffer, heard.byteOffset, Math.floor(heard.length / 2))
  const durationMs = Math.round((samples.length * 1000) / heardEach)
  if (durationMs === 0) throw new FileFailure('file_broken')
  if (durationMs > mostMs) throw new FileFailure('file_too_large')
  const made = join(folder, 'voice.m4a')
  await ffmpeg([...from, ...words('-c:a aac -b:a 64k -ac 1 -ar 44100 -movflags +faststart -f mp4'), made], options)
  return { path: made, durationMs, waveform: waveformOf(samples) }
}
