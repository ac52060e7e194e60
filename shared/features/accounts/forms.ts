import type { UserWire } from './contract.ts'

/** A user as the apps know it. */
export type User = {
  id: number
  email: string | undefined
  username: string
  firstName: string
  lastName: string
  displayName: string
  city: string
  gender: 'M' | 'F' | undefined
  phone: string | undefined
  phoneValidated: boolean
  requirePhoneValidate: boolean
  /** Year-month-day. */
  birthday: string | undefined
  instagram: string
  disableNotification: boolean
  languageCode: 'en' | 'ru' | 'es'
  locale: string
  timezone: string
  status: number
  avatar: string | undefined
  role: UserWire['role']
  isRequireUpdatePassword: boolean
  isRequireUpdateProfile: boolean
  isRequireEmailValidate: boolean
  isRequirePhoneValidate: boolean
  segments: { id: number; name: string }[]
  isAdmin: boolean
  /** The staff member signed in as this user. */
  impersonatedBy: { id: number; name: string } | undefined
  userExternalAuths: { id: number; source: string }[]
  scoresAmount: number
  viewedHours: number
  completedCourses: number
  completedTasks: number
  viewedLessons: number
  referralOrders: number
  cashback: number
  discountForReferral: number
  linkJumps: number
}

const locales = { ru: 'ru-RU', en: 'en-US', es: 'es-ES' } as const

/** The locale that an account's record names. What people read is written by `tagOf`. */
export function localeOf(language: keyof typeof locales): string {
  return locales[language]
}

/** First and last name, or the e-mail. */
export function displayName(user: { firstName: string; lastName: string; email: string | undefined }): string {
  return `${user.firstName} ${user.lastName}`.trim() || (user.email ?? '')
}

/** Prefixes relative addresses with `baseUrl`. */
function prefixed(address: string, baseUrl: string): string {
  return /^https?:\/\//.test(address) ? address : baseUrl.replace(/\/$/, '') + address
}

function statisticsFromWire(wire: UserWire) {
  return {
    scoresAmount: wire.scores_amount ?? 0,
    viewedHours: wire.viewed_hours ?? 0,
    completedCourses: wire.completed_courses ?? 0,
    completedTasks: wire.completed_tasks ?? 0,
    viewedLessons: wire.viewed_lessons ?? 0,
    referralOrders: wire.referral_orders ?? 0,
    cashback: wire.cashback ?? 0,
    discountForReferral: wire.discount_for_referral ?? 0,
    linkJumps: wire.link_jumps ?? 0,
  }
}

/**
 * The user returned by `GET /user`. `device` supplies the server's origin for the avatar and a fallback time zone.
 * Throws 'User data must be object' when there is no user.
 */
export function userFromWire(wire: UserWire | null | undefined, device: { baseUrl: string; timeZone: string }): User {
  if (typeof wire !== 'object' || wire === null || Array.isArray(wire)) throw new TypeError('User data must be object')
  const names = { firstName: wire.name ?? '', lastName: wire.last_name ?? '', email: wire.email ?? undefined }
  return {
    ...names,
    ...statisticsFromWire(wire),
    displayName: displayName(names),
    id: wire.id,
    username: wire.username,
    city: wire.city ?? '',
    gender: wire.gender ?? undefined,
    phone: wire.phone ?? undefined,
    phoneValidated: wire.phoneValidated ?? false,
    requirePhoneValidate: wire.requirePhoneValidate ?? false,
    birthday: wire.birthday ?? undefined,
    instagram: wire.instagram_id ?? '',
    disableNotification: wire.disable_notification === 1,
    languageCode: wire.language_code,
    locale: wire.locale || localeOf(wire.language_code),
    timezone: wire.timezone || device.timeZone,
    status: wire.status,
    avatar: wire.avatar ? prefixed(wire.avatar, device.baseUrl) : undefined,
    role: wire.role,
    isRequireUpdatePassword: wire.is_require_update_password ?? false,
    isRequireUpdateProfile: wire.is_require_update_profile ?? false,
    isRequireEmailValidate: wire.is_require_email_validate ?? false,
    isRequirePhoneValidate: wire.is_require_phone_validate ?? false,
    segments: wire.segments ?? [],
    isAdmin: wire.isAdmin ?? false,
    impersonatedBy: wire.impersonatedBy ?? undefined,
    userExternalAuths: wire.userExternalAuths ?? [],
  }
}
