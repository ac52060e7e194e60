import type { Language } from './contract.ts'

const tags: Record<Language, string> = { en: 'en-GB', ru: 'ru-RU', es: 'es-ES' }

/** The tag by which dates, numbers and names are written in a language; all of Kurso writes dates day first. */
export const tagOf = (language: Language): string => tags[language]

/** The date of an instant (ms) in a time zone, in words: '26 November 2026', '26 ноября 2026'. */
export function dateInWords(ms: number, language: Language, timeZone: string): string {
  const format = new Intl.DateTimeFormat(tagOf(language), { dateStyle: 'long', timeZone })
  return withoutYearMark(format.format(ms))
}

/** Russian dates are shown without the 'г.' that browsers and Node write after the year. */
export const withoutYearMark = (date: string): string => date.replace(/\s?г\.$/, '')
