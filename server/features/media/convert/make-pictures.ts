import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { reserved } from '#server/platform/own-program.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { bounded, ToolGone } from '#server/platform/run-tool.ts'
import { takeTurns } from '#server/platform/turns.ts'
import { FileFailure, type FileKind, type MediaRefusal } from '../upload/file-kind.ts'
import type { UploadedRow } from '../media-item.ts'

const program = join(projectRoot, 'server/features/media/convert/decode-picture.mjs')
const limitMs = 30_000
const megabyte = 1_000_000
const inTurn = takeTurns(2, 1)

type Format = Extract<FileKind, { kind: 'picture' }>['format']
type Work = { path: string; format: Format; folder: string }
type Decoded = { width: number; height: number } | { failure: MediaRefusal }

/** What decoding may take, in bytes: a small file cannot claim the memory of a large photo. */
const memoryFor = (bytes: number) => reserved + Math.min(280 * megabyte + 100 * bytes, 900 * megabyte)
/** Pictures of up to this many bytes share a process. */
const smallBytes = 200_000

/**
 * Makes large.webp, medium.webp and small.webp (1600, 800 and 320 px on the longest side, never larger than the picture) of an
 * upload's file into `folder`: upright, in sRGB, with no metadata at all; of an animation its first frame. Throws a
 * FileFailure when it is broken or takes too much to decode. Two are made at once, one of each person.
 */
export function makePictures(
  { bytes, ownerId }: Pick<UploadedRow, 'bytes' | 'ownerId'>,
  path: string,
  format: Format,
  folder: string,
): Promise<{ width: number; height: number }> {
  return inTurn(async () => {
    const made = await decode({ path, format, folder }, bytes)
    if ('failure' in made) throw new FileFailure(made.failure)
    return made
  }, ownerId)
}

type Decoder = ReturnType<typeof openDecoder>

const idle: Decoder[] = []
const idleMs = 60_000
/** A process leaves what it has lost of its memory to the next one. */
const mostWorks = 200

async function decode(work: Work, bytes: number): Promise<Decoded> {
  const isSmall = bytes <= smallBytes
  const waiting = isSmall ? idle.splice(0).filter(decoder => decoder.isFresh()) : []
  const decoder = waiting.pop() ?? openDecoder(memoryFor(isSmall ? smallBytes : bytes))
  idle.push(...waiting)
  const made = await decoder.decode(work)
  if (isSmall && decoder.isFresh()) idle.push(decoder)
  else decoder.end()
  return made
}

/** What a process that decodes foreign bytes says; undefined when it is no answer. */
function answerIn(line: string): Decoded | undefined {
  try {
    return JSON.parse(line) as Decoded
  } catch {
    return undefined
  }
}

/** A process that decodes one picture after the other within `memoryBytes`; one that takes longer than 30 s is ended. */
function openDecoder(memoryBytes: number) {
  const child = spawn(...bounded({ memoryBytes }, process.execPath, [program]), { stdio: ['pipe', 'pipe', 'ignore'] })
  let isEnded = false
  const end = () => {
    isEnded = true
    child.kill('SIGKILL')
  }
  let works = 0
  let timer: NodeJS.Timeout | undefined
  let settle = { answer: (_decoded: Decoded) => {}, fail: (_error: Error) => {} }
  createInterface({ input: child.stdout }).on('line', line => {
    const answer = answerIn(line)
    settle.answer(answer ?? { failure: 'file_broken' })
    if (!answer) end()
  })
  child.once('exit', (_code, endedBy) => {
    // Ended by the system, as for want of memory, which says nothing about the picture.
    if (endedBy === 'SIGKILL' && !isEnded) settle.fail(new ToolGone('What decodes pictures was ended from outside'))
    else settle.answer({ failure: 'picture_too_big' })
  })
  child.once('error', error => settle.fail(error))
  // Its exit says more.
  child.stdin.on('error', () => {})

  /** One that waits does not keep the server from ending. */
  const beginWait = (ms: number, isWorking: boolean) => {
    clearTimeout(timer)
    timer = setTimeout(end, ms).unref()
    for (const handle of [child, child.stdin as Socket, child.stdout as Socket])
      if (isWorking) handle.ref()
      else handle.unref()
  }
  return {
    end,
    isFresh: () => !isEnded && child.exitCode === null && child.signalCode === null && works < mostWorks,
    async decode(work: Work): Promise<Decoded> {
      works++
      beginWait(limitMs, true)
      const decoded = await new Promise<Decoded>((answer, fail) => {
        settle = { answer, fail }
        child.stdin.write(`${JSON.stringify(work)}\n`)
      })
      beginWait(idleMs, false)
      return decoded
    },
  }
}
