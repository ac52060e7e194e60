import { useEffect, useState } from 'react'
import { useUser } from '#web/features/accounts/data.ts'

const deviceZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The learner's time zone; the device's until the learner is known. */
export function useTimeZone(): string {
  return useUser()?.timezone ?? deviceZone()
}

const minute = 60_000

/** The time (ms), told anew each minute while the page is open. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute)
    return () => clearInterval(timer)
  }, [])
  return now
}
