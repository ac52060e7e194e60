import { stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { FileFailure } from '../upload/file-failure.ts'

export type Pixels = { width: number; height: number; data: Uint8Array }
type Answer = Pixels | { code: 'file_broken' | 'picture_too_big' }

const limitMs = 20_000
/** The decoder holds the file in memory, twice; a photo of 60 million pixels has a tenth of this. */
const mostBytes = 200_000_000
const decoder = createRequire(import.meta.url).resolve('heic-decode')

/** Plain JavaScript, so that it runs from sources and from the bundle alike. */
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

/** The first picture of a HEIC file as upright RGBA pixels; decoded beside the server's own thread, within 20 s. */
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
