import type { Palette } from './looks.ts'
import { head, line, type Look, person, type Point, seated } from './person.ts'

/** What is drawn at a time in s, on a canvas that is 960 wide and 540 high, or 540 wide and 960 high. */
export type Scene = (seconds: number) => string

const turn = (seconds: number, period: number) => (2 * Math.PI * seconds) / period
/** From 0 to 1 and back within a period, slowest at its ends. */
const swell = (seconds: number, period: number) => (1 - Math.cos(turn(seconds, period))) / 2
const placed = (x: number, y: number, scale: number, drawn: string) =>
  `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale})">${drawn}</g>`

const sky = ({ sky: [above, below] }: Palette) =>
  `<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${above}"/><stop offset="1" stop-color="${below}"/></linearGradient></defs>
  <rect width="100%" height="100%" fill="url(#sky)"/>`
const sun = ({ sun: colour }: Palette, [x, y]: Point, r: number) =>
  [
    [2, 0.16],
    [1.5, 0.26],
    [1, 1],
  ]
    .map(
      ([size = 1, opacity]) =>
        `<circle cx="${x}" cy="${y}" r="${(r * size).toFixed(1)}" fill="${colour}" opacity="${opacity}"/>`,
    )
    .join('')
/** Hills that repeat every 960 units, moved by a share of that. */
function hills({ land }: Palette, y: number, moved = 0): string {
  const ridge = (from: number, height: number) =>
    `q120 ${-height} 240 0t240 0t240 0t240 0`.repeat(3).replace(/^/, `M${(-960 - (from % 960)).toFixed(1)} `)
  return land
    .map((colour, row) => {
      const top = y + row * 46
      const path = ridge(moved * 960 * (row + 1) * 0.5, 60 - row * 18).replace(/ q/, ` ${top}q`)
      return `<path fill="${colour}" d="${path}V1100H-960z"/>`
    })
    .join('')
}
const mat = (colour: string, width: number) => line(colour, 8, [-width / 2, 6], [width / 2, 6])

/** Sits before a sun that grows and shrinks with the breath. */
export const breathing =
  (palette: Palette, look: Look, { width, height }: Size = wide): Scene =>
  seconds => {
    const breath = swell(seconds, 8)
    const [x, y] = [width / 2, height * 0.84]
    const scale = height > width ? 2.5 : 2.1
    return [
      sky(palette),
      sun(palette, [x, y - 140 * scale * 0.62], 112 + 44 * breath),
      hills(palette, height * 0.66),
      placed(x, y, scale, mat(look.sleeves, 190) + seated(look, breath)),
    ].join('')
  }
type Size = { width: number; height: number }
const wide: Size = { width: 960, height: 540 }

/** Seen from nearer: hands on the belly, and a wave that runs with the breath. */
export const explained =
  (palette: Palette, look: Look): Scene =>
  seconds => {
    const breath = swell(seconds, 8)
    const wave = (offset: number, y: number) =>
      Array.from(
        { length: 49 },
        (_, step): Point => [step * 20, y + (10 + 26 * breath) * Math.sin(step / 5 - turn(seconds, 8) + offset)],
      )
    const body = [
      line(look.skin, 14, [0, -102], [0, -88]),
      line(look.top, 46 + breath * 7, [0, -70], [0, 20]),
      `<circle cx="0" cy="-18" r="${(15 + breath * 9).toFixed(1)}" fill="${palette.sun}" opacity=".55"/>`,
      ...[-1, 1].map(
        side =>
          line(look.skin, 13, [31 * side, -30], [7 * side, -16 - breath * 2]) +
          line(look.sleeves, 16, [21 * side, -76 - breath * 3], [34 * side, -34]),
      ),
      head([0, -120 - breath * 3], look),
    ].join('')
    return [
      sky(palette),
      line(palette.land[0], 10, ...wave(0, 250)),
      line(palette.land[1], 10, ...wave(1.6, 300)),
      placed(480, 480, 2.7, body),
    ].join('')
  }

/** Circles of the hips: head and feet stay where they are. */
export const hips =
  (palette: Palette, look: Look): Scene =>
  seconds => {
    const angle = turn(seconds, 8)
    const [dx, dy] = [17 * Math.cos(angle), 4 * Math.sin(angle)]
    const hip: Point = [dx, -110 + dy]
    const trace = `<ellipse cx="0" cy="-110" rx="74" ry="15" fill="none" stroke="${palette.sun}" stroke-width="4" stroke-dasharray=".1 11"/>`
    const dot = `<circle cx="${(74 * Math.cos(angle)).toFixed(1)}" cy="${(-110 + 15 * Math.sin(angle)).toFixed(1)}" r="7" fill="${palette.sun}"/>`
    const isBehind = Math.sin(angle) < 0
    const body = person(
      {
        head: [-dx * 0.15, -222],
        chest: [-dx * 0.3, -180],
        hip,
        hands: [
          [hip[0] - 24, hip[1] - 12],
          [hip[0] + 24, hip[1] - 12],
        ],
        feet: [
          [-26, -12],
          [26, -12],
        ],
      },
      look,
    )
    return [
      sky(palette),
      sun(palette, [730, 170], 66),
      hills(palette, 370),
      placed(480, 492, 1.85, mat(look.sleeves, 150) + trace + (isBehind ? dot + body : body + dot)),
    ].join('')
  }

/** Circles of the shoulders, from nearer. */
export const shoulders =
  (palette: Palette, look: Look): Scene =>
  seconds => {
    const angle = turn(seconds, 6)
    const side = (sign: number) => {
      const [x, y] = [sign * (30 + 3 * Math.cos(angle)), -74 - 9 * Math.sin(angle)]
      const elbow: Point = [sign * 44, -18 - 4 * Math.sin(angle)]
      return (
        line(look.skin, 14, elbow, [sign * 36, 30]) +
        line(look.top, 30, [sign * 12, -66], [x * 0.72, y + 6]) +
        line(look.sleeves, 18, [x, y], elbow)
      )
    }
    const trace = (sign: number) =>
      `<circle cx="${sign * 66}" cy="-100" r="17" fill="none" stroke="${palette.sun}" stroke-width="4" stroke-dasharray=".1 9.2"/>
      <circle cx="${(sign * 66 + sign * 17 * Math.cos(angle)).toFixed(1)}" cy="${(-100 - 17 * Math.sin(angle)).toFixed(1)}" r="5.5" fill="${palette.sun}"/>`
    const body = [
      line(look.skin, 16, [0, -104], [0, -84]),
      line(look.top, 66, [0, -52], [0, 60]),
      side(-1),
      side(1),
      head([0, -124], look),
      trace(-1),
      trace(1),
    ].join('')
    return [sky(palette), sun(palette, [720, 150], 70), hills(palette, 380), placed(480, 540, 2.7, body)].join('')
  }

/** Fingers that draw slow circles over the cheeks, from very near. */
export const massage =
  (palette: Palette, look: Look): Scene =>
  seconds => {
    const angle = turn(seconds, 4)
    const arm = (sign: number) => {
      const hand: Point = [sign * (17 + 3.5 * Math.cos(angle)), -83 + 4.5 * Math.sin(angle)]
      const elbow: Point = [sign * 50, -38]
      return (
        line(look.sleeves, 18, [sign * 42, -28], [sign * 56, -6]) +
        line(look.sleeves, 16, [sign * 56, -6], elbow) +
        line(look.skin, 11, elbow, [sign * 24, -70], hand)
      )
    }
    const body = [
      line(look.skin, 15, [0, -74], [0, -56]),
      line(look.top, 64, [-16, -20], [16, -20]) + line(look.top, 90, [0, 10], [0, 40]),
      head([0, -90], look),
      arm(-1),
      arm(1),
    ].join('')
    return [
      sky(palette),
      sun(palette, [480, 250], 150 + 10 * swell(seconds, 8)),
      hills(palette, 420),
      placed(480, 500, 3.5, body),
    ].join('')
  }

/** A walk through hills that come round again after `lasts` s. */
export const walk =
  (palette: Palette, look: Look, lasts = 14): Scene =>
  seconds => {
    const stride = turn(seconds, 1.4)
    const foot = (phase: number): Point => [
      42 * Math.cos(stride + phase),
      -12 - Math.max(0, 26 * Math.sin(stride + phase)),
    ]
    const bob = 4 * Math.cos(2 * stride)
    const swing = 34 * Math.cos(stride)
    const trees = [0, 1, 2, 3, 4, 5]
      .map(tree => {
        const x = ((tree * 330 - (seconds / lasts) * 1980 + 3960) % 1980) - 300
        return `<g transform="translate(${x.toFixed(1)} 452)"><path stroke="${look.legsBehind}" stroke-width="9" d="M0 0v-70"/><circle cy="-100" r="${40 + (tree % 3) * 10}" fill="${palette.land[2]}"/></g>`
      })
      .join('')
    const body = person(
      {
        head: [8, -216 + bob],
        chest: [4, -172 + bob],
        hip: [0, -104 + bob],
        hands: [
          [swing, -112 + bob],
          [8 - swing, -112 + bob],
        ],
        feet: [foot(Math.PI), foot(0)],
        knees: [-1, -1],
        elbows: [1, 1],
      },
      look,
      false,
    )
    return [
      sky(palette),
      sun(palette, [700, 150], 62),
      hills(palette, 360, (seconds / lasts) * 2),
      trees,
      `<rect y="452" width="960" height="100" fill="${palette.land[1]}"/>`,
      placed(400, 478, 1.5, body),
    ].join('')
  }

const heights = [0.35, 0.55, 0.42, 0.8, 0.62]
const board = (palette: Palette, drawn: string) =>
  `<rect x="330" y="80" width="540" height="350" rx="22" fill="#fffdf9"/>${line(palette.land[1], 5, [380, 120], [380, 384], [830, 384])}${drawn}`
const standing = (look: Look, hand: Point) =>
  placed(
    210,
    490,
    1.75,
    person(
      {
        head: [4, -222],
        chest: [0, -180],
        hip: [0, -111],
        hands: [[-26, -106], hand],
        elbows: [1, 1],
        feet: [
          [-15, -12],
          [15, -12],
        ],
      },
      look,
      false,
    ),
  )

/** Bars that grow one after another, and somebody who points at them. */
export const bars =
  (palette: Palette, look: Look): Scene =>
  seconds => {
    const grown = heights.map((height, bar) => height * Math.min(1, 1.25 * swell(seconds - bar * 0.25, 8)))
    const drawn = grown
      .map((share, bar) => {
        const tall = 20 + share * 230
        return `<rect x="${412 + bar * 84}" y="${(384 - tall).toFixed(1)}" width="54" height="${tall.toFixed(1)}" rx="9" fill="${bar === 3 ? palette.sun : look.sleeves}"/>`
      })
      .join('')
    return [
      sky(palette),
      hills(palette, 400),
      board(palette, drawn),
      standing(look, [80, -150 - 34 * swell(seconds, 8)]),
    ].join('')
  }

/** A line that draws itself, and somebody who follows it with the hand. */
export const curve =
  (palette: Palette, look: Look): Scene =>
  seconds => {
    const share = 0.06 + 0.94 * Math.min(1, 1.2 * swell(seconds, 10))
    const shape = (x: number) => 320 - 150 * x - 34 * Math.sin(x * 9)
    const points = Array.from(
      { length: Math.max(2, Math.round(share * 60)) + 1 },
      (_, step): Point => [385 + (step / 60) * 430, shape(step / 60)],
    )
    const [x, y] = points.at(-1) ?? [0, 0]
    const dot = `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="12" fill="${palette.sun}"/>`
    return [
      sky(palette),
      hills(palette, 400),
      board(palette, line(look.sleeves, 8, ...points) + dot),
      standing(look, [80, -120 - (320 - y) * 0.3]),
    ].join('')
  }
