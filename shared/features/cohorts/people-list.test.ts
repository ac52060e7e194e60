import { expect, test } from 'vitest'
import { sharedData } from '#shared/platform/testing/shared-data.ts'
import { emailErrors, normalizeEmail } from '#shared/features/accounts/email.ts'
import { parseCsv } from '#shared/platform/csv.ts'
import { listedPeople, readPeople } from './people-list.ts'

const read = (text: string) => readPeople(listedPeople(parseCsv(text)))
const anna = { line: 2, name: 'Anna Li', email: 'anna@example.com', phone: '+79161234567' }

test.each([
  'E-mail;Имя;Фамилия;Телефон\nAnna@Example.com;Anna;Li;8 (916) 123-45-67',
  'Nombre,Correo,Teléfono\nAnna Li,ANNA@example.com,+7 916 123 45 67',
  'phone,last name,first name,email\n+79161234567,Li,Anna,anna@example.com',
])('the columns of %j are known by their headings', text => expect(read(text)).toEqual([anna]))

test('without headings, the columns are known by what they hold', () => {
  expect(read('Anna Li,+79161234567,anna@example.com')).toEqual([{ ...anna, line: 1 }])
})

test.each([
  ['Bo,', 'email_missing'],
  ['Bo,bo@', 'email_wrong'],
  [',bo@example.com', 'name_missing'],
  [`${'B'.repeat(101)},bo@example.com`, 'name_wrong'],
  ['Bo,bo@example.com,call me', 'phone_wrong'],
  ['Bo,ANNA@example.com', 'twice'],
])('the line %j is wrong: %s', (line, problem) => {
  const lines = read(`name,email,phone\nAnna,anna@example.com,\n${line}`)
  expect(lines.map(one => [one.line, one.problem])).toEqual([
    [2, undefined],
    [3, problem],
  ])
})

test('an address is right in a list where it is right in a form', () => {
  const { cases } = sharedData<{ cases: { address: string }[] }>('email/addresses.json')
  for (const { address } of cases) {
    const [line] = readPeople([{ line: 1, name: 'Anna', email: address, phone: '' }])
    expect([address, line?.problem === undefined]).toEqual([
      address,
      emailErrors(normalizeEmail(address)).errors.length === 0,
    ])
  }
})
