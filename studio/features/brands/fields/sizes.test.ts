import { expect, test } from 'vitest'
import { supportedLanguages } from '#kit/copy/language.ts'
import { sizeText, valueOfSize } from './sizes.ts'

test('sizes are shown with their unit, in each language, and read as they are shown', () => {
  for (const [bytes, en, ru] of [
    [1_073_741_824, '1 GB', '1 ГБ'],
    [524_288_000, '500 MB', '500 МБ'],
    [1_610_612_736, '1.5 GB', '1,5 ГБ'],
    [10_995_116_277_760, '10 TB', '10 ТБ'],
    [700, '700 B', '700 Б'],
  ] as const) {
    expect([sizeText(bytes, 'en'), sizeText(bytes, 'ru')]).toEqual([en, ru])
    expect([en, ru, sizeText(bytes, 'es'), en.toLowerCase().replace(' ', '')].map(valueOfSize)).toEqual([
      bytes,
      bytes,
      bytes,
      bytes,
    ])
  }
})

test('sizes of a thousand units and more, short of the next one, are read as they are shown', () => {
  expect(sizeText(1000 * 1024 ** 2, 'en')).toBe('1000 MB')
  for (const language of supportedLanguages)
    for (const unit of [1024, 1024 ** 2, 1024 ** 3])
      for (let count = 1000; count < 1024; count++)
        for (const bytes of [count * unit, (count + 0.5) * unit]) {
          const shown = sizeText(bytes, language)
          expect([shown, valueOfSize(shown)]).toEqual([shown, bytes])
        }
})

test('a mark before three digits may part thousands or decimals: it is asked for again', () => {
  for (const text of ['1,500 MB', '1.500 MB', '999,000 KB']) expect([text, valueOfSize(text)]).toEqual([text, text])
  expect(['0.125 GB', '1.25 GB', '1 500 MB', '1500.125 KB'].map(valueOfSize)).toEqual([
    134_217_728, 1_342_177_280, 1_572_864_000, 1_536_128,
  ])
})

test('what is no size is not taken for one, but stays in the draft to be refused: a bare number says no unit', () => {
  for (const text of ['GB', '500', '-1 GB', '1 GiB', '1 cup', '1.2.3 GB'])
    expect([text, valueOfSize(text)]).toEqual([text, text])
  expect(valueOfSize(' ')).toBeNull()
})
