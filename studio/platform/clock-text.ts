import { firstInstantAt, offsetAt } from '#shared/platform/times.ts'

/** An instant (Unix seconds) as a field for date and time shows it on the clock of a zone; empty for none. */
export function clockText(seconds: number | null, zone: string): string {
  if (seconds === null) return ''
  const ms = seconds * 1000
  return new Date(ms + offsetAt(ms, zone)).toISOString().slice(0, 16)
}

/** The instant (Unix seconds) that such a field means; null when it is not filled in. */
export function instantOf(text: string, zone: string): number | null {
  const [date = '', time = ''] = text.split('T')
  return time ? Math.floor(firstInstantAt(date, time.slice(0, 5), zone) / 1000) : null
}
