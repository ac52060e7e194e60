import { expect, test } from 'vitest'
import { csvOf, parseCsv, spreadsheetText } from './csv.ts'
import { sharedData } from './testing/shared-data.ts'

const cellsOf = (text: string) => parseCsv(text).map(({ cells }) => cells)

test.each([
  ['a,b\nc,d', 'commas'],
  ['\uFEFFa;b\r\nc;d\r\n', 'semicolons, a mark of the encoding and two line ends'],
  ['a\tb\rc\td', 'tabs and old line ends'],
  ['"a";"b"\n\n"c";d\n;\n', 'quotes and empty lines'],
])('%j is read: %s', text => {
  expect(cellsOf(text)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
})

test('the first line says what divides cells; cells may be empty, and spaces around them do not count', () => {
  expect(cellsOf('a,b\n1;2;3;4;5;6,7\n,8')).toEqual([
    ['a', 'b'],
    ['1;2;3;4;5;6', '7'],
    ['', '8'],
  ])
  expect(cellsOf(' a ; b \n c;')).toEqual([
    ['a', 'b'],
    ['c', ''],
  ])
})

test('quoted cells keep delimiters, quotes and line ends, and lines keep their numbers', () => {
  expect(parseCsv('name,email\n"Ann ""A"", B\nC",a@b.c\nBo,d@e.f')).toEqual([
    { line: 1, cells: ['name', 'email'] },
    { line: 2, cells: ['Ann "A", B\nC', 'a@b.c'] },
    { line: 4, cells: ['Bo', 'd@e.f'] },
  ])
  expect(cellsOf('a,"b')).toEqual([['a', '"b']])
  expect(parseCsv('')).toEqual([])
})

const bytesIn = (encoding: 'windows-1251' | 'windows-1252', text: string) => {
  const letters = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  return Uint8Array.from([...text].map(letter => letters.indexOf(letter)))
}

test.each([
  ['windows-1251', 'Анна Ёлкина;anna@example.com'],
  ['windows-1251', 'яблоко;1'],
  ['windows-1251', 'Июнь;2'],
  ['windows-1251', 'А;1'],
  ['windows-1252', 'José Núñez;jose@example.com'],
  ['windows-1252', 'élan;école'],
] as const)('a file in %s is read', (encoding, text) => {
  expect(spreadsheetText(bytesIn(encoding, text))).toBe(text)
})

test('a file in UTF-8 or UTF-16 is read', () => {
  const text = 'Анна;José'
  expect(spreadsheetText(new TextEncoder().encode(text))).toBe(text)
  const units = [...text].flatMap(letter => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8])
  expect(spreadsheetText(Uint8Array.from([255, 254, ...units]))).toBe(text)
})

test('what is written is read back, and no cell is a formula', () => {
  expect(csvOf([['a;b', '"', '=1+1', 'x\ny']])).toBe(`\uFEFF"a;b","""",'=1+1,"x\ny"\r\n`)
  expect(csvOf([['a', 'b'], ['c']])).toBe('\uFEFFa,b\r\nc\r\n')
  const { strings } = sharedData<{ strings: { text: string }[] }>('hostile-text/naughty-strings.json')
  for (const { text } of strings) {
    const [read = []] = cellsOf(csvOf([['x', text]]))
    expect(read[1]?.replace(/^'/, '') ?? '').toBe(text.trim().replace(/^'/, ''))
  }
})
