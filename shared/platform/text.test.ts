import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readJsonText, decodedLabel } from './text.ts'
import { domainToASCII } from 'node:url'

test('reads whatever is JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      expect(readJsonText(JSON.stringify(value, null, 2))).toEqual({ value: JSON.parse(JSON.stringify(value)) })
    }),
  )
})

test.each([
  ['{\n  "a": 1,\n}', 3, 1, 'a name in quotes'],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'a comma or }'],
  ['{ "a" 1 }', 1, 7, 'a colon'],
  ['[1, 2', 1, 6, 'a comma or ]'],
  ['{"a": yes}', 1, 7, 'a value'],
  ['{"a": 01}', 1, 7, 'a value'],
  ["{'a': 1}", 1, 2, 'a name in quotes'],
  ['{"a": "line\nbreak"}', 1, 7, 'a value'],
  ['', 1, 1, 'a value'],
  ['{}\n{}', 2, 1, 'the end of the file'],
])('names the place where %j stops being JSON', (text, line, column, missing) => {
  expect(readJsonText(text)).toEqual({ line, column, reason: `expected ${missing}` })
})

test('finds the same texts wrong as the engine does, cut at any place', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(), (value, cut) => {
      const text = JSON.stringify(value)
      const part = text.slice(0, cut % text.length)
      const read = readJsonText(part)
      if ('value' in read) expect(read.value).toEqual(JSON.parse(part))
      else expect(read.reason).not.toBe('expected JSON')
    }),
  )
})

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
