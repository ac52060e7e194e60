import type { Language } from '#kit/copy/language.ts'
import { tagOf } from '#shared/platform/language-tag.ts'

/** Hours watched as hours and minutes, such as '1 hr 25 mins'; whatever was watched is at least a minute. */
export function watchedTime(hours: number, language: Language): string {
  const total = hours > 0 ? Math.max(1, Math.round(hours * 60)) : 0
  const amounts = { hour: Math.floor(total / 60), minute: total % 60 }
  const inWords = (unit: keyof typeof amounts) =>
    new Intl.NumberFormat(tagOf(language), { style: 'unit', unit, unitDisplay: 'short' }).format(amounts[unit])
  if (amounts.hour === 0) return inWords('minute')
  return amounts.minute === 0 ? inWords('hour') : `${inWords('hour')} ${inWords('minute')}`
}
