import { createContext, useContext } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatDate, formatTime } from '#kit/copy/format.ts'
import { formatterFor } from '#kit/copy/message.ts'

/** The time zone of the member of staff who is signed in. */
export const OwnZone = createContext<string | undefined>(undefined)

/** The studio's one clock: instants (ms) in the reader's language and in the time zone of their profile. */
export function useMoments() {
  const { language } = useCopy()
  const zone = useContext(OwnZone)
  const date = (ms: number, style?: Parameters<typeof formatDate>[2]) => {
    const text = formatDate(ms, language, style, zone)
    // In a narrow column a short date breaks before its time, never inside.
    return style === 'short' || style === 'medium' ? text.replaceAll(' ', '\u00a0') : text
  }
  const time = (ms: number) => formatTime(ms, language, zone)
  return {
    date,
    time,
    /** Date and time. */
    moment: (ms: number, style: Parameters<typeof formatDate>[2] = 'short') => `${date(ms, style)}, ${time(ms)}`,
    /** The time zone with its distance from UTC at an instant: 'Europe/Madrid, GMT+1'. */
    zoneAt(ms: number): string {
      const format = formatterFor(
        language,
        `offset ${zone}`,
        locale => new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'shortOffset' }),
      )
      const offset = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value
      return [format.resolvedOptions().timeZone.replaceAll('_', ' '), offset].filter(Boolean).join(', ')
    },
  }
}
