/** A number without the signs between its digits, and the extension that may stand behind it. */
const written = /^(?:tel:)?(\+?\d+)(?:[,;]*(?:x|ext(?:ension)?|[#,;])[:=]?\d{1,20}#?)?$/i
const longest = 60
const leastDigits = 4
const leastInternational = 7
/** E.164 has no longer number. */
const mostDigits = 15

/** The number itself, a plus and digits, of what somebody wrote. */
function numberIn(text: string): string | undefined {
  return text.length > longest ? undefined : written.exec(text.replaceAll(/[\s().\-/]/g, ''))?.[1]
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

/**
 * Whether a text is written like a phone number: digits, spaces, brackets, dots, hyphens and slashes, 4 to 15 digits,
 * with a leading + at least 7. A format check alone: no number that exists anywhere is refused.
 */
export function isPhone(text: string): boolean {
  const number = numberIn(text)
  if (number === undefined) return false
  const { length } = digitsOf(number)
  return length >= (number.startsWith('+') ? leastInternational : leastDigits) && length <= mostDigits
}

/**
 * A number in international form, `+` and digits, as a message is sent to it; undefined when it is no number or its
 * country is not said. `00` is a plus; 11 digits that begin with 8 or 7 are a national number of +7.
 */
export function internationalPhone(text: string): string | undefined {
  const number = isPhone(text) ? numberIn(text) : undefined
  if (number === undefined) return undefined
  const digits = digitsOf(number)
  if (number.startsWith('+')) return /^[1-9]/.test(digits) ? `+${digits}` : undefined
  if (/^[78]\d{10}$/.test(digits)) return `+7${digits.slice(1)}`
  return /^00[1-9]\d{6,}$/.test(digits) ? `+${digits.slice(2)}` : undefined
}

/**
 * A number as a link to a messenger has it: digits and a leading plus alone; of 11 digits without a plus a leading 8
 * or 7 becomes +7. Empty when there is no number to link to.
 */
export function messengerPhone(text: string): string {
  const digits = digitsOf(text)
  if (digits === '') return ''
  if (text.trim().startsWith('+')) return `+${digits}`
  return /^[78]\d{10}$/.test(digits) ? `+7${digits.slice(1)}` : digits
}
