import { expect, test } from 'vitest'
import { sharedData } from '#shared/platform/testing/shared-data.ts'
import { textLength, withinLimit } from '#shared/platform/text.ts'
import { birthdayFromTyped, dateFromTyped, typedFromDate, withDots } from './birthday.ts'
import { instagramExample, isInstagram, plainInstagram } from './instagram.ts'
import { plainPhone, profileProblems } from './rules.ts'

const today = '2026-12-02'

test('a birthday is dd.mm.yyyy of exactly ten characters and an existing date [VAL-11]', () => {
  const { cases } = sharedData<{ cases: { input: string; valid: boolean }[] }>('i18n/birthdays.json')
  for (const { input, valid } of cases) expect([input, dateFromTyped(input) !== undefined]).toEqual([input, valid])
})

test('a birthday is not in the future and not before 1900 [VAL-11]', () => {
  expect(birthdayFromTyped('02.12.2026', today)).toBe('2026-12-02')
  expect(birthdayFromTyped('03.12.2026', today)).toBeUndefined()
  expect(birthdayFromTyped('01.01.1900', today)).toBe('1900-01-01')
  expect(birthdayFromTyped('31.12.1899', today)).toBeUndefined()
  expect(typedFromDate('1990-02-01')).toBe('01.02.1990')
})

test.each([
  ['1', '1'],
  ['121', '12.1'],
  ['12.', '12'],
  ['12121990', '12.12.1990'],
  ['12.12.1990', '12.12.1990'],
  ['121219901', '12.12.1990'],
  ['1990-12-12', '1990-12-12'],
])('typing %j shows %j [VAL-11]', (typed, shown) => {
  expect(withDots(typed)).toBe(shown)
})

test.each([
  ['', true],
  ['a', true],
  ['Some.one_1', true],
  ['a.b.c', true],
  ['a'.repeat(30), true],
  ['a'.repeat(31), false],
  ['.a', false],
  ['a.', false],
  ['a..b', false],
  ['a-b', false],
  ['имя', false],
  ['a b', false],
  ['a\n', false],
  [instagramExample, false],
  [instagramExample.toUpperCase(), false],
])('the handle %j is valid: %s [VAL-09]', (handle, isOne) => {
  expect(isInstagram(handle)).toBe(isOne)
})

test('a handle is taken out of what people paste [VAL-09]', () => {
  const pasted = [
    '@me.too',
    'https://www.instagram.com/me.too/?hl=en',
    'http://instagram.com/me.too?hl=en',
    ' Instagram.com/me.too ',
    'me.too',
  ]
  expect(pasted.map(plainInstagram)).toEqual(pasted.map(() => 'me.too'))
  const strange = ['me@too', 'my instagram.com/me', 'instagramxcom']
  expect(strange.map(plainInstagram)).toEqual(['me@too', 'my instagram.com', 'instagramxcom'])
})

test('lengths are counted in code points, and the latest input gives way [VAL-13]', () => {
  expect([textLength('añ𝒜'), textLength('👩‍🚀')]).toEqual([3, 3])
  expect(withinLimit('abcd', 4, 3)).toEqual({ text: 'abc', caret: 3 })
  expect(withinLimit('aXbc', 2, 3)).toEqual({ text: 'abc', caret: 1 })
  expect(withinLimit('𝒜𝒜𝒜', 4, 2)).toEqual({ text: '𝒜𝒜', caret: 2 })
  expect(withinLimit('abc', 1, 3)).toEqual({ text: 'abc', caret: 1 })
  expect(withinLimit('pastedabc', 0, 3)).toEqual({ text: 'pas', caret: 0 })
})

test('mistakes are listed in the order of the form, by field [VAL-01, VAL-14]', () => {
  const input = { instagram_id: '.', name: ' ', phone: 'x', birthday: '1', timezone: 'Nowhere' }
  expect(profileProblems(input, today)).toEqual([
    { code: 'name_required', field: 'name' },
    { code: 'wrong_birthday', field: 'birthday' },
    { code: 'wrong_phone', field: 'phone' },
    { code: 'wrong_instagram', field: 'instagram_id' },
    { code: 'wrong_timezone', field: 'timezone' },
  ])
  const right = {
    name: 'A',
    phone: '600 123 456',
    birthday: '01.02.1990',
    instagram_id: 'me',
    timezone: 'Europe/Madrid',
  }
  expect(profileProblems(right, today)).toEqual([])
  expect(profileProblems({ phone: '', birthday: '', instagram_id: '', name: 'A' }, today)).toEqual([])
  expect(profileProblems({}, today)).toEqual([])
})

test('a phone is stored in international form if its country is given [VAL-10]', () => {
  const kept = ['8 (912) 345-67-89', '+34 600 123 456', '0034600123456', '600 123 456', 'call me'].map(plainPhone)
  expect(kept).toEqual(['+79123456789', '+34600123456', '+34600123456', '600123456', undefined])
})
