import { expect, test } from 'vitest'
import { decodeSubtitles } from './decode-subtitles.ts'

/** Text in windows-1251, where U+0410 and the letters after it begin at 0xC0. */
const windows = (text: string) => Buffer.from([...text].map(letter => (letter.codePointAt(0) ?? 0) - 0x410 + 0xc0))
const utf16le = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

test('subtitles are read as their byte order mark says', () => {
  expect(decodeSubtitles(utf16le('Чай'), 'ru')).toBe('Чай')
  expect(decodeSubtitles(utf16le('Чай').swap16(), 'en')).toBe('Чай')
  expect(decodeSubtitles(Buffer.from('\ufeffЧай'), 'ru')).toBe('Чай')
})

test('without a mark they are UTF-8, or else in the encoding of Windows for their language', () => {
  expect(decodeSubtitles(Buffer.from('Чай, té'), 'es')).toBe('Чай, té')
  expect(decodeSubtitles(windows('Чай'), 'ru')).toBe('Чай')
  expect(decodeSubtitles(windows('Чай'), 'uk-UA')).toBe('Чай')
  // These begin with one byte of a mark, but not with both.
  expect(decodeSubtitles(windows('яблоко'), 'ru')).toBe('яблоко')
  expect(decodeSubtitles(windows('юность'), 'ru')).toBe('юность')
  expect(decodeSubtitles(windows('бюро'), 'ru')).toBe('бюро')
  expect(decodeSubtitles(Buffer.from([0x74, 0xe9]), 'es')).toBe('té')
  expect(decodeSubtitles(Buffer.from([0xfe, 0x74]), 'es')).toBe('þt')
})
