import { join } from 'node:path'
import sharp from 'sharp'
import { takeTurns } from '#server/platform/turns.ts'
import { FileFailure, type FileKind } from '../upload/file-kind.ts'
import { stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

const maxPixels = 60_000_000
const limitSeconds = 20
const sizes = { large: 1600, medium: 800, small: 320 } as const
type PictureSize = keyof typeof sizes
const inTurn = takeTurns(2)

sharp.cache(false)
sharp.concurrency(1)
// The library reads many formats; only those of photos may be decoded.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map(name => `VipsForeignLoad${name}`),
})

type MadePictures = { width: number; height: number; files: Record<PictureSize, string> }

/**
 * Makes large, medium and small WebP files (1600, 800 and 320 px on the longest side, never larger than the picture) of a
 * picture into `folder`: upright, in sRGB, with no metadata at all; of an animation its first frame. Throws a FileFailure when
 * it is broken or has more than 60 million pixels; at most two are made at once.
 */
export function makePictures(
  path: string,
  format: Extract<FileKind, { kind: 'picture' }>['format'],
  folder: string,
): Promise<MadePictures> {
  return inTurn(async () => {
    const input = format === 'heic' ? await heicInput(path) : fileInput(path)
    const { data, info } = await input
      .resize({ width: sizes.large, height: sizes.large, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .timeout({ seconds: limitSeconds })
      .raw()
      .toBuffer({ resolveWithObject: true })
      .catch(error => Promise.reject(failureOf(error)))
    const { width, height, channels } = info
    const files = {
      large: join(folder, 'large.webp'),
      medium: join(folder, 'medium.webp'),
      small: join(folder, 'small.webp'),
    }
    for (const [size, side] of Object.entries(sizes))
      await sharp(data, { raw: { width, height, channels } })
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 80 })
        .toFile(files[size as PictureSize])
    return { width, height, files }
  })
}

function fileInput(path: string) {
  return sharp(path, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 }).autoOrient()
}

/** The decoder has already rotated it. */
async function heicInput(path: string) {
  const { width, height, data } = await decodeHeic(path, maxPixels)
  return sharp(data, { raw: { width, height, channels: 4 } })
}

function failureOf(error: unknown): FileFailure {
  const isTooBig = error instanceof Error && /pixel limit|timeout/i.test(error.message)
  return new FileFailure(isTooBig ? 'picture_too_big' : 'file_broken', { cause: error })
}

type Pixels = { width: number; height: number; data: Uint8Array }
type Answer = Pixels | { code: 'file_broken' | 'picture_too_big' }

const limitMs = 20_000
/** The decoder holds the file in memory twice; a photo of 60 million pixels is a tenth of this. */
const mostBytes = 200_000_000
const decoder = createRequire(import.meta.url).resolve('heic-decode')

/** Plain JavaScript, so that it runs both from the sources and from the bundle. */
const work = `
const { parentPort, workerData } = require('node:worker_threads')
const { readFileSync } = require('node:fs')
async function decode() {
  const images = await require(workerData.decoder).all({ buffer: readFileSync(workerData.path) })
  const [{ width, height, decode }] = images
  if (!(width * height <= workerData.maxPixels)) return parentPort.postMessage({ code: 'picture_too_big' })
  const { data } = await decode()
  parentPort.postMessage({ width, height, data }, [data.buffer])
}
decode().catch(() => parentPort.postMessage({ code: 'file_broken' }))
`

/** The first picture of a HEIC file as upright RGBA pixels, decoded in a worker thread within 20 s. */
export async function decodeHeic(path: string, maxPixels: number): Promise<Pixels> {
  if ((await stat(path)).size > mostBytes) throw new FileFailure('file_too_large')
  const worker = new Worker(work, {
    eval: true,
    workerData: { decoder, path, maxPixels },
    stdout: true,
    stderr: true,
  })
  try {
    const answer = await answerOf(worker)
    if ('code' in answer) throw new FileFailure(answer.code)
    return answer
  } finally {
    await worker.terminate()
  }
}

function answerOf(worker: Worker): Promise<Answer> {
  return new Promise(resolve => {
    const fail = () => {
      clearTimeout(timer)
      resolve({ code: 'file_broken' })
    }
    const timer = setTimeout(fail, limitMs)
    worker.once('message', (answer: Answer) => {
      clearTimeout(timer)
      resolve(answer)
    })
    worker.once('error', fail)
    worker.once('exit', fail)
  })
}
