import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readMark } from './read-mark.ts'

const svg = (content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${content}</svg>`)

/** Each pattern is filled with ten of the next one. */
const pattern = (level: number) => {
  const fill = level < 11 ? `url(#p${level + 1})` : 'red'
  const rows = Array.from({ length: 10 }, (_, x) => `<rect x="${x}" width="1" height="8" fill="${fill}"/>`)
  return `<pattern id="p${level}" width="8" height="8" patternUnits="userSpaceOnUse">${rows.join('')}</pattern>`
}
const bomb = svg(
  `${Array.from({ length: 12 }, (_, level) => pattern(level)).join('')}<rect width="64" height="64" fill="url(#p0)"/>`,
)
const circle = svg('<circle cx="32" cy="32" r="20" fill="#345"/>')

test('a mark that would take minutes to draw is given up, and keeps no other school waiting [SEC-08]', async () => {
  const done: string[] = []
  const read = async (name: string, bytes: Buffer, brandId: string) => {
    const mark = await readMark(bytes, brandId)
    done.push(name)
    return mark
  }
  const bombs = ['bomb 1', 'bomb 2'].map(name => read(name, bomb, 'one'))
  const other = await read('other', circle, 'other')
  expect(other?.format).toBe('svg')
  const { width, height } = await sharp(other?.png).metadata()
  expect([width, height]).toEqual([512, 512])
  expect(await Promise.all(bombs)).toEqual([undefined, undefined])
  expect(done.indexOf('other')).toBeLessThan(done.indexOf('bomb 2'))
}, 180_000)

test('what is broken, cut off or no picture is none', async () => {
  const whole = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const broken = [Buffer.alloc(0), Buffer.from('<svg'), Buffer.from('GIF'), whole.subarray(0, whole.length - 30)]
  expect(await Promise.all(broken.map(bytes => readMark(bytes, 'one')))).toEqual(broken.map(() => undefined))
}, 60_000)
