import { expect, test } from 'vitest'
import { bytesIn, sizeText } from './sizes.ts'

test('sizes are shown with their unit, in each language, and read as they are shown', () => {
  for (const [bytes, en, ru] of [
    [1_073_741_824, '1 GB', '1 ГБ'],
    [524_288_000, '500 MB', '500 МБ'],
    [1_610_612_736, '1.5 GB', '1,5 ГБ'],
    [10_995_116_277_760, '10 TB', '10 ТБ'],
    [700, '700 B', '700 Б'],
  ] as const) {
    expect([sizeText(bytes, 'en'), sizeText(bytes, 'ru')]).toEqual([en, ru])
    expect([en, ru, sizeText(bytes, 'es'), en.toLowerCase().replace(' ', '')].map(bytesIn)).toEqual([
      bytes,
      bytes,
      bytes,
      bytes,
    ])
  }
})

test('what is no size is not taken for one: a bare number says no unit', () => {
  for (const text of ['', 'GB', '500', '-1 GB', '1 GiB', '1 cup', '1.2.3 GB'])
    expect([text, bytesIn(text)]).toEqual([text, undefined])
})
