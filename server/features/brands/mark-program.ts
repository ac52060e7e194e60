import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import type { Mark } from './read-mark.ts'

// A program of its own: marks come from others, and the server does not wait while one of them takes long to draw.
const side = Number(process.argv[2])
const limits = { limitInputPixels: 4096 * 4096, failOn: 'error' } as const
const clear = { r: 0, g: 0, b: 0, alpha: 0 }

async function read(bytes: Buffer): Promise<Mark> {
  const { format, width, height } = await sharp(bytes, limits).metadata()
  // A drawing is made as large as it is wanted, not made larger from its own size.
  const density = Math.min(2400, Math.max(72, Math.ceil((72 * side) / Math.max(width, height))))
  const drawn = sharp(bytes, { ...limits, ...(format === 'svg' && { density }) })
  const png = await drawn.resize(side, side, { fit: 'contain', background: clear }).png().toBuffer()
  return { format, png: png.toString('base64') }
}

const mark = await read(Buffer.from(await text(process.stdin), 'base64')).catch(() => null)
process.stdout.write(JSON.stringify(mark))
