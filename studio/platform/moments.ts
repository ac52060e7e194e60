import { createContext, useContext } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatDate, formatTime } from '#kit/copy/format.ts'

/** The time zone of the member of staff who is signed in. */
export const OwnZone = createContext<string | undefined>(undefined)

/** The studio's one clock: instants (ms) in the reader's language and in the time zone of their profile. */
export function useMoments() {
  const { language } = useCopy()
  const zone = useContext(OwnZone)
  const date = (ms: number, style?: Parameters<typeof formatDate>[2]) => formatDate(ms, language, style, zone)
  return {
    date,
    /** Date and time. */
    moment: (ms: number, style: Parameters<typeof formatDate>[2] = 'short') =>
      `${date(ms, style)}, ${formatTime(ms, language, zone)}`,
  }
}
