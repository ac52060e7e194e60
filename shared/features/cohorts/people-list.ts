import { emailErrors, normalizeEmail } from '#shared/features/accounts/email.ts'
import { internationalPhone, isPhone } from '#shared/features/accounts/phone.ts'
import { textLength } from '#shared/platform/text.ts'
import type { CsvLine } from '#shared/platform/csv.ts'

/** Somebody in a list, as written there; `line` is where. */
export type ListedPerson = { line: number; name: string; email: string; phone: string }

type Column = 'name' | 'lastName' | 'email' | 'phone'

/** How the columns of a list are called, in the languages of the product; the first that fits. */
const headings: [Column, RegExp][] = [
  ['email', /mail|почт|correo/i],
  ['phone', /phone|mobile|тел|tel[eé]f|móvil/i],
  ['lastName', /last|surname|family|фамил|apellido/i],
  ['name', /name|имя|фио|ученик|nombre|alumn/i],
]

const headingOf = (cell: string): Column | undefined => headings.find(([, words]) => words.test(cell))?.[0]

/** Columns without headings: the e-mail is known by its sign, a phone by its digits, and the first of the others is a name. */
function guessed(cells: readonly string[]): Column[] {
  const email = cells.findIndex(cell => cell.includes('@'))
  const phone = cells.findIndex(isPhone)
  return cells.map((_cell, at) => (at === email ? 'email' : at === phone ? 'phone' : 'name'))
}

/** A cell as it was before `csvOf` kept a spreadsheet from taking it for a formula. */
const plain = (cell: string) => cell.replace(/^'(?=[=+\-@])/, '')

/** The people in a spreadsheet, by its headings, or by what its first line looks like. */
export function listedPeople(lines: readonly CsvLine[]): ListedPerson[] {
  const [first, ...others] = lines
  if (!first) return []
  const named = first.cells.map(headingOf)
  const hasHeadings = !first.cells.some(cell => cell.includes('@')) && named.includes('email')
  const columns = hasHeadings ? named : guessed(first.cells)
  return (hasHeadings ? others : lines).map(({ line, cells }) => {
    const of = (column: Column) => plain(cells[columns.indexOf(column)] ?? '')
    // As an e-mail program writes whom a letter is to: “Anna Li <anna@example.com>”.
    const [, called = '', email = of('email')] = /^([^<>]*)<([^<>]+)>$/.exec(of('email')) ?? []
    const name = `${of('name')} ${of('lastName')}`.trim() || called.trim()
    return { line, name, email, phone: of('phone') }
  })
}

/** The most people in one list. */
export const mostListed = 5000

export const lineProblems = [
  'email_missing',
  'email_wrong',
  'name_missing',
  'name_wrong',
  'phone_wrong',
  'twice',
  'not_active',
] as const
export type LineProblem = (typeof lineProblems)[number]

const nameLimit = 100

function problemOf({ name, email, phone }: ListedPerson): LineProblem | undefined {
  const address = normalizeEmail(email)
  if (!address) return 'email_missing'
  if (emailErrors(address).errors.length) return 'email_wrong'
  if (!name.trim()) return 'name_missing'
  if (textLength(name) > nameLimit || /\p{Cc}/u.test(name)) return 'name_wrong'
  return phone.trim() && !isPhone(phone) ? 'phone_wrong' : undefined
}

/** A line as it is read: whom to write, or what is wrong with it. */
export type ReadLine = { line: number; email: string; name: string; phone: string | null; problem?: LineProblem }

/** Reads each line; the second and later lines of one e-mail are wrong. */
export function readPeople(people: readonly ListedPerson[]): ReadLine[] {
  const seen = new Set<string>()
  return people.map(person => {
    const email = normalizeEmail(person.email)
    const problem = problemOf(person) ?? (seen.has(email) ? 'twice' : undefined)
    if (!problem) seen.add(email)
    const phone = person.phone.trim() ? (internationalPhone(person.phone) ?? person.phone.trim()) : null
    return { line: person.line, email, name: person.name.trim(), phone, ...(problem && { problem }) }
  })
}
