import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ffmpeg, words } from './film.ts'

/** Names, sizes and qualities of the pictures, the best first; in fragments of six seconds. */
const sizes = [
  ['1080', '1920:1080', '30'],
  ['480', '854:480', '28'],
  ['240', '426:240', '28'],
] as const
const fragment = 6
/** In bits a second. */
const rateOfSound = 27_000

/** Three sizes of the picture and two tracks of sound, in fragments, as a player chooses from them. */
export async function stream(folder: string, source: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const names = sizes.map(([name]) => `[in${name}]`).join('')
  const scaled = sizes.map(([name, size]) => `[in${name}]scale=${size}[v${name}]`).join(';')
  const pictures = sizes.map(([name], index) => `v:${index},agroup:sound,name:${name}`)
  const sounds = ['a:0,agroup:sound,language:en,default:yes,name:chord', 'a:1,agroup:sound,language:es,name:bells']
  await ffmpeg([
    '-i',
    source,
    '-filter_complex',
    `[0:v]split=3${names};${scaled}`,
    ...sizes.flatMap(([name]) => ['-map', `[v${name}]`]),
    ...words('-map 0:a:0 -map 0:a:1 -c:v libx264 -preset slower -tune animation -pix_fmt yuv420p'),
    ...words('-g 144 -keyint_min 144 -sc_threshold 0'),
    ...sizes.flatMap(([, , quality], index) => [`-crf:v:${index}`, quality]),
    ...words(`-c:a copy -f hls -hls_time ${fragment} -hls_playlist_type vod -hls_segment_type fmp4`),
    ...words('-hls_fmp4_init_filename init-%v.mp4 -master_pl_name master.m3u8 -hls_segment_filename'),
    join(folder, '%v-%02d.m4s'),
    '-var_stream_map',
    [...pictures, ...sounds].join(' '),
    join(folder, '%v.m3u8'),
  ])
  await correct(folder)
}

/** ffmpeg names tracks audio_N, and knows no rate of pictures of one quality; listeners and players choose by both. */
async function correct(folder: string): Promise<void> {
  const master = join(folder, 'master.m3u8')
  let written = await readFile(master, 'utf8')
  for (const [name, isDefault] of [
    ['Chord', 'YES'],
    ['Bells', 'NO'],
  ])
    written = written.replace(new RegExp(`NAME="audio_\\d+",(?=DEFAULT=${isDefault})`), `NAME="${name}",`)
  const files = await readdir(folder)
  for (const [name] of sizes) {
    const parts = files.filter(file => file.startsWith(`${name}-`))
    const bytes = await Promise.all(parts.map(async file => (await stat(join(folder, file))).size))
    const rate = Math.ceil((Math.max(...bytes) * 8) / fragment) + rateOfSound
    written = written.replace(new RegExp(`BANDWIDTH=\\d+(?=[^\\n]*\\n${name}\\.m3u8)`), `BANDWIDTH=${rate}`)
  }
  await writeFile(master, written)
}
