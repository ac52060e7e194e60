import { ownProgram, reserved } from '#server/platform/own-program.ts'
import { runTool, ToolFailure } from '#server/platform/run-tool.ts'
import { takeTurns } from '#server/platform/turns.ts'

/** A picture as it was recognised, and drawn as a PNG of 512 px, in base64. */
export type Mark = { format: string; png: string }

/** In px. */
export const markSide = 512
const source = 'server/features/brands/mark-program.ts'
const megabyte = 1024 ** 2
const bounds = { memoryBytes: reserved + 700 * megabyte, cpuSeconds: 5 }
const limitMs = 60_000
const inTurn = takeTurns(2, 1)

/**
 * A picture of a school as a PNG of 512 px, read by a process of its own with little memory and time; its own shape stays, around it
 * there is nothing. Undefined when it is broken or takes too much. Two are read at once, one of each brand.
 */
export function readMark(bytes: Buffer, brandId: string): Promise<{ format: string; png: Buffer } | undefined> {
  const program = [...ownProgram(source, 128), String(markSide)]
  return inTurn(async () => {
    try {
      const input = bytes.toString('base64')
      const mark = JSON.parse(
        await runTool(process.execPath, program, { bounds, timeoutMs: limitMs, input }),
      ) as Mark | null
      return mark ? { format: mark.format, png: Buffer.from(mark.png, 'base64') } : undefined
    } catch (error) {
      if (error instanceof ToolFailure) return undefined
      throw error
    }
  }, brandId)
}
