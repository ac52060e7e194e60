// Makes the sizes of pictures, one after the other, in a process that may die of one. Each line of its input is
// {"path", "format", "folder"}, each line of its output {"width", "height"} or {"failure"}. Plain JavaScript, so that it runs
// the same from the sources and beside the bundle.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import sharp from 'sharp'

const maxPixels = 60_000_000
/** A line of more is decoded and scaled as a whole, however few lines there are. */
const maxSide = 20_000
const limitSeconds = 20
const sizes = { large: 1600, medium: 800, small: 320 }

// The decoder of HEIC tells of broken files by console.log; the output here is for answers alone.
Object.assign(console, { log: console.error })

sharp.cache(false)
sharp.concurrency(1)
// The library reads many formats; only those of photos may be decoded.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map(name => `VipsForeignLoad${name}`) })

class TooBig extends Error {}

function assertSize({ width = 0, height = 0 }) {
  if (!(width * height <= maxPixels) || Math.max(width, height) > maxSide) throw new TooBig()
}

/** The first picture of a HEIC file; its decoder has already rotated it. */
async function heicInput(path) {
  const { default: heic } = await import('heic-decode')
  const [first] = await heic.all({ buffer: await readFile(path) })
  assertSize(first)
  const { width, height, data } = await first.decode()
  return sharp(data, { raw: { width, height, channels: 4 } })
}

async function fileInput(path) {
  const input = sharp(path, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
  assertSize(await input.metadata())
  return input.autoOrient()
}

async function makeSizes({ path, format, folder }) {
  const input = await (format === 'heic' ? heicInput(path) : fileInput(path))
  const { data, info } = await input
    .resize({ width: sizes.large, height: sizes.large, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: limitSeconds })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  for (const [size, side] of Object.entries(sizes))
    await sharp(data, { raw: { width, height, channels } })
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toFile(join(folder, `${size}.webp`))
  return { width, height }
}

function failureOf(error) {
  const isTooBig = error instanceof TooBig || /pixel limit|timeout|memory|alloc/i.test(error.message)
  return { failure: isTooBig ? 'picture_too_big' : 'file_broken' }
}

for await (const line of createInterface({ input: process.stdin })) {
  const made = await makeSizes(JSON.parse(line)).catch(failureOf)
  process.stdout.write(`${JSON.stringify(made)}\n`)
}
