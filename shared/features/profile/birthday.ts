const shape = /^(\d{2})\.(\d{2})\.(\d{4})$/
const earliestYear = 1900

/** The date of a text dd.mm.yyyy as year-month-day; undefined when it has another shape or there is no such day. */
export function dateFromTyped(text: string): string | undefined {
  const [whole, day = '', month = '', year = ''] = shape.exec(text) ?? []
  if (whole !== text) return undefined
  const date = new Date(Date.UTC(2000, 0, 1))
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  const isReal = date.getUTCDate() === Number(day) && date.getUTCMonth() === Number(month) - 1
  return isReal && Number(year) > 0 ? `${year}-${month}-${day}` : undefined
}

/**
 * A birthday as it is typed, dd.mm.yyyy, as year-month-day; undefined, which is `error.birthday`, for what is no existing date
 * of exactly 10 characters, lies before 1900 or after `today` (year-month-day).
 */
export function birthdayFromTyped(text: string, today: string): string | undefined {
  const date = dateFromTyped(text)
  if (date === undefined || date > today || Number(date.slice(0, 4)) < earliestYear) return undefined
  return date
}

/** A date year-month-day as it is typed in a form: dd.mm.yyyy. */
export function typedFromDate(date: string): string {
  return date.split('-').reverse().join('.')
}

/** What is typed of a date with its dots in place: digits alone are enough, never more than dd.mm.yyyy. */
export function withDots(typed: string): string {
  if (/[^\d.]/.test(typed)) return typed
  const digits = typed.replace(/\D/g, '').slice(0, 8)
  const parts = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)]
  return parts.filter(Boolean).join('.')
}
