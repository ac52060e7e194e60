import { expect, test } from 'vitest'
import type { User } from '#shared/features/accounts/forms.ts'
import { changesOf, formProblems, type ProfileValues, timeZoneNames, valuesOf, zoneLabel } from './profile-form.ts'
import { typedFrom } from './use-profile-form.ts'

const user = {
  firstName: 'Ana',
  lastName: '',
  email: undefined,
  phone: undefined,
  birthday: '2000-02-29',
  gender: undefined,
  city: 'Riga',
  instagram: '',
  timezone: 'Europe/Riga',
  languageCode: 'en',
} as User
const known = valuesOf(user)
const now = Date.parse('2026-12-02T10:00:00Z')

function problems(typed: Partial<ProfileValues>, isForced = false, emailRules = {}) {
  const values = { ...known, ...typed }
  return formProblems(values, changesOf(known, typed), isForced, { now, emailRules }).map(
    ({ field, code }) => `${field} ${code}`,
  )
}

test('a new e-mail obeys the rules of the school [VAL-07, VAL-08]', () => {
  const rules = { isStrict: true, blockedDomains: ['mail.example'] }
  for (const email of ['"a"@c.com', 'a@mail.example']) {
    expect(problems({ email })).toEqual([])
    expect(problems({ email }, true, rules)).toEqual(['email invalid_email'])
  }
  expect(problems({ email: 'a@c.com' }, true, rules)).toEqual([])
})

test('the form shows a birthday as it is typed, and only what was changed is sent [PRO-06, VAL-11]', () => {
  expect(known.birthday).toBe('29.02.2000')
  expect(changesOf(known, { city: 'Riga', name: 'Anna' })).toEqual({ name: 'Anna' })
})

test('mistakes are shown before anything is sent, by the server’s rules [VAL-01, VAL-14]', () => {
  expect(problems({ name: ' ', birthday: '31.02.2000', instagram_id: 'your.name', phone: 'x' })).toEqual([
    'name name_required',
    'birthday wrong_birthday',
    'phone wrong_phone',
    'instagram_id wrong_instagram',
  ])
  expect(problems({ email: 'a@b' })).toEqual(['email invalid_email'])
  expect(problems({ birthday: '03.12.2026' })).toEqual(['birthday wrong_birthday'])
  expect(problems({ birthday: '', phone: '', instagram_id: '' })).toEqual([])
  expect(problems({})).toEqual([])
})

test('where the profile is required, name and e-mail are [GRD-01]', () => {
  expect(problems({}, true)).toEqual(['email email_required'])
  expect(problems({ email: 'ana@example.com', name: '' }, true)).toEqual(['name name_required'])
  expect(problems({ email: 'ana@example.com' }, true)).toEqual([])
})

test('a draft is what was typed; anything else stored there is dropped', () => {
  expect(typedFrom({ name: 'Ana', city: 5 })).toEqual({ name: 'Ana' })
  for (const stored of [undefined, null, '', 'x', 7, []]) expect(typedFrom(stored)).toEqual({})
})

test('the time zone list includes the device’s and the account’s names, each with its current offset', () => {
  const zones = timeZoneNames(['Asia/Kolkata', 'Asia/Calcutta'])
  for (const zone of ['UTC', 'Asia/Kolkata', 'Asia/Calcutta', 'Europe/Madrid']) expect(zones).toContain(zone)
  expect(new Set(zones).size).toBe(zones.length)
  expect(zoneLabel('America/New_York', 'en')).toMatch(/^America\/New York, GMT-[45]$/)
  expect(zoneLabel('Nowhere/Land', 'en')).toBe('Nowhere/Land')
})
