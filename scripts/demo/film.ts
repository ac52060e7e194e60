import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Scene } from './scenes.ts'

type Size = { width: number; height: number }
export type Film = Size & {
  scene: Scene
  /** How long the film lasts and after how many seconds the scene comes round. */
  seconds: number
  loop: number
  /** Sources of sound for ffmpeg, one a track. */
  sounds: readonly string[]
  rate?: number
}

/** The scene at a time as an SVG document; scenes are drawn on half the size. */
export const drawn = (scene: Scene, seconds: number, { width, height }: Size): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width > height ? '960 540' : '540 960'}" stroke-linecap="round" stroke-linejoin="round">${scene(seconds)}</svg>`

/** The words of a command line that has no spaces within a word. */
export const words = (line: string): string[] => line.split(' ')

/** Runs ffmpeg; `pictures` are written to its input. Throws what it says when it fails. */
export async function ffmpeg(args: readonly string[], pictures?: AsyncIterable<Buffer>): Promise<void> {
  const running = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args], {
    stdio: [pictures ? 'pipe' : 'ignore', 'inherit', 'inherit'],
  })
  const ended = once(running, 'close')
  for await (const picture of pictures ?? [])
    if (running.stdin && !running.stdin.write(picture)) await once(running.stdin, 'drain')
  running.stdin?.end()
  const [code] = (await ended) as [number]
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}: ${args.join(' ')}`)
}

/** Draws one round of the scene, and films it as often as it takes. */
export async function film(
  file: string,
  { scene, width, height, seconds, loop, sounds, rate = 24 }: Film,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'film-'))
  const round = join(folder, 'round.mkv')
  async function* pictures() {
    for (let picture = 0; picture < loop * rate; picture++)
      yield await sharp(Buffer.from(drawn(scene, picture / rate, { width, height })))
        .removeAlpha()
        .raw()
        .toBuffer()
  }
  try {
    const raw = words(`-f rawvideo -pix_fmt rgb24 -s ${width}x${height} -r ${rate} -i -`)
    await ffmpeg([...raw, ...words('-c:v libx264 -preset ultrafast -qp 0 -pix_fmt yuv420p'), round], pictures())
    const sound = sounds.flatMap(source => ['-f', 'lavfi', '-i', source])
    const tracks = sounds.flatMap((_, track) => ['-map', `${track + 1}:a`])
    const named = sounds.length > 1 ? words('-metadata:s:a:1 language=spa -disposition:a:1 0') : []
    await ffmpeg([
      ...words('-stream_loop -1 -i'),
      round,
      ...sound,
      ...words('-map 0:v'),
      ...tracks,
      ...words('-c:v libx264 -preset slower -tune animation -profile:v high -pix_fmt yuv420p -crf 29'),
      ...words(`-g ${rate * 4} -c:a aac -b:a 24k -ac 1 -ar 32000 -metadata:s:a:0 language=eng`),
      ...named,
      ...words(`-movflags +faststart -t ${seconds}`),
      file,
    ])
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A still of a scene in WebP, at a width in px. */
export async function still(file: string, scene: Scene, at: number, size: Size, width = size.width): Promise<void> {
  await sharp(Buffer.from(drawn(scene, at, size)))
    .resize({ width })
    .webp({ quality: 84, effort: 6 })
    .toFile(file)
}
