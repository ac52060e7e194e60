/**
 * Digits without separators; then, if they are there, an extension, what a `tel:` address tells besides (RFC 3966), and a
 * letter that says whose number or which one it is.
 */
const written =
  /^(?:tel:)?(?<digits>\+?\d+)(?:[,;~]*(?:x|xtensio|ext(?:ension)?|int|доб|[#,;~])[:=]?\d{1,20}#?)?(?:;isub=\d{1,20})?(?:;context=(?:(?<country>\+\d{1,15})|[a-z\d]{1,40}))?\p{L}?$/iu
const longest = 80
const leastDigits = 4
const leastInternational = 7
/** The E.164 maximum. */
const mostDigits = 15

/** Extracts a plus and digits from what was typed; without a plus when only the national form was given. */
function numberIn(text: string): string | undefined {
  if (text.length > longest) return undefined
  const plain = text.replaceAll('phone-context', 'context').replaceAll(/[\s().\-/]/g, '')
  const { digits, country } = written.exec(plain)?.groups ?? {}
  // A national number with its leading zero is not what follows a country's code.
  return digits && country && /^[1-9]/.test(digits) ? country + digits : digits
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

/**
 * Whether a text is formatted like a phone number: digits, spaces, brackets, dots, hyphens and slashes; 4 to 15 digits,
 * or at least 7 with a leading +, perhaps with an extension or a letter after it. Only a format check: every existing number passes.
 */
export function isPhone(text: string): boolean {
  const number = numberIn(text)
  if (number === undefined) return false
  const { length } = digitsOf(number)
  return length >= (number.startsWith('+') ? leastInternational : leastDigits) && length <= mostDigits
}

/**
 * A number in international form, `+` and digits; undefined for an invalid number or one without a country. `00` counts
 * as a plus; 11 digits starting with 8 or 7 are a national number of +7.
 */
export function internationalPhone(text: string): string | undefined {
  const number = isPhone(text) ? numberIn(text) : undefined
  if (number === undefined) return undefined
  const digits = digitsOf(number)
  if (number.startsWith('+')) return /^[1-9]/.test(digits) ? `+${digits}` : undefined
  if (/^[78]\d{10}$/.test(digits)) return `+7${digits.slice(1)}`
  return /^00[1-9]\d{6}/.test(digits) ? `+${digits.slice(2)}` : undefined
}

/**
 * A number for a messenger link: digits and an optional leading plus; in 11 digits without a plus, a leading 8 or 7
 * becomes +7. Empty when there is no number to link to.
 */
export function messengerPhone(text: string): string {
  const number = numberIn(text) ?? text.trim()
  const digits = digitsOf(number)
  if (digits === '') return ''
  if (number.startsWith('+')) return `+${digits}`
  return /^[78]\d{10}$/.test(digits) ? `+7${digits.slice(1)}` : digits
}
