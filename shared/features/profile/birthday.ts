import { isLocalDate } from '#shared/platform/times.ts'

const earliestYear = 1900

/** Parses dd.mm.yyyy to year-month-day; undefined for another format or a date that does not exist. */
export function dateFromTyped(text: string): string | undefined {
  const date = text.split('.').reverse().join('-')
  return /^\d{2}\.\d{2}\.\d{4}$/.test(text) && isLocalDate(date) && !date.startsWith('0000') ? date : undefined
}

/**
 * Parses a birthday typed as dd.mm.yyyy to year-month-day. Undefined (`error.birthday`) unless it is an existing date
 * of exactly 10 characters, from 1900 to `today` (year-month-day).
 */
export function birthdayFromTyped(text: string, today: string): string | undefined {
  const date = dateFromTyped(text)
  if (date === undefined || date > today || Number(date.slice(0, 4)) < earliestYear) return undefined
  return date
}

/** Formats a year-month-day date for a form: dd.mm.yyyy. */
export function typedFromDate(date: string): string {
  return date.split('-').reverse().join('.')
}

/** Inserts the dots into a typed date: digits are enough, never more than dd.mm.yyyy. */
export function withDots(typed: string): string {
  if (/[^\d.]/.test(typed)) return typed
  const digits = typed.replace(/\D/g, '').slice(0, 8)
  const parts = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)]
  return parts.filter(Boolean).join('.')
}
