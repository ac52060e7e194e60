import { FileFailure } from '../upload/file-kind.ts'
import { runTool, ToolFailure, type ToolOptions } from '#server/platform/run-tool.ts'

/** As many threads as a conversion may take. */
export const threads = ['-threads', '2']
/** Without what a file says of its maker. */
export const bare = ['-map_metadata', '-1', '-map_metadata:s', '-1', '-map_chapters', '-1']

const megabyte = 1_000_000
const cpuSecondsAtLeast = 25
/** A second of the processor for each of so many bytes: a talk with slides needs that much at most. */
const bytesPerCpuSecond = 10_000

/**
 * What converting a file of `bytes` may take, however long and large its picture claims to be. The clock only catches what
 * stands still: on a busy machine a conversion, which goes last, takes many times its seconds of the processor.
 */
export function limitsFor(bytes: number): Pick<ToolOptions, 'bounds' | 'timeoutMs'> {
  const cpuSeconds = cpuSecondsAtLeast + Math.ceil(bytes / bytesPerCpuSecond)
  const memoryBytes = Math.min(400 * megabyte + 100 * bytes, 1500 * megabyte)
  return { bounds: { memoryBytes, cpuSeconds }, timeoutMs: 20_000 * cpuSeconds }
}

/** Runs ffmpeg; a file that it cannot use, or that takes too much, is a FileFailure. */
export async function ffmpeg(args: string[], options: ToolOptions): Promise<void> {
  try {
    await runTool('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], options)
  } catch (error) {
    if (!(error instanceof ToolFailure) || /no space left/i.test(error.said)) throw error
    throw new FileFailure(error.wasStopped ? 'conversion_too_costly' : 'file_broken', { cause: error })
  }
}

/** Reads the share done, 0 to 1, from what `-progress pipe:1` says of a film of `durationMs`. */
export function progressOf(durationMs: number, onProgress: (share: number) => void) {
  return (line: string) => {
    const micros = /^out_time_us=(\d+)$/.exec(line)?.[1]
    if (micros !== undefined && durationMs > 0) onProgress(Math.min(1, Number(micros) / 1000 / durationMs))
  }
}
