import { isTimeZone } from '#shared/platform/times.ts'
import { birthdayFromTyped } from './birthday.ts'
import { isInstagram, plainInstagram } from './instagram.ts'
import { isBlank } from '#shared/platform/text.ts'
import { internationalPhone, isPhone, messengerPhone } from '#shared/features/accounts/phone.ts'

/** The profile fields a person edits, by wire names; e-mail and password are checked with the account. */
export type ProfileInput = Partial<{
  name: string
  last_name: string
  city: string
  gender: 'M' | 'F' | ''
  phone: string
  /** dd.mm.yyyy */
  birthday: string
  instagram_id: string
  language_code: 'en' | 'ru' | 'es'
  timezone: string
}>

export type ProfileProblem = {
  code: 'name_required' | 'wrong_phone' | 'wrong_birthday' | 'wrong_instagram' | 'wrong_timezone'
  field: keyof ProfileInput
}

/** A phone number as stored, in international form if the country is given; undefined when invalid. */
export function plainPhone(text: string): string | undefined {
  return internationalPhone(text) ?? (isPhone(text) ? messengerPhone(text) : undefined)
}

/**
 * Problems with profile input in the form's order; browser and server use the same rules. `today` is the person's date,
 * year-month-day. Absent fields are not checked; empty texts clear a field, except the name.
 */
export function profileProblems(input: ProfileInput, today: string): ProfileProblem[] {
  const { name, phone, birthday, instagram_id: instagram, timezone } = input
  const checks: [boolean, ProfileProblem][] = [
    [name !== undefined && isBlank(name), { code: 'name_required', field: 'name' }],
    [isWrong(birthday, text => birthdayFromTyped(text, today)), { code: 'wrong_birthday', field: 'birthday' }],
    [isWrong(phone, plainPhone), { code: 'wrong_phone', field: 'phone' }],
    [
      instagram !== undefined && !isInstagram(plainInstagram(instagram)),
      { code: 'wrong_instagram', field: 'instagram_id' },
    ],
    [timezone !== undefined && !isTimeZone(timezone), { code: 'wrong_timezone', field: 'timezone' }],
  ]
  return checks.filter(([isProblem]) => isProblem).map(([, problem]) => problem)
}

function isWrong(text: string | undefined, read: (text: string) => string | undefined): boolean {
  return text !== undefined && text !== '' && read(text) === undefined
}

/** Maximum lengths of profile texts, in code points. */
export const profileLimits = { name: 100, lastName: 100, city: 100 } as const
