import { expect, test } from 'vitest'
import { sharedData } from '#shared/platform/testing/shared-data.ts'
import { emailErrors, normalizeEmail } from '#shared/features/accounts/email.ts'
import { csvOf, parseCsv } from '#shared/platform/csv.ts'
import { listedPeople, readPeople } from './people-list.ts'

const read = (text: string) => readPeople(listedPeople(parseCsv(text)))
const anna = { line: 2, name: 'Anna Li', email: 'anna@example.com', phone: '+79161234567' }

test.each([
  'E-mail;Имя;Фамилия;Телефон\nAnna@Example.com;Anna;Li;8 (916) 123-45-67',
  'Nombre,Correo,Teléfono\nAnna Li,ANNA@example.com,+7 916 123 45 67',
  'phone,last name,first name,email\n+79161234567,Li,Anna,anna@example.com',
])('the columns of %j are known by their headings', text => expect(read(text)).toEqual([anna]))

test('without headings, the columns are known by what they hold', () => {
  for (const line of [
    'Anna Li,+79161234567,anna@example.com',
    'anna@example.com,+79161234567,Anna Li',
    '+79161234567,Anna Li,anna@example.com,paid',
    'Anna Li\tanna@example.com\t+79161234567',
    'Anna Li <anna@example.com>,+79161234567',
  ])
    expect([line, read(line)]).toEqual([line, [{ ...anna, line: 1 }]])
  expect(
    read('Bo,,bo@gmail.com\nCy,,cy@gmail.com').map(({ name }) => name),
    'mail in an address',
  ).toEqual(['Bo', 'Cy'])
  expect(read('')).toEqual([])
})

test('headings without one for the e-mail are a line like any other', () => {
  expect(read('name,phone\nBo,').map(({ problem }) => problem)).toEqual(['email_missing', 'email_missing'])
})

test('a list that Kurso has written is read again, and an apostrophe of somebody’s own stays', () => {
  const written = csvOf([
    ['name', 'phone', 'email'],
    ["'Abd =Li", '+79161234567', 'abd@example.com'],
    ['-Bo', '', 'bo@example.com'],
    ["Jean'-Luc", '', 'jean@example.com'],
  ])
  expect(read(written).map(({ name, phone }) => [name, phone])).toEqual([
    ["'Abd =Li", '+79161234567'],
    ['-Bo', null],
    ["Jean'-Luc", null],
  ])
})

test('spaces around what is written count for nothing', () => {
  expect(listedPeople(parseCsv('name,surname,email\nBo,,bo@example.com'))).toMatchObject([{ name: 'Bo' }])
  const typed = { line: 1, name: ' Anna Li ', email: ' anna@example.com ', phone: ' +79161234567 ' }
  expect(readPeople([typed])).toEqual([{ ...anna, line: 1 }])
  expect(readPeople([{ ...typed, phone: '  ' }])).toEqual([{ ...anna, line: 1, phone: null }])
  expect(readPeople([{ ...typed, phone: ' 600 123 456 ' }])[0]?.phone).toBe('600 123 456')
  expect(readPeople([{ ...typed, name: '  ' }])[0]?.problem).toBe('name_missing')
})

test('a name has at most a hundred characters, and none that cannot be seen', () => {
  const problemOf = (name: string) => readPeople([{ line: 1, name, email: 'bo@example.com', phone: '' }])[0]?.problem
  expect([problemOf('B'.repeat(100)), problemOf('𝒜'.repeat(100))]).toEqual([undefined, undefined])
  expect(problemOf('B\u0007o')).toBe('name_wrong')
})

test('an address whose first line is wrong may follow again', () => {
  const lines = read('name,email,phone\nBo,bo@example.com,call me\nBo,bo@example.com,')
  expect(lines.map(({ problem }) => problem)).toEqual(['phone_wrong', undefined])
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
