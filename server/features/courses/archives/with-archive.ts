import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { runTool, ToolFailure } from '#server/platform/run-tool.ts'
import { ownProgram, reserved } from '#server/platform/own-program.ts'
import type { ArchiveProblem } from '#shared/features/courses/report-texts.ts'
import { ArchiveError } from './archive-error.ts'
import type { ArchiveFile, Opened } from './open-archive.ts'

const megabyte = 1024 ** 2
/** A course that is as large as one can be takes a quarter of it. */
const mostAnswerBytes = 256 * megabyte
const limitMs = 15 * 60_000
const source = 'server/features/courses/archives/read-archive.ts'
const bounds = { memoryBytes: reserved + 1500 * megabyte, cpuSeconds: limitMs / 1000 }

type Answer = Opened | { failure: { code: ArchiveProblem; entry: string; of?: string } }

/**
 * Reads a course in a process of its own, in a new folder in `place`, and hands it to `work`. Whatever happens, what was unpacked
 * is gone afterwards. Throws an ArchiveError.
 */
export async function withArchive<Result>(
  file: ArchiveFile,
  place: string,
  work: (opened: Opened) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const made = await mkdtemp(join(place, 'import-'))
  try {
    return await work(await readApart(file, made, signal))
  } finally {
    await rm(made, { recursive: true, force: true })
  }
}

async function readApart(
  { archive, name, language }: ArchiveFile,
  made: string,
  signal?: AbortSignal,
): Promise<Opened> {
  const folder = join(made, 'read')
  const answer = join(made, 'answer.json')
  await mkdir(folder, { mode: 0o700 })
  const program = [...ownProgram(source, 1024), archive, name, language, folder, answer]
  await runTool(process.execPath, program, { bounds, timeoutMs: limitMs, signal }).catch((error: unknown) => {
    if (error instanceof ToolFailure && (error.wasStopped || /heap|memory/i.test(error.said)))
      throw new ArchiveError('too_costly', name)
    throw error
  })
  // What read the archive may have been made to say anything.
  if ((await stat(answer)).size > mostAnswerBytes) throw new ArchiveError('too_large', name)
  const read = JSON.parse(await readFile(answer, 'utf8')) as Answer
  if (!('failure' in read)) return read
  const { code, entry, of } = read.failure
  throw new ArchiveError(code, entry, of === undefined ? {} : { of })
}
