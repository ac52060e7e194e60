import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sharedData } from '#shared/platform/testing/shared-data.ts'
import { type EmailError, emailErrors, maskedEmail, normalizeEmail } from './email.ts'

type Verdict = 'valid' | 'invalid' | 'undecided'
type Case = {
  address: string
  spec: {
    verdict: Verdict
    warnings?: string[]
    verdict_after_login_trim?: Verdict
    verdict_with_international_domains?: Verdict
  }
}
const { cases } = sharedData<{ cases: Case[] }>('email/addresses.json')
const judge = (address: string, allowsInternational = false): Verdict =>
  emailErrors(address, { allowsInternational }).errors.length ? 'invalid' : 'valid'
const quoted = (address: string) => JSON.stringify(address).slice(0, 60)

describe('the addresses of six public suites, by our own rules', () => {
  const decided = cases.filter(({ spec }) => spec.verdict !== 'undecided')
  test.each(decided.map(one => [quoted(one.address), one] as const))(
    '%s [VAL-02, VAL-03, VAL-04, VAL-05, VAL-06]',
    (_, { address, spec }) => {
      expect(judge(address), emailErrors(address).errors.join()).toBe(spec.verdict)
    },
  )

  test('where the rules leave it open, the answer is still one of the codes or none [VAL-08]', () => {
    const open = cases.filter(({ spec }) => spec.verdict === 'undecided')
    expect(open.length).toBeGreaterThan(30)
    for (const { address } of open) expect(Array.isArray(emailErrors(address).errors)).toBe(true)
  })

  test('after trimming [ACC-02]', () => {
    const trimmed = cases.filter(({ spec }) => (spec.verdict_after_login_trim ?? 'undecided') !== 'undecided')
    expect(trimmed.length).toBeGreaterThan(0)
    for (const { address, spec } of trimmed) {
      expect(judge(normalizeEmail(address)), quoted(address)).toBe(spec.verdict_after_login_trim)
    }
  })

  test('with international domains switched on [VAL-05]', () => {
    const international = cases.filter(({ spec }) => spec.verdict_with_international_domains)
    expect(international.length).toBeGreaterThan(0)
    for (const { address, spec } of international) {
      expect(judge(address, true), quoted(address)).toBe(spec.verdict_with_international_domains)
    }
  })

  test('warnings do not block [VAL-07]', () => {
    const warned = cases.filter(({ spec }) => spec.warnings?.length)
    expect(warned.length).toBeGreaterThan(0)
    for (const { address } of warned) expect(emailErrors(address).warnings).toEqual(['long_local'])
    expect(emailErrors('a@one.two.three.four.five.com')).toEqual({ errors: [], warnings: ['many_levels'] })
    expect(emailErrors('a@two.three.four.five.com')).toEqual({ errors: [], warnings: [] })
    expect([30, 31].map(length => emailErrors(`${'a'.repeat(length)}@c.com`).warnings)).toEqual([[], ['long_local']])
    expect(['', 'a@'].map(address => emailErrors(address).warnings)).toEqual([[], []])
  })
})

test.each<[string, EmailError[]]>([
  ['', ['empty']],
  [`${'a'.repeat(65)}@x.com`, ['local_length']],
  [`a@${'a'.repeat(64)}.com`, ['label_length']],
  [`a@${'abcdefgh.'.repeat(28)}a`, ['top_level']],
  [`a@${'abcdefgh.'.repeat(28)}ab`, ['domain_length']],
  [`${'a'.repeat(319)}@`, ['at_sign']],
  [`${'a'.repeat(320)}@`, ['too_long', 'at_sign']],
  ['a@b@c.com', ['at_sign']],
  ['"a@b"@c.com', ['at_sign']],
  ['@c.com', ['at_sign']],
  ['a@', ['at_sign']],
  ['.a@c.com', ['local_dots']],
  ['a..b@c.com', ['local_dots']],
  ['a b@c.com', ['local_characters']],
  ['a@.c.com', ['domain_dots']],
  ['a@-c.com', ['label_hyphen']],
  ['a@c_d.com', ['domain_characters']],
  ['a@пример.рф', ['domain_characters', 'top_level']],
  ['a@c.c', ['top_level']],
  ['a@c.c0m', ['top_level']],
  ['a@c.xn--p1ai', ['top_level']],
])('%j is refused for %j [VAL-02, VAL-03, VAL-04, VAL-05, VAL-06]', (address, errors) => {
  expect(emailErrors(address).errors).toEqual(errors)
})

test('an encoded top level passes as its letters where international names are allowed [VAL-06]', () => {
  expect(judge('a@xn--e1afmkfd.xn--p1ai', true)).toBe('valid')
  expect(judge('a@пример.рф', true)).toBe('valid')
  expect(judge('a@example.xn--999999999', true)).toBe('invalid')
  expect(judge('a@example.xn--', true)).toBe('invalid')
  const errorsOf = (address: string) => emailErrors(address, { allowsInternational: true }).errors
  expect(['a@пример.1рф', 'a@пример.рф1'].map(errorsOf)).toEqual([['top_level'], ['top_level']])
  expect(errorsOf('a@при_мер.рф')).toEqual(['domain_characters'])
})

test('domains may be blocked, or only some allowed [VAL-07]', () => {
  const blockedDomains = ['bad.example']
  expect(emailErrors('a@Bad.example', { blockedDomains }).errors).toEqual(['blocked_domain'])
  expect(emailErrors('a@good.example', { blockedDomains }).errors).toEqual([])
  expect(emailErrors('a@other.example', { allowedDomains: ['good.example'] }).errors).toEqual(['domain_not_allowed'])
  for (const allowedDomains of [['good.example'], []])
    expect(emailErrors('a@good.example', { allowedDomains }).errors).toEqual([])
})

test('the rules are lenient; strict ones, off by default, refuse more as a whole [VAL-08]', () => {
  const unusual = ['"a.b"@c.com', 'a(home)@c.com', 'a,b@c.com', 'ä@c.com', 'a@localhost']
  for (const address of unusual) {
    expect([address, emailErrors(address).errors]).toEqual([address, []])
    expect([address, emailErrors(address, { isStrict: true }).errors]).toEqual([address, ['invalid']])
  }
  expect(emailErrors("first.o'last+tag@mail.c-d.com", { isStrict: true })).toEqual({ errors: [], warnings: [] })
  // What has an error of its own keeps it.
  expect(emailErrors('a b@c.com', { isStrict: true }).errors).toEqual(['local_characters'])
})

test('an address is trimmed and lower-cased [ACC-02]', () => {
  expect(normalizeEmail('  Learner@Example.COM\n')).toBe('learner@example.com')
  expect(judge(normalizeEmail(' Learner@Example.COM '))).toBe('valid')
})

test('whose address it is can be told by its owner alone', () => {
  expect(maskedEmail('ada@example.com')).toBe('a•••@example.com')
  expect(maskedEmail('a@example.com')).toBe('a•••@example.com')
  expect(maskedEmail('"me@home"@example.com')).toBe('"•••@example.com')
  expect(['', 'ada', '@example.com'].map(maskedEmail)).toEqual(['', '', ''])
})

test('no text breaks the rules [VAL-08]', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (text, allowsInternational) => {
      const { errors } = emailErrors(text, { allowsInternational })
      return errors.length === new Set(errors).size
    }),
  )
})
