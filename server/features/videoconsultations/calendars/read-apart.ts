import { runTool, ToolFailure } from '#server/platform/run-tool.ts'
import { ownProgram, reserved } from '#server/platform/own-program.ts'
import { takeTurns } from '#server/platform/turns.ts'
import type { Span } from '#shared/features/videoconsultations/slots.ts'

const source = 'server/features/videoconsultations/calendars/calendar-program.ts'
const megabyte = 1024 ** 2
const bounds = { memoryBytes: reserved + 700 * megabyte, cpuSeconds: 10 }
const limitMs = 60_000
const inTurn = takeTurns(2, 1)

type Asked = { expertId: number; timeZone: string; range: Span }

/**
 * The busy times of a calendar, read by a process of its own with little memory and time, or what is wrong with it. Two are read at
 * once, one of each expert.
 */
export function readApart(
  calendar: string,
  { expertId, timeZone, range }: Asked,
): Promise<Span[] | 'too_large' | 'not_a_calendar'> {
  const program = [...ownProgram(source, 256), timeZone, String(range.from), String(range.until)]
  return inTurn(async () => {
    try {
      const said = await runTool(process.execPath, program, { bounds, timeoutMs: limitMs, input: calendar })
      return JSON.parse(said) as Span[] | 'too_large' | 'not_a_calendar'
    } catch (error) {
      if (error instanceof ToolFailure && (error.wasStopped || /heap|memory/i.test(error.said))) return 'too_large'
      throw error
    }
  }, expertId)
}
