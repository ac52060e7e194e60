import type { Brand } from '#shared/features/brands/schema.ts'

type Theme = Brand['site']['theme']

/** How bright a colour such as '#0f766e' is to the eye, 0 to 1. */
export function brightnessOf(colour: string): number {
  const part = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16) / 255
  return 0.299 * part(1) + 0.587 * part(3) + 0.114 * part(5)
}

/** A colour that is seen on `ground`. */
const inkOn = (ground: string) => (brightnessOf(ground) > 0.65 ? '#1b1b1f' : '#ffffff')

/** As the icons of the app are drawn: lines in a square of 24. */
const lines = {
  book: 'M12 6.5C10 5 7 4.5 3.5 4.8v13.4c3.5-.3 6.5.2 8.5 1.8 2-1.6 5-2.1 8.5-1.8V4.8C17 4.5 14 5 12 6.5zM12 6.5V20',
  chat: 'M12 4c-5 0-8.8 3.2-8.8 7.3 0 2.3 1.2 4.3 3.1 5.7L5.5 20.5l4.2-2c.7.2 1.5.2 2.3.2 5 0 8.8-3.2 8.8-7.4S17 4 12 4z',
  download: 'M12 3.5v12M6.5 10.5l5.5 5.5 5.5-5.5M4 20.5h16',
  home: 'M3.5 11.5 12 4l8.5 7.5M5.5 10v9.5a.5.5 0 0 0 .5.5h12a.5.5 0 0 0 .5-.5V10M9.7 20v-5.5h4.6V20',
  homework: 'M20 11.5V18a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h6.5m-2.5 10.2.5-3.2 7.8-7.8 2.7 2.7-7.8 7.8z',
}
export type Drawing = keyof typeof lines

/** A drawing on a tile in the school's colour; `radius` in px of a tile of 96. */
export function tileWith(drawing: Drawing, { accent }: Theme, radius: number): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96">` +
      `<rect width="96" height="96" rx="${radius}" fill="${accent}"/>` +
      `<path transform="translate(24 24) scale(2)" d="${lines[drawing]}" fill="none" stroke="${inkOn(accent)}" ` +
      `stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
  )
}

const box = (x: number, y: number, width: number, height: number, radius: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`

/** A line of a list: a picture, what it is called, and what is said of it. */
function row(x: number, y: number, width: number, accent: string): string {
  return (
    box(x, y, width, 104, 20, '#ffffff') +
    `<circle cx="${x + 52}" cy="${y + 52}" r="28" fill="${accent}" opacity=".18"/>` +
    box(x + 100, y + 28, width * 0.45, 18, 9, '#c9ccd3') +
    box(x + 100, y + 60, width * 0.3, 14, 7, '#e3e5ea')
  )
}

/** What stands largest on the home of a learner: the lesson that is next, with its play button. */
function hero(x: number, y: number, width: number, height: number, accent: string): string {
  const ink = inkOn(accent)
  const [cx, cy] = [x + width / 2, y + height / 2]
  return (
    box(x, y, width, height, 28, accent) +
    `<circle cx="${cx}" cy="${cy}" r="56" fill="${ink}" opacity=".92"/>` +
    `<path d="M${cx - 18} ${cy - 28}v56l46-28z" fill="${accent}"/>` +
    box(x + 36, y + height - 68, width * 0.4, 20, 10, ink) +
    box(x + 36, y + height - 36, width * 0.25, 12, 6, ink)
  )
}

/** In px: an outline of the home of a learner, and where the school's mark stands in it. */
export type Outline = { width: number; height: number; mark: { left: number; top: number; side: number }; svg: Buffer }

/** The home of a learner in outline and in the school's colour, as a phone and as a desk show it; without words. */
export function outlineOf(form: 'narrow' | 'wide', { accent }: Theme): Outline {
  const isNarrow = form === 'narrow'
  const [width, height] = isNarrow ? [780, 1560] : [1280, 800]
  const parts = isNarrow
    ? hero(40, 250, 700, 480, accent) + [770, 894, 1018, 1142].map(y => row(40, y, 700, accent)).join('')
    : hero(60, 200, 720, 520, accent) + [200, 324, 448, 572].map(y => row(820, y, 400, accent)).join('')
  const bar = isNarrow
    ? box(0, 1430, 780, 130, 0, '#ffffff') +
      [0, 1, 2, 3].map(n => box(87 + n * 180, 1470, 66, 50, 18, n === 0 ? accent : '#dcdfe5')).join('')
    : [0, 1, 2, 3].map(n => box(420 + n * 160, 64, 120, 22, 11, n === 0 ? accent : '#d3d6dd')).join('')
  const heading = isNarrow ? box(40, 176, 340, 32, 16, '#3a3d45') : box(60, 146, 300, 26, 13, '#3a3d45')
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `${box(0, 0, width, height, 0, '#f4f5f7')}${heading}${parts}${bar}</svg>`
  const mark = isNarrow ? { left: 40, top: 56, side: 84 } : { left: 60, top: 44, side: 64 }
  return { width, height, mark, svg: Buffer.from(svg) }
}
