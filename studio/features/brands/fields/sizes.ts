import { formatNumber } from '#kit/copy/format.ts'
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
  return `${formatNumber(Math.round((bytes / step ** power) * 10) / 10, language)} ${units[language][power]}`
}

/** The bytes of a typed size, in the unit of any language; undefined where it is none. */
export function bytesIn(text: string): number | undefined {
  const [, digits, unit = ''] = /^\s*(\d[\d\s]*(?:[.,]\d+)?)\s*(\p{L}*)\s*$/u.exec(text) ?? []
  if (digits === undefined) return undefined
  const power = Object.values(units)
    .map(names => names.findIndex(name => name.toLowerCase() === unit.toLowerCase()))
    .find(at => at >= 0)
  if (power === undefined) return undefined
  return Math.round(Number(digits.replace(/\s/g, '').replace(',', '.')) * step ** power)
}
