import { useCopy } from '#kit/copy/copy.tsx'

/** How long something took, in words: seconds as days and hours, hours and minutes, or minutes; a dash for null. */
export function useSpans() {
  const t = useCopy()
  return {
    span(seconds: number | null): string {
      if (seconds === null) return '—'
      const minutes = Math.round(seconds / 60)
      if (minutes < 60) return t('shell.span.minutes', { minutes })
      const hours = Math.floor(minutes / 60)
      if (hours < 48) return t('shell.span.hours', { hours, minutes: minutes % 60 })
      return t('shell.span.days', { days: Math.floor(hours / 24), hours: hours % 24 })
    },
  }
}
