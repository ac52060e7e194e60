import type { Language } from './language.ts'
import { tagOf } from '#shared/platform/language-tag.ts'

export type CopyValues = Record<string, string | number>
type Choices = { [choice: string]: Part[] | number | undefined }
type Part = string | readonly [name: string, type?: string, format?: unknown]

/** A message as compiled by the build: plain text, or alternating text and arguments. */
export type CompiledMessage = string | readonly Part[]
export type CompiledCopy = Record<string, CompiledMessage>

const formats = new Map<string, unknown>()

/** The Intl formatter `make` creates for the language's locale, cached: creating one costs more than many uses. */
export function formatterFor<F>(language: Language, key: string, make: (locale: string) => F): F {
  const id = `${language} ${key}`
  const known = formats.get(id)
  if (known) return known as F
  const made = make(tagOf(language))
  formats.set(id, made)
  return made
}

const numberStyles: Record<string, Intl.NumberFormatOptions> = {
  percent: { style: 'percent' },
  integer: { maximumFractionDigits: 0 },
}

function showNumber(value: number, language: Language, style = ''): string {
  return formatterFor(language, `number ${style}`, locale => new Intl.NumberFormat(locale, numberStyles[style])).format(
    value,
  )
}

function showInstant(ms: number, language: Language, type: string, format: unknown): string {
  const style = typeof format === 'string' ? format : type === 'time' ? 'short' : 'long'
  const named = type === 'time' ? { timeStyle: style } : { dateStyle: style }
  const options = (typeof format === 'object' && format ? format : named) as Intl.DateTimeFormatOptions
  return formatterFor(
    language,
    `${type} ${JSON.stringify(options)}`,
    locale => new Intl.DateTimeFormat(locale, options),
  ).format(ms)
}

function pluralCase(type: string, choices: Choices, value: number, language: Language): Part[] {
  const exact = choices[value]
  if (Array.isArray(exact)) return exact
  const rules = formatterFor(
    language,
    type,
    locale => new Intl.PluralRules(locale, { type: type === 'plural' ? 'cardinal' : 'ordinal' }),
  )
  const chosen = choices[rules.select(value - Number(choices.offset ?? 0))] ?? choices.other
  return Array.isArray(chosen) ? chosen : []
}

function showArgument(
  [name, type, format]: Exclude<Part, string>,
  language: Language,
  values: CopyValues,
  hash: string,
) {
  const value = values[name]
  if (value === undefined) return `{${name}}`
  if (type === 'number') return showNumber(Number(value), language, typeof format === 'string' ? format : '')
  if (type === 'date' || type === 'time') return showInstant(Number(value), language, type, format)
  if (!type) return typeof value === 'number' ? showNumber(value, language) : value
  const choices = format as Choices
  if (type === 'select') {
    const chosen = Object.hasOwn(choices, value) ? choices[value] : choices.other
    return Array.isArray(chosen) ? showParts(chosen, language, values, hash) : ''
  }
  const count = Number(value)
  const shown = showNumber(count - Number(choices.offset ?? 0), language)
  return showParts(pluralCase(type, choices, count, language), language, values, shown)
}

function showParts(parts: readonly Part[], language: Language, values: CopyValues, hash: string): string {
  let text = ''
  for (const part of parts) {
    if (typeof part !== 'string') text += showArgument(part, language, values, hash)
    else text += part === '#' ? hash : part
  }
  return text
}

/** The text of a compiled message; times among `values` are in ms. A missing value shows as its name in braces. */
export function showMessage(message: CompiledMessage, language: Language, values: CopyValues = {}): string {
  return typeof message === 'string' ? message : showParts(message, language, values, '#')
}
