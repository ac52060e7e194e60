import { expect, test } from 'vitest'
import { subtitlesFrom } from './subtitles.ts'

const vttOf = (text: string) => {
  const made = subtitlesFrom(text)
  return 'vtt' in made ? made.vtt : made
}
const head = 'WEBVTT\n\n'

test('SubRip becomes WebVTT: its numbers go, commas become points, hours may be missing', () => {
  const srt = '1\r\n00:00:01,500 --> 00:00:03,000\r\nHello,\r\nworld\r\n\r\n2\r\n01:02,5 --> 01:03.25\r\nAgain\r\n'
  expect(vttOf(srt)).toBe(
    `${head}00:00:01.500 --> 00:00:03.000\nHello,\nworld\n\n00:01:02.500 --> 00:01:03.250\nAgain\n`,
  )
})

test.each([
  ['\ufeffWEBVTT\r\r00:01.000 --> 00:02.000\rA', `${head}00:00:01.000 --> 00:00:02.000\nA\n`],
  [
    'WEBVTT - title\n\nNOTE by Ann\n\nname\n00:01.000 --> 00:02.000 line:0 align:start evil:1\nA',
    `${head}00:00:01.000 --> 00:00:02.000 line:0 align:start\nA\n`,
  ],
  [
    'WEBVTT\n\nSTYLE\n::cue { background: url(http://x) }\n\n00:01.000 --> 00:02.000\nA',
    `${head}00:00:01.000 --> 00:00:02.000\nA\n`,
  ],
])('%j is read', (text, vtt) => expect(vttOf(text)).toBe(vtt))

test('a text that begins at the same time comes first when it ends first', () => {
  const cue = (end: string, text: string) => `00:00:01.000 --> 00:00:${end}.000\n${text}\n`
  expect(vttOf(`WEBVTT\n\n${cue('05', 'Long')}\n${cue('03', 'Short')}`)).toBe(
    `${head}${cue('03', 'Short')}\n${cue('05', 'Long')}`,
  )
})

test('where on the picture a text stands is kept as WebVTT says it, and nothing else', () => {
  const known = 'vertical:rl line:-1,start position:10%,line-left size:35.5% align:left'
  expect(vttOf(`WEBVTT\n\n00:01.000 --> 00:02.000  ${known}\tevil:1 line:x size:1\nA`)).toBe(
    `${head}00:00:01.000 --> 00:00:02.000 ${known}\nA\n`,
  )
  expect(vttOf('1\n00:00:01,000 --> 00:00:02,000 line:0\nA')).toBe(`${head}00:00:01.000 --> 00:00:02.000\nA\n`)
})

test('times go to the last millisecond of an hour and beyond', () => {
  expect(vttOf('1\n00:59:59,999 --> 101:00:00,000\nA')).toBe(`${head}00:59:59.999 --> 101:00:00.000\nA\n`)
})

test('lonely numbers and texts of nothing are left out, and lines of spaces part as empty ones do', () => {
  const srt = ' 12 \n\n1\n00:00:01,000 --> 00:00:02,000\n<x>\n \t\n2\n00:00:03,000 --> 00:00:04,000\nB\n\n3\n'
  expect(vttOf(srt)).toBe(`${head}00:00:03.000 --> 00:00:04.000\nB\n`)
})

test('a film has at most 20,000 subtitles', () => {
  const cues = (count: number) =>
    Array.from({ length: count }, (_, at) => `${at + 1}\n00:00:01,000 --> 00:00:02,000\nA\n`).join('\n')
  expect(subtitlesFrom(cues(20_000))).toMatchObject({ cues: 20_000 })
  expect(subtitlesFrom(cues(20_001))).toEqual({ line: 80_001, problem: 'too_many' })
})

test('cues that overlap stay, in the order of their times', () => {
  const text = 'WEBVTT\n\n00:05.000 --> 00:09.000\nB\n\n00:01.000 --> 00:07.000\nA\n'
  expect(vttOf(text)).toBe(`${head}00:00:01.000 --> 00:00:07.000\nA\n\n00:00:05.000 --> 00:00:09.000\nB\n`)
})

test.each([
  ['<b>Bold</b> <i>and</i> <U>under</U>', '<b>Bold</b> <i>and</i> <u>under</u>'],
  ['<font color="#ff0000">Red</font>', 'Red'],
  ['{\\an8}Above', 'Above'],
  ['<v Ann>Hello</v> <c.loud>you</c>', '<v Ann>Hello</v> <c.loud>you</c>'],
  ['<script>alert(1)</script>', 'alert(1)'],
  ['<img src=x onerror=alert(1)>', ''],
  ['{\\a10}Above', 'Above'],
  ['<lang es>Hola</lang> <ruby>漢<rt>kan</rt></ruby>', '<lang es>Hola</lang> <ruby>漢<rt>kan</rt></ruby>'],
  ['<v  Tom & Ann >Hello</v>', '<v Tom &amp; Ann>Hello</v>'],
  ['<b class>Bold</b>', '<b>Bold</b>'],
  ['<00:01.500>now', '<00:01.500>now'],
  ['no\0thing', 'no\ufffdthing'],
  ['2 < 3 & 4 > 1', '2 &lt; 3 &amp; 4 &gt; 1'],
  ['Tom &amp; Ann &lt;3 &copy;', 'Tom &amp; Ann &lt;3 &amp;copy;'],
  ['<00:00:01.500>now', '<00:00:01.500>now'],
])('the text %j is shown as %j', (text, shown) => {
  const made = vttOf(`1\n00:00:01,000 --> 00:00:02,000\nA ${text}\n`)
  expect(made).toBe(`${head}00:00:01.000 --> 00:00:02.000\n${`A ${shown}`.trim()}\n`)
})

test.each([
  ['', { line: 1, problem: 'not_subtitles' }],
  ['<!doctype html><p>Hello', { line: 1, problem: 'not_subtitles' }],
  ['WEBVTT\n\n', { line: 3, problem: 'not_subtitles' }],
  ['1\n00:00:01,000 -> 00:00:02,000\nA\n\n2\n00:00:03,000 --> 00:00:04,000\nB', { line: 1, problem: 'time_missing' }],
  ['1\n00:00:01,000 --> 00:61:02,000\nA', { line: 2, problem: 'time_wrong' }],
  ['1\n00:60:00,000 --> 01:00:02,000\nA', { line: 2, problem: 'time_wrong' }],
  ['1\n00:00:60,000 --> 00:01:02,000\nA', { line: 2, problem: 'time_wrong' }],
  ['1\n00:00:01 --> 00:00:02\nA', { line: 2, problem: 'time_wrong' }],
  ['1\n00:00:02,000 --> 00:00:02,000\nA', { line: 2, problem: 'ends_early' }],
  ['1\nname\n00:00:01,000 --> 00:00:02,000\nA', { line: 1, problem: 'time_missing' }],
  ['1a\n\n00:00:01,000 --> 00:00:02,000\nA', { line: 1, problem: 'time_missing' }],
  ['a1\n\n00:00:01,000 --> 00:00:02,000\nA', { line: 1, problem: 'time_missing' }],
  ['A WEBVTT\n\n00:01.000 --> 00:02.000\nB', { line: 1, problem: 'time_missing' }],
  ['WEBVTT\n\nFOOTNOTE 1\n\n00:01.000 --> 00:02.000\nB', { line: 3, problem: 'time_missing' }],
  ['1\n00:00:05,000 --> 00:00:02,000\nA', { line: 2, problem: 'ends_early' }],
  ['WEBVTT\n\n00:01.000 --> 00:02.000\nA\n\nlost words\nof somebody', { line: 6, problem: 'time_missing' }],
  ['1\n00:00:01,000 --> 00:00:02,000\nA\n2\n00:00:03,000 --> 00:00:04,000\nB', { line: 5, problem: 'time_missing' }],
])('%j is refused at its line', (text, problem) => expect(subtitlesFrom(text)).toEqual(problem))

test('what was made is read again as the same', () => {
  const once = vttOf('WEBVTT\n\n00:01.000 --> 00:02.000 position:10%\n<v Ann>A & B</v>\n')
  expect(typeof once === 'string' && vttOf(once)).toBe(once)
})
