import type { Language } from '#kit/copy/language.ts'
import { type EmailOptions, emailErrors, normalizeEmail } from '#shared/features/accounts/email.ts'
import type { User } from '#shared/features/accounts/forms.ts'
import { typedFromDate } from '#shared/features/profile/birthday.ts'
import { type ProfileProblem, profileProblems } from '#shared/features/profile/rules.ts'
import { type LocalDate, localDate } from '#shared/platform/times.ts'
import { tagOf } from '#shared/platform/language-tag.ts'

/** What is typed into the form, by field names of the wire. */
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

/** The saved profile as form values. */
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

/** The fields whose typed value differs from the saved one. */
export function changesOf(known: ProfileValues, typed: Partial<ProfileValues>): Partial<ProfileValues> {
  const changed = Object.entries(typed).filter(([field, value]) => value !== known[field as ProfileField])
  return Object.fromEntries(changed)
}

type FormProblem = { field: ProfileField; code: ProfileProblem['code'] | 'invalid_email' | 'email_required' }

/** Checks the changes by the server's rules; where `isForced`, name and e-mail are required. `now` in ms; a new e-mail obeys the school's `emailRules`. */
export function formProblems(
  values: ProfileValues,
  changes: Partial<ProfileValues>,
  isForced: boolean,
  { now, emailRules }: { now: number; emailRules: EmailOptions },
): FormProblem[] {
  const { email, ...rest } = isForced ? { ...changes, name: values.name, email: values.email } : changes
  const today: LocalDate = localDate(now, values.timezone)
  const address = email === undefined ? undefined : normalizeEmail(email)
  const problems: FormProblem[] = profileProblems(rest, today)
  if (address === '') problems.push({ field: 'email', code: 'email_required' })
  else if (address !== undefined && emailErrors(address, changes.email === undefined ? {} : emailRules).errors.length)
    problems.push({ field: 'email', code: 'invalid_email' })
  return problems
}

export const deviceTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** All time zone names the browser lists, and those in `asWell`, which it may list under another name. */
export function timeZoneNames(asWell: readonly string[]): string[] {
  const known = Intl.supportedValuesOf('timeZone')
  return [...new Set([...known, 'UTC', ...asWell])].sort((one, other) => one.localeCompare(other, 'en'))
}

/** A zone with its current offset in the given language: 'Europe/Madrid, GMT+1'. */
export function zoneLabel(zone: string, language: Language): string {
  const name = zone.replaceAll('_', ' ')
  try {
    const parts = new Intl.DateTimeFormat(tagOf(language), {
      timeZone: zone,
      timeZoneName: 'shortOffset',
    }).formatToParts()
    return `${name}, ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''}`
  } catch {
    return name
  }
}
