import { formatterFor } from '#kit/copy/message.ts'
import type { Language } from '#shared/platform/contract.ts'

const units: Record<Language, readonly string[]> = {
  en: ['B', 'KB', 'MB', 'GB', 'TB'],
  ru: ['Б', 'КБ', 'МБ', 'ГБ', 'ТБ'],
  es: ['B', 'kB', 'MB', 'GB', 'TB'],
}
const step = 1024

/** A size as it is typed, in the largest unit that says it exactly enough: `1 GB`, `500 MB`, `1.5 GB`. */
export function sizeText(bytes: number, language: Language): string {
  let power = 0
  while (power < units[language].length - 1 && bytes >= step ** (power + 1)) power++
  return `${plainNumber(bytes / step ** power, language)} ${units[language][power]}`
}

/** A number to one decimal place; its thousands are not parted, so that no mark can be taken for the decimal one. */
function plainNumber(value: number, language: Language): string {
  const options = { maximumFractionDigits: 1, useGrouping: false }
  return formatterFor(language, 'number in a field', locale => new Intl.NumberFormat(locale, options)).format(value)
}

/** `1,500` may be one and a half, or one and a half thousand. */
const isAmbiguous = (number: string) => /^[1-9]\d{0,2}[.,]\d{3}$/.test(number)

/** What a typed size is in the draft: its bytes, or null; a text that is no size goes there as it is, to be refused. */
export function valueOfSize(text: string): number | string | null {
  return text.trim() === '' ? null : (bytesIn(text) ?? text)
}

/** The bytes of a typed size, in the unit of any language; undefined where it is none. */
function bytesIn(text: string): number | undefined {
  const [, digits, unit = ''] = /^\s*(\d[\d\s]*(?:[.,]\d+)?)\s*(\p{L}*)\s*$/u.exec(text) ?? []
  const number = digits?.replace(/\s/g, '')
  if (number === undefined || isAmbiguous(number)) return undefined
  const power = Object.values(units)
    .map(names => names.findIndex(name => name.toLowerCase() === unit.toLowerCase()))
    .find(at => at >= 0)
  if (power === undefined) return undefined
  return Math.round(Number(number.replace(',', '.')) * step ** power)
}
