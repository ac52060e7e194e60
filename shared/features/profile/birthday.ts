const shape = /^(\d{2})\.(\d{2})\.(\d{4})$/
const earliestYear = 1900

/** Parses dd.mm.yyyy to year-month-day; undefined for another format or a date that does not exist. */
export function dateFromTyped(text: string): string | undefined {
  const [whole, day = '', month = '', year = ''] = shape.exec(text) ?? []
  if (whole !== text) return undefined
  const date = new Date(Date.UTC(2000, 0, 1))
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  const isReal = date.getUTCDate() === Number(day) && date.getUTCMonth() === Number(month) - 1
  return isReal && Number(year) > 0 ? `${year}-${month}-${day}` : undefined
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
