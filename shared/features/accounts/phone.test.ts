import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharedData } from '#shared/platform/testing/shared-data.ts'
import { internationalPhone, isPhone, messengerPhone } from './phone.ts'

type Valid = { e164: string; national: string; international: string; uri: string }
type Typed = { input: string; valid: boolean; parsed: string | null; change?: string }
const phones = sharedData<{ valid_numbers: Valid[]; broken_numbers: Typed[]; typed_inputs: Typed[] }>(
  'i18n/phones.json',
)
const links = sharedData<{ cases: { input: string; expected: string }[] }>('i18n/messenger-phone.json')

test('no existing number is refused, in any of four spellings [VAL-10]', () => {
  expect(phones.valid_numbers).toHaveLength(400)
  const refused = phones.valid_numbers
    .flatMap(({ e164, national, international, uri }) => [e164, national, international, uri])
    .filter(text => !isPhone(text))
  expect(refused).toEqual([])
})

test('a number with its country has one international form, however it is written [VAL-10]', () => {
  for (const { e164, international, uri } of phones.valid_numbers)
    expect([e164, international, uri].map(internationalPhone)).toEqual([e164, e164, e164])
})

test('text with letters or too many digits is not a number [VAL-10]', () => {
  const broken = phones.broken_numbers.filter(
    ({ change, input }) => change === 'letter inside' || input.replaceAll(/\D/g, '').length > 15,
  )
  expect(broken.length).toBeGreaterThan(150)
  expect(broken.filter(({ input }) => isPhone(input))).toEqual([])
})

test('numbers as people type them pass, but not a sentence with one in it [VAL-10]', () => {
  const refused = phones.typed_inputs.filter(({ valid, input }) => valid && !isPhone(input)).map(({ input }) => input)
  expect(refused.filter(input => !/^0~0|^My number/.test(input))).toEqual([])
})

test.each([
  ['tel:331-6005;phone-context=+64-3', '+6433316005'],
  ['tel:7042;phone-context=example.com', '7042'],
  ['tel:7042;phone-context=pbx2.example.com', '7042'],
  ['tel:03-331-6005;phone-context=+64', '033316005'],
  ['tel:+64-3-331-6005;isub=12345', '+6433316005'],
  ['tel:+6433316005;ext=01234567890123456789', '+6433316005'],
  ['tel:+64-3-331-6005;ext=12;isub=12345;phone-context=+64', '+6433316005'],
  ['8 (912) 345-67-89 доб. 12', '+79123456789'],
  ['+34 600 123 456 m', '+34600123456'],
  ['600 123 456 (d)', '600123456'],
])('%s is a number, and in a link %s [VAL-10]', (text, number) => {
  expect(isPhone(text)).toBe(true)
  expect(messengerPhone(text)).toBe(number)
})

test.each(['+34 600 123 456 mm', '12 m', 'm 600 123 456', 'tel:;phone-context=+34600123456', '600 123 456 доб.'])(
  '%s is no number [VAL-10]',
  text => expect(isPhone(text)).toBe(false),
)

test.each([
  ['8 (912) 345-67-89', '+79123456789'],
  ['7 912 345 67 89', '+79123456789'],
  ['0034 600 123 456', '+34600123456'],
  ['+34 600 123 456 ext. 12', '+34600123456'],
  ['600 123 456', undefined],
  ['0034 600', undefined],
  ['189 123 456 789', undefined],
  ['891 234 567 891', undefined],
  ['+34 600 123 456 please', undefined],
  ['+34 600 123 456'.padEnd(80), '+34600123456'],
  ['+34 600 123 456'.padEnd(81), undefined],
  ['+0 600 123 456', undefined],
  ['00 0 600 123 456', undefined],
  ['+1+2 345 678', undefined],
  ['++34600123456', undefined],
  ['phone', undefined],
  ['', undefined],
])('a code for %s goes to %s [ACC-15, VAL-10]', (text, expected) => expect(internationalPhone(text)).toBe(expected))

test.each([
  ...links.cases.map(({ input, expected }) => [input, expected]),
  ['+880 1711-123456', '+8801711123456'],
  [' +34 600 123 456', '+34600123456'],
  [' +34 600 123 456, please', '+34600123456'],
  ['880 1711', '8801711'],
  ['189 123 456 789', '189123456789'],
  ['891 234 567 891', '891234567891'],
  ['+', ''],
  ['?', ''],
])('a messenger link for %s has %s [VAL-10]', (input, expected) => expect(messengerPhone(input ?? '')).toBe(expected))

test('whatever the input, the answer is quick and well-formed [VAL-10]', () => {
  const odd = fc.string({ unit: fc.constantFrom(...'+0123456789 ().-/x#,;:tel8é'), maxLength: 40 })
  fc.assert(
    fc.property(odd, text => {
      const number = internationalPhone(text)
      expect(number === undefined || /^\+[1-9]\d{4,14}$/.test(number)).toBe(true)
      expect(messengerPhone(text)).toMatch(/^\+?\d*$/)
    }),
    { seed: 2026 },
  )
  const begun = performance.now()
  for (const text of [
    `${'1 '.repeat(5000)}!`,
    `${'1'.repeat(59)}!`,
    `1${' '.repeat(5000)}!`,
    `1${','.repeat(58)}!`,
    `${'1;isub='.repeat(11)}!`,
  ])
    isPhone(text)
  expect(performance.now() - begun).toBeLessThan(200)
})
