const levels: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warning', 50: 'error', 60: 'fatal' }

/** A line of the server's JSON log as a person reads it; any other line as it is. */
export function plainLine(line: string): string {
  if (!line.startsWith('{"level":')) return line
  try {
    const { level, time: _time, msg = '', err, ...rest } = JSON.parse(line) as LogLine
    const more = Object.keys(rest).length ? ` ${JSON.stringify(rest)}` : ''
    return `${levels[level] ?? level}: ${msg}${more}${err ? `\n${err.stack ?? err.message}` : ''}`
  } catch {
    return line
  }
}

type LogLine = { level: number; time: number; msg?: string; err?: { message: string; stack?: string } }
