import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bare, ffmpeg, limitsFor, progressOf, threads } from './run-ffmpeg.ts'
import type { ToolOptions } from '#server/platform/run-tool.ts'
import { soundStreams, tellSounds } from './sound-tracks.ts'
import { readAs, type VideoFacts, type VideoFormat } from './video-facts.ts'

type Source = { path: string; bytes: number; format: VideoFormat; facts: VideoFacts }
type Rendition = { width: number; height: number; side: number }
type Work = { signal?: AbortSignal | undefined; onProgress(share: number): void }

const sides = [240, 480, 720]
const bitrates: Record<number, number> = { 240: 400, 480: 1200, 720: 2800 }
const words = (text: string) => text.split(' ')
const coding = words(
  '-c:v libx264 -preset veryfast -crf 23 -fps_mode vfr -fpsmax 30 -force_key_frames expr:gte(t,n_forced*2) -c:a aac -b:a 96k -ac 2 -ar 48000',
)
const playlists = words(
  '-progress pipe:1 -f hls -hls_time 6 -hls_playlist_type vod -hls_segment_type fmp4 -hls_flags independent_segments ' +
    '-hls_fmp4_init_filename init.mp4 -master_pl_name master.m3u8',
)

/** Sizes to make of a video, the smallest first: 240, 480 and 720 px on the shorter side, none above the source's own. */
function renditionsOf({ width, height }: Pick<VideoFacts, 'width' | 'height'>): Rendition[] {
  const shorter = Math.min(width, height)
  const top = Math.min(720, shorter)
  return [...sides.filter(side => side <= top * 0.75), top].map(side => {
    const even = (length: number) => Math.max(2, 2 * Math.round((length * side) / shorter / 2))
    return { width: even(width), height: even(height), side }
  })
}

/**
 * Makes `folder`/hls (a main playlist and fMP4 renditions, in one pass), video.mp4 and poster.jpg of a video, with none of its
 * metadata; `onProgress` gets the share done, 0 to 1. Throws a FileFailure when it cannot be converted.
 */
export async function makeRenditions(source: Source, folder: string, work: Work): Promise<void> {
  const { facts } = source
  const options = { ...limitsFor(source.bytes), signal: work.signal }
  const renditions = renditionsOf(facts)
  await makeHls(source, renditions, folder, { ...options, onLine: progressOf(facts.durationMs, work.onProgress) })
  if (hasSoundBeside(facts)) await tellSounds(join(folder, 'hls'), facts.sounds)
  await tellBandwidths(
    join(folder, 'hls'),
    hasSoundBeside(facts) ? facts.sounds.map((_, index) => `a${index}/index.m3u8`) : [],
  )
  const top = join(folder, 'hls', `v${renditions.length - 1}`, 'index.m3u8')
  const mp4 = join(folder, 'video.mp4')
  const from = isWebSafe(source) ? readAs(source.format, source.path) : readBack(top)
  const tracks = isWebSafe(source) ? tracksOf(facts) : ['-map', '0:v:0', '-map', '0:a:0?']
  if (!isWebSafe(source) && hasSoundBeside(facts)) {
    from.push(...readBack(join(folder, 'hls', 'a0', 'index.m3u8')))
    tracks.splice(2, 2, '-map', '1:a:0')
  }
  await ffmpeg([...from, ...tracks, ...bare, '-c', 'copy', '-movflags', '+faststart', '-f', 'mp4', mp4], options)
  await makeFrame(mp4, Math.min(1, facts.durationMs / 10_000), join(folder, 'poster.jpg'), source, work.signal)
}

/**
 * Makes `target`, a JPEG of what a converted film shows at a moment (seconds), at most 800 px on a side. Throws a FileFailure
 * where it shows nothing; `bytes` of its original bound what this may take.
 */
export async function makeFrame(
  mp4: string,
  seconds: number,
  target: string,
  { bytes }: Pick<Source, 'bytes'>,
  signal?: AbortSignal,
): Promise<void> {
  const scale = `scale=w='min(800,iw)':h='min(800,ih)':force_original_aspect_ratio=decrease`
  const picture = ['-frames:v', '1', '-vf', scale, '-q:v', '4', ...bare, '-f', 'image2', target]
  await ffmpeg(['-ss', String(seconds), ...readAs('mov', mp4), ...picture], { ...limitsFor(bytes), signal })
}

const readBack = (playlist: string) => ['-protocol_whitelist', 'file', '-i', playlist]

/** Several sounds stand beside the pictures, to be chosen from; a single one is in them. */
const hasSoundBeside = ({ sounds }: VideoFacts) => sounds.length > 1

/** The picture, and the sound to be heard first. */
function tracksOf({ video, sounds: [sound] }: VideoFacts): string[] {
  return ['-map', `0:${video.index}`, ...(sound ? ['-map', `0:${sound.index}`] : [])]
}

/** Whether every browser plays it unchanged, at a size that a phone can handle. */
function isWebSafe({ format, facts: { video, sounds, width, height } }: Source): boolean {
  if (format !== 'mov' || video.codec !== 'h264' || !['yuv420p', 'yuvj420p'].includes(video.pixels)) return false
  return (sounds[0] === undefined || sounds[0].codec === 'aac') && Math.min(width, height) <= 720
}

async function makeHls({ path, format, facts }: Source, renditions: Rendition[], folder: string, options: ToolOptions) {
  const hls = join(folder, 'hls')
  await mkdir(hls)
  const names = renditions.map((_, index) => `v${index}`)
  const scaled = renditions.map(
    ({ width, height }, i) => `[s${i}]scale=${width}:${height},format=yuv420p,setsar=1[v${i}]`,
  )
  const split = `[0:${facts.video.index}]split=${renditions.length}${renditions.map((_, i) => `[s${i}]`).join('')}`
  const pictures = renditions.map((_, i) => ['-map', `[v${i}]`])
  const sounds = facts.sounds.map(({ index }) => ['-map', `0:${index}`])
  const isBeside = hasSoundBeside(facts)
  const tracks = isBeside ? [...pictures, ...sounds] : pictures.map(picture => [...picture, ...sounds.flat()])
  const rates = renditions.flatMap(({ side }, i) => {
    const rate = bitrates[side] ?? bitrates[side > 480 ? 720 : 480] ?? 1200
    return [`-maxrate:v:${i}`, `${rate}k`, `-bufsize:v:${i}`, `${rate * 2}k`]
  })
  const withSound = (i: number) => (isBeside ? ',agroup:sound' : sounds.length > 0 ? `,a:${i}` : '')
  const streams = [
    ...names.map((name, i) => `v:${i}${withSound(i)},name:${name}`),
    ...(isBeside ? soundStreams(facts.sounds) : []),
  ]
  const pieces = ['-hls_segment_filename', join(hls, '%v', 'p%04d.m4s'), '-var_stream_map', streams.join(' ')]
  const args = [
    ...threads,
    ...readAs(format, path),
    ...threads,
    '-filter_complex',
    [split, ...scaled].join(';'),
    ...tracks.flat(),
    ...bare,
    ...coding,
    ...rates,
    ...playlists,
    ...pieces,
    join(hls, '%v', 'index.m3u8'),
  ]
  await ffmpeg(args, options)
}

/** Corrects the main playlist to each rendition's peak bandwidth, with the heaviest sound beside it: ffmpeg counts only the sound. */
async function tellBandwidths(hls: string, beside: readonly string[]): Promise<void> {
  const main = join(hls, 'master.m3u8')
  const lines = (await readFile(main, 'utf8')).split('\n')
  const sound = Math.max(0, ...(await Promise.all(beside.map(playlist => busiest(hls, playlist)))))
  for (const [index, line] of lines.entries()) {
    const playlist = lines[index + 1]
    if (line.startsWith('#EXT-X-STREAM-INF:') && playlist !== undefined)
      lines[index] = line.replace(/BANDWIDTH=\d+/, `BANDWIDTH=${(await busiest(hls, playlist)) + sound}`)
  }
  await writeFile(main, lines.join('\n'))
}

/** Bits a second of the heaviest piece. */
async function busiest(hls: string, playlist: string): Promise<number> {
  const [folder = ''] = playlist.split('/')
  const text = await readFile(join(hls, playlist), 'utf8')
  const seconds = [...text.matchAll(/#EXTINF:([\d.]+)/g)].map(([, length]) => Math.max(0.5, Number(length)))
  const pieces = (await readdir(join(hls, folder))).filter(name => name.endsWith('.m4s')).sort()
  const sizes = await Promise.all(pieces.map(async name => (await stat(join(hls, folder, name))).size))
  return Math.max(1, ...sizes.map((size, index) => Math.round((size * 8) / (seconds[index] ?? 1))))
}
