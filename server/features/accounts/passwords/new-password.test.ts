import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { isGoodPassword } from './new-password.ts'

const isGood = (password: string) => isGoodPassword(password, {})

test.each([
  'jennifer',
  'JENNIFER',
  'Jennifer1',
  'j3nn1f3r',
  'Jennifer.1998',
  'jennifer jennifer',
  'Summer2024!',
  '$umm3r2024',
  '2024summer',
  'i love you',
  '1l0v3y0u!!',
  'liverpool7',
  'Наташа1987',
  'Весна2024!',
  'natasha1987',
  'yfnfif1987',
  'люблютебя',
  'Alejandra99',
  'tequiero!!',
  'Contraseña2024',
  'qweasdzxc',
  '159357456',
  '14071989',
  '1989-07-14',
])('%s is refused: it is among the first to be tried', password => expect(isGood(password)).toBe(false))

test.each([
  'a blue kettle',
  'jennifer sails north',
  'summer on the roof',
  'наташа пьёт кофе',
  'verano en la azotea',
  'x7k-92m-q4w',
  '28394756',
  '39451989',
])('%s is taken', password => expect(isGood(password)).toBe(true))

test('the list names thousands of passwords, each once', async () => {
  const text = await readFile(new URL('common-passwords.txt', import.meta.url), 'utf8')
  const list = text.trimEnd().split('\n')
  expect(list.length).toBeGreaterThan(3000)
  expect(new Set(list).size).toBe(list.length)
})
