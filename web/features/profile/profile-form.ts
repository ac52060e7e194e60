import type { Language } from '#kit/copy/language.ts'
import { emailErrors, normalizeEmail } from '#shared/features/accounts/email.ts'
import type { User } from '#shared/features/accounts/forms.ts'
import { typedFromDate } from '#shared/features/profile/birthday.ts'
import { type ProfileProblem, profileProblems } from '#shared/features/profile/rules.ts'
import { type LocalDate, localDate } from '#shared/platform/times.ts'

/** What the form holds, all of it text, by the names of the wire. */
export type ProfileValues = {
  name: string
  last_name: string
  email: string
  phone: string
  birthday: string
  gender: '' | 'M' | 'F'
  city: string
  instagram_id: string
  timezone: string
  language_code: 'en' | 'ru' | 'es'
}
export type ProfileField = keyof ProfileValues

/** What is known of the user, as the form shows it. */
export function valuesOf(user: User): ProfileValues {
  return {
    name: user.firstName,
    last_name: user.lastName,
    email: user.email ?? '',
    phone: user.phone ?? '',
    birthday: user.birthday ? typedFromDate(user.birthday) : '',
    gender: user.gender ?? '',
    city: user.city,
    instagram_id: user.instagram,
    timezone: user.timezone,
    language_code: user.languageCode,
  }
}

/** What was changed and is not saved, by field; what was typed back to what is known is no change. */
export function changesOf(known: ProfileValues, typed: Partial<ProfileValues>): Partial<ProfileValues> {
  const changed = Object.entries(typed).filter(([field, value]) => value !== known[field as ProfileField])
  return Object.fromEntries(changed)
}

type FormProblem = { field: ProfileField; code: ProfileProblem['code'] | 'invalid_email' | 'email_required' }

/**
 * What is wrong with what is to be sent, by the rules of the server. Where the profile is demanded, name and e-mail
 * are. `now` in ms.
 */
export function formProblems(
  values: ProfileValues,
  changes: Partial<ProfileValues>,
  isForced: boolean,
  now: number,
): FormProblem[] {
  const { email, ...rest } = isForced ? { ...changes, name: values.name, email: values.email } : changes
  const today: LocalDate = localDate(now, values.timezone)
  const address = email === undefined ? undefined : normalizeEmail(email)
  const problems: FormProblem[] = profileProblems(rest, today)
  if (address === '') problems.push({ field: 'email', code: 'email_required' })
  else if (address !== undefined && emailErrors(address).errors.length)
    problems.push({ field: 'email', code: 'invalid_email' })
  return problems
}

export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** All time zones by name, and those `asWell` that the browser knows under another name. */
export function namesOfZones(asWell: readonly string[]): string[] {
  const known = Intl.supportedValuesOf('timeZone')
  return [...new Set([...known, 'UTC', ...asWell])].sort((one, other) => one.localeCompare(other, 'en'))
}

/** A zone as people choose it: 'Europe/Madrid, UTC+1'; how far it is now, by the language's own words. */
export function zoneLabel(zone: string, language: Language): string {
  const name = zone.replaceAll('_', ' ')
  try {
    const parts = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts()
    return `${name}, ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''}`
  } catch {
    return name
  }
}
