import { expect, test } from 'vitest'
import { isPasswordStrongEnough, passwordStrength } from './password.ts'

const owner = { email: 'ada.lovelace@example.com', names: ['Ada', 'Lovelace'], brand: 'Mindful School' }

test.each([
  'short',
  '1234567',
  '12345678',
  '87654321',
  '01234567',
  '567890-=',
  'abcdefgh',
  'asdfghjk',
  'zxcvbnm,',
  'абвгдеёж',
  'фывапрол',
  'ячсмитьб',
  '12password',
  'xk7qxk7qxk',
  ' \t\n \r\t\n\t ',
  'password',
  'Password1!',
  'passw0rd2024',
  'qwertyuiop',
  'QWERTY123456',
  'aaaaaaaa',
  'abababab',
  'abcabcabcabc',
  '12121212',
  'йцукенгш',
  'Пароль123',
  'contraseña1',
  '        ',
  'ada.lovelace@example.com',
  'ada.lovelace',
  'ADA.Lovelace1815',
  'Lovelace',
  'lovelace99',
  'adalovelace',
  'Ada Lovelace',
  'lovelace-ada-1815!',
  'my-Lovelace',
  '2ada4lovelace',
  'mindful school',
  'Mindful School 2026',
  '🜚🜚🜚🜚',
  '🜚🜚🜚🜚🜚🜚🜚🜚',
])('%s is refused [SEC-01, VAL-14]', password => expect(isPasswordStrongEnough(password, owner)).toBe(false))

test.each([
  'correct horse',
  'tr0ub4dor&3',
  'синий кит в шкафу',
  'gran ñandú 7',
  '🜚🜛🜜🜝🜞🜟🜠🜡',
  'x7k-92m-q4w',
  'ada sees the sea',
  'a b c d e f g',
  '28394756',
  'abcabcxyz',
  'abbabaab',
  'zaaabaaa',
  'aabbccdd',
  'lovelace-kite',
])('%s is taken [SEC-01, VAL-14]', password => expect(isPasswordStrongEnough(password, owner)).toBe(true))

test('a name without letters is guessed too, but a name of one or two letters is no guess [SEC-01, VAL-14]', () => {
  const owner = { email: '79161234567@example.com', names: ['Li'], brand: '2048' }
  expect(isPasswordStrongEnough('79161234567', owner)).toBe(false)
  expect(['28394756', 'li283947'].map(password => isPasswordStrongEnough(password, owner))).toEqual([true, true])
  expect(isPasswordStrongEnough('lia28394', { names: ['Lia'] })).toBe(false)
})

test('short names are guessed where they stand together, alone or with what is added to them [SEC-01, VAL-14]', () => {
  const lies = (password: string) => !isPasswordStrongEnough(password, { names: ['Li', 'Wu'], brand: 'Go To It' })
  expect(['Li Wu 2024', 'liwu2024', 'Go to it!!'].map(lies)).toEqual([true, true, true])
  expect(isPasswordStrongEnough('li283947', { brand: 'Li School' })).toBe(true)
})

test('of names that contain each other the longer one is recognised first [SEC-01, VAL-14]', () => {
  for (const names of [
    ['Ada', 'Adalind'],
    ['Adalind', 'Ada'],
  ])
    expect(isPasswordStrongEnough('adalind7ada', { names })).toBe(false)
})

test('eight characters are counted as people see them, not as they are stored [VAL-13, SEC-01]', () => {
  expect(isPasswordStrongEnough('🜚🜛🜜🜝🜞🜟🜠')).toBe(false)
  expect(isPasswordStrongEnough('🜚🜛🜜🜝🜞🜟🜠🜡')).toBe(true)
})

test.each([
  ['abdfhjlnprtv', 'fair'],
  ['abdfhjlnprtvx', 'strong'],
  ['abdfhjlnprt', 'fair'],
  ['abdfhjlnprT', 'strong'],
  ['abdfhjlnpr7', 'strong'],
  ['abdfhjlnpr-', 'strong'],
])('each different character and each kind of them counts: %s is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})

test('the hint distinguishes weak, fair and strong', () => {
  expect(['12345678', 'kitchen7', 'correct horse battery', 'x7K-92m-q4W!'].map(text => passwordStrength(text))).toEqual(
    ['weak', 'fair', 'strong', 'strong'],
  )
})
