import { expect, test } from 'vitest'
import { base32, codeOfStep, otpauthAddress, stepAt, stepOfCode } from './totp.ts'

/** The secret and the last six digits of the values for SHA-1 in appendix B of RFC 6238. */
const secret = Buffer.from('12345678901234567890')
const vectors: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
]

test.each(vectors)('at %i s the code is that of RFC 6238', (seconds, code) => {
  expect(codeOfStep(secret, stepAt(seconds * 1000))).toBe(code)
  expect(stepOfCode(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
})

test('a code is taken for a step before and after its own, and no longer', () => {
  const [code, step] = [codeOfStep(secret, 1000), 1000]
  const at = (other: number) => stepOfCode(secret, code, other * 30_000)
  expect([998, 999, 1000, 1001, 1002].map(at)).toEqual([undefined, step, step, step, undefined])
  expect(stepOfCode(secret, code, 999 * 30_000 + 29_999)).toBe(step)
})

test('what is not after the last step that was taken is none, nor is another text', () => {
  const now = 1000 * 30_000
  expect(stepOfCode(secret, codeOfStep(secret, 1000), now, 999)).toBe(1000)
  expect(stepOfCode(secret, codeOfStep(secret, 1000), now, 1000)).toBeUndefined()
  expect(stepOfCode(secret, codeOfStep(secret, 999), now, 1000)).toBeUndefined()
  for (const text of ['', '00000', `${codeOfStep(secret, 1000)}0`, 'é'.repeat(6)])
    expect(stepOfCode(secret, text, now)).toBeUndefined()
})

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('%j is written as RFC 4648 says, without padding', (text, written) => {
  expect(base32(Buffer.from(text))).toBe(written)
})

test('the address for the app names the school and the account', () => {
  expect(otpauthAddress(secret, { school: 'Дом: йога', account: 'a+b@example.com' })).toBe(
    'otpauth://totp/%D0%94%D0%BE%D0%BC%20%20%D0%B9%D0%BE%D0%B3%D0%B0%3Aa%2Bb%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=%D0%94%D0%BE%D0%BC%20%20%D0%B9%D0%BE%D0%B3%D0%B0&algorithm=SHA1&digits=6&period=30',
  )
})
