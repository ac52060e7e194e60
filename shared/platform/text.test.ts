import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodedLabel, isBlank, linePattern, linesPattern, readJsonText, withinLimit } from './text.ts'
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
  ['["a" "b"]', 1, 6, 'a comma or ]'],
  ['[[] 1]', 1, 5, 'a comma or ]'],
  ['[{ } 1]', 1, 6, 'a comma or ]'],
  ['{"a" : {"b": [ ]} 5}', 1, 19, 'a comma or }'],
  ['[-0, 1.25, 1e5, 1.5E+30, -12.5e-7 x]', 1, 35, 'a comma or ]'],
  ['[true, false, null x]', 1, 20, 'a comma or ]'],
  ['["\\u00e9\\n\\"\\\\" x]', 1, 17, 'a comma or ]'],
  ['["\\q"]', 1, 2, 'a value'],
  ['["\\u12g4"]', 1, 2, 'a value'],
  ['[1.]', 1, 2, 'a value'],
  ['[-]', 1, 2, 'a value'],
  ['[1e]', 1, 2, 'a value'],
  ['[truely]', 1, 2, 'a value'],
  ['\u00a0{}', 1, 1, 'a value'],
  ['{}\u00a0', 1, 3, 'the end of the file'],
  ['{} \t\r\n}', 2, 1, 'the end of the file'],
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
      else expect(read.reason).not.toBe('expected the end of the file')
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

test('labels of any scripts come back, however many letters they have', () => {
  const label = fc.string({ unit: fc.constantFrom(...'abcабвжяαωéñ中文日本한국'), minLength: 1, maxLength: 25 })
  fc.assert(
    fc.property(label, text => {
      const encoded = domainToASCII(text)
      fc.pre(encoded.startsWith('xn--'))
      expect(decodedLabel(encoded)).toBe(text)
    }),
    { numRuns: 300 },
  )
})

test.each(['axn--90ais', 'xn--90ais!', 'xn--9999ga', 'com', 'xn--', 'xn--ü', 'xn--999999999', 'xn--a-\u0000'])(
  '%j is no encoded label',
  label => {
    expect(decodedLabel(label)).toBeUndefined()
  },
)

test('what was typed last gives way, and of what follows only what nothing before can make room for', () => {
  expect(withinLimit('abc', 2, 5)).toEqual({ text: 'abc', caret: 2 })
  expect(withinLimit('abXYcd', 4, 4)).toEqual({ text: 'abcd', caret: 2 })
  expect(withinLimit('Xpasted', 1, 3)).toEqual({ text: 'pas', caret: 0 })
})

test('a text in which nothing can be seen is blank', () => {
  expect(['', '  ', '\u200b\u3000\n\t', '\u0000'].map(isBlank)).toEqual([true, true, true, true])
  expect(['a', ' . ', '\u200ba'].map(isBlank)).toEqual([false, false, false])
})

test('a line has no line breaks, tabs and control characters; lines have tabs and line breaks', () => {
  const [line, lines] = [new RegExp(linePattern, 'u'), new RegExp(linesPattern, 'u')]
  expect(['', 'A tea – ☕'].map(text => [line.test(text), lines.test(text)])).toEqual([
    [true, true],
    [true, true],
  ])
  const broken = ['a\nb', 'a\tb', 'a\r\nb', '\u2028', '\u2029', '\u0007', 'a\u0000']
  expect(broken.map(text => line.test(text))).toEqual(broken.map(() => false))
  expect(broken.map(text => lines.test(text))).toEqual([true, true, true, true, true, false, false])
})
