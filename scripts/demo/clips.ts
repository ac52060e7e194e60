// Draws the films and pictures of the demo courses, all our own work: npx tsx scripts/demo/clips.ts [NAME…]. It takes ffmpeg.
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Film, film, still } from './film.ts'
import { stream } from './stream.ts'
import { anna, evening, lena, mina, morning, omar, rose, study, vera } from './looks.ts'
import { bars, breathing, curve, explained, hips, massage, type Scene, shoulders, walk } from './scenes.ts'

const courses = fileURLToPath(new URL('../../demo/courses', import.meta.url))
const wide = { width: 1920, height: 1080 }
const tall = { width: 1080, height: 1920 }

/** A slow chord that swells with the breath; `root` in Hz. */
const chord = (root: number, seconds: number) =>
  `aevalsrc='(0.10*sin(2*PI*${root}*t)+0.08*sin(2*PI*${root}*1.25*t)+0.07*sin(2*PI*${root}*1.5*t))*(0.55+0.45*sin(2*PI*t/8-PI/2))':s=32000:d=${seconds},afade=t=in:d=1.5,afade=t=out:st=${seconds - 2}:d=2`
/** Bells on a pentatonic scale, one a second. */
const bells = (root: number, seconds: number) =>
  `aevalsrc='0.22*exp(-3*mod(t,1))*sin(2*PI*${root}*pow(2,mod(floor(t)*7,5)*0.2)*t)':s=32000:d=${seconds},afade=t=out:st=${seconds - 2}:d=2`

type Clip = Film & { file: string; poster: number }
const clip = (file: string, scene: Scene, seconds: number, loop: number, ...sounds: string[]): Clip => {
  return { file, scene, seconds, loop, sounds, poster: 3, ...wide }
}
const clips: Clip[] = [
  clip('morning-practice/video/breath.mp4', breathing(morning, anna), 24, 8, chord(220, 24)),
  {
    ...clip(
      'morning-practice/video/breath-vertical.mp4',
      breathing(morning, anna, { width: 540, height: 960 }),
      24,
      8,
      chord(220, 24),
    ),
    ...tall,
  },
  clip('morning-practice/video/breath-explained.mp4', explained(evening, vera), 16, 8, chord(196, 16)),
  clip('morning-practice/video/shoulders.mp4', shoulders(morning, vera), 24, 6, chord(247, 24), bells(330, 24)),
  clip('morning-practice/video/hips.mp4', hips(evening, omar), 40, 8, chord(165, 40)),
  clip('morning-practice/video/walk.mp4', walk(morning, omar), 14, 14, bells(294, 14)),
  clip('soft-face/video/cheeks.mp4', massage(rose, lena), 16, 8, chord(233, 16)),
  clip('soft-face/video/breath.mp4', breathing(rose, lena), 16, 8, chord(196, 16)),
  clip('read-a-chart/video/bars.mp4', bars(study, mina), 16, 8, bells(262, 16)),
  clip('read-a-chart/video/line.mp4', curve(study, anna), 20, 10, chord(208, 20)),
]
const pictures: [folder: string, name: string, scene: Scene, at: number][] = [
  ['morning-practice', 'cover', breathing(morning, anna), 4],
  ['morning-practice', 'background', walk(morning, omar), 3],
  ['soft-face', 'cover', massage(rose, lena), 2],
  ['soft-face', 'background', breathing(rose, lena), 2],
  ['read-a-chart', 'cover', bars(study, mina), 4],
  ['read-a-chart', 'background', curve(study, anna), 5],
]

const wanted = process.argv.slice(2)
const isWanted = (name: string) => wanted.length === 0 || wanted.some(part => name.includes(part))
for (const { file, poster, ...made } of clips.filter(({ file: name }) => isWanted(name))) {
  const path = join(courses, file)
  await mkdir(dirname(path), { recursive: true })
  await film(path, made)
  await still(path.replace(/mp4$/, 'webp'), made.scene, poster, made, made.width > made.height ? 1280 : 720)
  if (file.endsWith('shoulders.mp4')) await stream(path.replace(/\.mp4$/, ''), path)
}
for (const [course, name, scene, at] of pictures.filter(([folder, name]) => isWanted(`${folder}/pictures/${name}`))) {
  const folder = join(courses, course, 'pictures')
  await mkdir(folder, { recursive: true })
  for (const [size, width] of [
    ['large', 1280],
    ['medium', 640],
    ['small', 320],
  ] as const)
    await still(join(folder, `${name}-${size}.webp`), scene, at, wide, width)
}
