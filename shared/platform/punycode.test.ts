import { domainToASCII } from 'node:url'
import { expect, test } from 'vitest'
import { decodedLabel } from './punycode.ts'

test.each(['рф', 'bücher', '中国', 'ελ', 'भारत', 'москва', 'münchen-ost', '한국'])(
  '%s comes back from its xn-- form',
  label => {
    const encoded = domainToASCII(label)
    expect(encoded).toMatch(/^xn--/)
    expect(decodedLabel(encoded)).toBe(label)
  },
)

test.each(['com', 'xn--', 'xn--ü', 'xn--999999999', 'xn--a-\u0000'])('%j is no encoded label', label => {
  expect(decodedLabel(label)).toBeUndefined()
})
