import { expect, test } from 'vitest'
import type { UserWire } from './contract.ts'
import { displayName, localeOf, userFromWire } from './forms.ts'

const device = { baseUrl: 'https://school.example/', timeZone: 'Europe/Madrid' }
const wire: UserWire = {
  id: 5,
  email: 'ann@example.com',
  username: 'ann',
  name: 'Ann',
  last_name: 'Lee',
  city: 'Riga',
  gender: 'F',
  phone: '+37120000000',
  phoneValidated: true,
  requirePhoneValidate: true,
  birthday: '1990-02-01',
  instagram_id: 'ann.lee',
  disable_notification: 1,
  language_code: 'es',
  locale: 'es-ES',
  timezone: 'Asia/Yekaterinburg',
  status: 10,
  avatar: '/media/5.jpg',
  role: 'learner',
  is_require_update_password: true,
  is_require_update_profile: false,
  is_require_email_validate: true,
  is_require_phone_validate: false,
  segments: [{ id: 1, name: 'new' }],
  isAdmin: true,
  impersonatedBy: { id: 8, name: 'Nora' },
  userExternalAuths: [{ id: 2, source: 'google' }],
}

test('a user comes with every field under its client name [PRO-01]', () => {
  expect(userFromWire(wire, device)).toMatchObject({
    id: 5,
    email: 'ann@example.com',
    username: 'ann',
    firstName: 'Ann',
    lastName: 'Lee',
    displayName: 'Ann Lee',
    city: 'Riga',
    gender: 'F',
    phone: '+37120000000',
    phoneValidated: true,
    requirePhoneValidate: true,
    birthday: '1990-02-01',
    instagram: 'ann.lee',
    disableNotification: true,
    languageCode: 'es',
    locale: 'es-ES',
    timezone: 'Asia/Yekaterinburg',
    status: 10,
    avatar: 'https://school.example/media/5.jpg',
    isRequireUpdatePassword: true,
    isRequireUpdateProfile: false,
    isRequireEmailValidate: true,
    isRequirePhoneValidate: false,
    segments: [{ id: 1, name: 'new' }],
    isAdmin: true,
    impersonatedBy: { id: 8, name: 'Nora' },
    userExternalAuths: [{ id: 2, source: 'google' }],
  })
})

test('each demand on the person is read by itself [PRO-01]', () => {
  const demands = {
    is_require_update_password: false,
    is_require_update_profile: true,
    is_require_email_validate: false,
    is_require_phone_validate: true,
  }
  expect(userFromWire({ ...wire, ...demands, disable_notification: 0 }, device)).toMatchObject({
    isRequireUpdatePassword: false,
    isRequireUpdateProfile: true,
    isRequireEmailValidate: false,
    isRequirePhoneValidate: true,
    disableNotification: false,
  })
})

test('an avatar of another host keeps its address, and no avatar is none [PRO-01]', () => {
  const avatar = 'https://pictures.example/5.jpg'
  expect(userFromWire({ ...wire, avatar }, device).avatar).toBe(avatar)
  const unsafe = 'http://pictures.example/5.jpg'
  expect(userFromWire({ ...wire, avatar: unsafe }, device).avatar).toBe(unsafe)
  const scaled = '/scale?of=https://pictures.example/5.jpg'
  expect(userFromWire({ ...wire, avatar: scaled }, device).avatar).toBe(`https://school.example${scaled}`)
  expect(userFromWire({ ...wire, avatar: null }, device).avatar).toBeUndefined()
})

test('fields the server leaves out are 0, not validated, or guessed [PRO-03]', () => {
  const { id, username, language_code, status, role } = wire
  const user = userFromWire({ id, username, language_code, status, role } as unknown as UserWire, device)
  expect(user).toEqual({
    id,
    username,
    languageCode: 'es',
    status,
    role,
    email: undefined,
    firstName: '',
    lastName: '',
    displayName: '',
    city: '',
    gender: undefined,
    phone: undefined,
    birthday: undefined,
    instagram: '',
    disableNotification: false,
    avatar: undefined,
    isRequireUpdatePassword: false,
    isRequireUpdateProfile: false,
    isRequireEmailValidate: false,
    isRequirePhoneValidate: false,
    segments: [],
    isAdmin: false,
    impersonatedBy: undefined,
    scoresAmount: 0,
    viewedHours: 0,
    completedCourses: 0,
    completedTasks: 0,
    viewedLessons: 0,
    referralOrders: 0,
    cashback: 0,
    discountForReferral: 0,
    linkJumps: 0,
    timezone: 'Europe/Madrid',
    locale: 'es-ES',
    phoneValidated: false,
    requirePhoneValidate: false,
    userExternalAuths: [],
  })
})

test('requested statistics come under their client names [PRO-04]', () => {
  const statistics = {
    scores_amount: 40,
    viewed_hours: 2,
    completed_courses: 5,
    completed_tasks: 6,
    viewed_lessons: 7,
    referral_orders: 8,
    cashback: 4,
    discount_for_referral: 9,
    link_jumps: 3,
  }
  expect(userFromWire({ ...wire, ...statistics }, device)).toMatchObject({
    scoresAmount: 40,
    viewedHours: 2,
    completedCourses: 5,
    completedTasks: 6,
    viewedLessons: 7,
    referralOrders: 8,
    cashback: 4,
    discountForReferral: 9,
    linkJumps: 3,
  })
})

test.each([
  ['Ann', 'Lee', 'Ann Lee'],
  ['Ann', '', 'Ann'],
  ['', 'Lee', 'Lee'],
  ['', ' ', 'ann@example.com'],
])('first name %j and last name %j display as %j [PRO-02]', (firstName, lastName, shown) => {
  expect(displayName({ firstName, lastName, email: 'ann@example.com' })).toBe(shown)
})

test('nobody is shown as nothing [PRO-02]', () => {
  expect(displayName({ firstName: '', lastName: '', email: undefined })).toBe('')
})

test.each([null, undefined, 'text', 7, []])('%j is no user [PRO-05]', value => {
  expect(() => userFromWire(value as unknown as UserWire, device)).toThrow('User data must be object')
})

test('each language has its locale [PRO-07]', () => {
  expect((['ru', 'en', 'es'] as const).map(localeOf)).toEqual(['ru-RU', 'en-US', 'es-ES'])
})
