import { decodedLabel } from '#shared/platform/text.ts'

export type EmailError =
  | 'empty'
  | 'too_long'
  | 'at_sign'
  | 'local_length'
  | 'local_dots'
  | 'local_characters'
  | 'domain_length'
  | 'domain_dots'
  | 'label_length'
  | 'label_hyphen'
  | 'domain_characters'
  | 'top_level'
  | 'blocked_domain'
  | 'domain_not_allowed'
  | 'invalid'

export type EmailWarning = 'long_local' | 'many_levels'

export type EmailOptions = {
  allowsInternational?: boolean
  /** Also refuses what is right by the rules and hardly anybody's: quotes, comments, a domain of one word. */
  isStrict?: boolean
  /** Refused domains, in lower case. */
  blockedDomains?: readonly string[]
  /** Unless there is none, the only accepted domains, in lower case. */
  allowedDomains?: readonly string[]
}

/** An address as sign-in and forms use it: trimmed and in lower case. */
export function normalizeEmail(address: string): string {
  return address.trim().toLowerCase()
}

function hasWrongDots(part: string): boolean {
  return part.startsWith('.') || part.endsWith('.') || part.includes('..')
}

function localErrors(local: string): EmailError[] {
  const found: EmailError[] = []
  if (local.length > 64) found.push('local_length')
  if (hasWrongDots(local)) found.push('local_dots')
  if (/[\s\p{Cc}]/u.test(local)) found.push('local_characters')
  return found
}

function isTopLevel(label: string, options: EmailOptions): boolean {
  if (!options.allowsInternational) return /^[a-z]{2,}$/i.test(label)
  const letters = label.toLowerCase().startsWith('xn--') ? decodedLabel(label) : label
  return letters !== undefined && /^\p{L}[\p{L}\p{M}]+$/u.test(letters)
}

function domainErrors(domain: string, options: EmailOptions): EmailError[] {
  const found: EmailError[] = []
  const labels = domain.split('.')
  const characters = options.allowsInternational ? /^[\p{L}\p{M}\p{N}-]*$/u : /^[a-z0-9-]*$/i
  if (domain.length > 253) found.push('domain_length')
  if (hasWrongDots(domain)) found.push('domain_dots')
  if (labels.some(label => label.length > 63)) found.push('label_length')
  if (labels.some(label => label.startsWith('-') || label.endsWith('-'))) found.push('label_hyphen')
  if (!labels.every(label => characters.test(label))) found.push('domain_characters')
  if (!isTopLevel(domain.slice(domain.lastIndexOf('.') + 1), options)) found.push('top_level')
  const name = domain.toLowerCase()
  if (options.blockedDomains?.includes(name)) found.push('blocked_domain')
  if (options.allowedDomains?.length && !options.allowedDomains.includes(name)) found.push('domain_not_allowed')
  return found
}

const strictLocal = /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+$/i

/**
 * What is wrong with an e-mail address; normalise it first. Returns codes for the texts under
 * `emailVerification.errors`; warnings must not block. White space and control characters in the local part are
 * refused.
 */
export function emailErrors(
  address: string,
  options: EmailOptions = {},
): { errors: EmailError[]; warnings: EmailWarning[] } {
  if (!address) return { errors: ['empty'], warnings: [] }
  const errors: EmailError[] = address.length > 320 ? ['too_long'] : []
  const at = address.indexOf('@')
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)]
  if (at < 1 || domain === '' || domain.includes('@')) return { errors: [...errors, 'at_sign'], warnings: [] }
  errors.push(...localErrors(local), ...domainErrors(domain, options))
  const isUsual = strictLocal.test(local) && domain.includes('.')
  if (options.isStrict && !isUsual && errors.length === 0) errors.push('invalid')
  const warnings: EmailWarning[] = []
  if (local.length > 30) warnings.push('long_local')
  if (domain.split('.').length > 5) warnings.push('many_levels')
  return { errors, warnings }
}

/** An e-mail by which its owner knows it and nobody else learns it: `a•••@example.com`; empty for none. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return at < 1 ? '' : `${first}•••${email.slice(at)}`
}
