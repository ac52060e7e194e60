import { isTimeZone } from '#shared/platform/times.ts'
import { birthdayFromTyped } from './birthday.ts'
import { isInstagram, plainInstagram } from './instagram.ts'
import { isBlank } from '#shared/platform/text.ts'
import { internationalPhone, isPhone, messengerPhone } from '#shared/features/accounts/phone.ts'

/** What a person enters of themselves, by the names of the wire; all but e-mail and password, which are judged with the account. */
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

/** A phone number as it is kept, in international form where its country is said; undefined when it is no number. */
export function plainPhone(text: string): string | undefined {
  return internationalPhone(text) ?? (isPhone(text) ? messengerPhone(text) : undefined)
}

/**
 * What is wrong with what was entered, in the order of the form; the same on both sides.
 * `today` is year-month-day where the person is. What is left out is not judged; empty texts remove, but for the name.
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

/** How long the texts of a profile may be, in code points. */
export const profileLimits = { name: 100, lastName: 100, city: 100 } as const
