import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { localFile } from '../film-parts.ts'
import type { UploadedRow } from '../media-item.ts'
import { findUploadedById } from '../queries.ts'
import { FileFailure } from '../upload/file-kind.ts'
import type { ReceivingDependencies } from '../upload/receive-file.ts'
import { bare, ffmpeg, limitsFor, progressOf, threads } from './run-ffmpeg.ts'
import { readAs, type VideoFacts, videoFacts } from './video-facts.ts'

type Dependencies = Pick<ReceivingDependencies, 'database' | 'store'>
type Work = { signal?: AbortSignal | undefined; onProgress(share: number): void }

/** A part on this machine: from when it is seen, and for how long (ms). */
export type Side = { path: string; bytes: number; at: number; lasts: number; facts: VideoFacts }

const side = { width: 960, height: 540 }
const rate = 15
const sound = 'aresample=48000,aformat=channel_layouts=stereo'
const coding = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '25', '-c:a', 'aac', '-b:a', '96k']
const writing = ['-progress', 'pipe:1', '-movflags', '+faststart', '-f', 'mp4']
const seconds = (ms: number) => (ms / 1000).toFixed(3)

/** Brings the parts of an item here, as converted; one that is gone is left out. Throws a FileFailure when none is left. */
export async function sidesOf(
  { database, store }: Dependencies,
  { parts }: Pick<UploadedRow, 'parts'>,
  folder: string,
  signal?: AbortSignal,
): Promise<Side[]> {
  const sides: Side[] = []
  for (const { id, at, most } of parts ?? []) {
    const part = await findUploadedById(database, id)
    if (part?.status !== 'DONE' || part.files.mp4 === undefined) continue
    const own = join(folder, `part-${id}`)
    await mkdir(own)
    const path = await localFile(store, part.key, part.files.mp4, own)
    const facts = await videoFacts(path, 'mov', signal)
    sides.push({ path, bytes: part.bytes, at, lasts: Math.min(most, facts.durationMs), facts })
  }
  if (sides.length === 0) throw new FileFailure('file_broken')
  return sides
}

/**
 * Makes `target`, an MP4 with the pictures side by side and the sounds together, each from its own moment on; where one is over or
 * has not begun it is dark and silent.
 */
export async function joinFilms(sides: readonly Side[], target: string, { signal, onProgress }: Work): Promise<void> {
  const durationMs = Math.max(...sides.map(({ at, lasts }) => at + lasts))
  const heard = sides.flatMap(({ facts, at }, index) => {
    const [first] = facts.sounds
    return first ? [{ index, at, track: first.index }] : []
  })
  const pictures = sides.map(({ at, lasts, facts }, index) => {
    const after = seconds(durationMs - at - lasts)
    const { width, height } = side
    const fit = `scale=${width}:${height}:force_original_aspect_ratio=decrease,pad=${width}:${height}:-1:-1,setsar=1`
    const dark = `tpad=start_duration=${seconds(at)}:stop_duration=${after}:color=black`
    return `[${index}:${facts.video.index}]fps=${rate},${fit},${dark},format=yuv420p[v${index}]`
  })
  const sounds = heard.map(one => `[${one.index}:${one.track}]${sound},adelay=${one.at}:all=1[a${one.index}]`)
  const mixed = heard.map(({ index }) => `[a${index}]`).join('')
  const graph = [
    ...pictures,
    `${sides.map((_, index) => `[v${index}]`).join('')}${sides.length > 1 ? `hstack=${sides.length}` : 'null'}[v]`,
    ...sounds,
    ...(heard.length > 0 ? [`${mixed}amix=${heard.length}:duration=longest:normalize=0[a]`] : []),
  ]
  await ffmpeg(
    [
      ...threads,
      ...sides.flatMap(({ path, lasts }) => ['-t', seconds(lasts), ...readAs('mov', path)]),
      ...threads,
      '-filter_complex',
      graph.join(';'),
      '-map',
      '[v]',
      ...(heard.length > 0 ? ['-map', '[a]'] : []),
      ...bare,
      ...coding,
      '-t',
      seconds(durationMs),
      ...writing,
      target,
    ],
    {
      ...limitsFor(sides.reduce((sum, { bytes }) => sum + bytes, 0)),
      signal,
      onLine: progressOf(durationMs, onProgress),
    },
  )
}
