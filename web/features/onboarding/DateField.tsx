import { type ComponentProps, useId, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import type { Language } from '#kit/copy/language.ts'
import { formatterFor } from '#kit/copy/message.ts'
import { controlClass, FieldError } from '#kit/ui/fields/Field.tsx'
import { dateFromTyped } from '#shared/features/profile/birthday.ts'
import styles from './DateField.module.css'

type Part = 'day' | 'month' | 'year'

type Props = {
  label: string
  /** As it is typed elsewhere, dd.mm.yyyy; parts that are missing are empty. */
  value: string
  onChange: (value: string) => void
  error?: string
  readOnly?: boolean
  /** What the date is to a browser that fills in forms. */
  autoComplete?: 'bday'
}

const order = ['day', 'month', 'year'] as const
const two = (part: string) => (part.length === 1 ? `0${part}` : part)

/** The date in three parts, in the order of the language; its month has a name, so that nobody takes the day for it. */
export function DateField({ label, value, onChange, error, readOnly = false, autoComplete }: Props) {
  const t = useCopy()
  const id = useId()
  const [parts, setParts] = useState(() => partsOf(value))
  const change = (part: Part, entered: string) => {
    const next = { ...parts, [part]: entered }
    setParts(next)
    onChange(order.some(one => next[one] !== '') ? `${two(next.day)}.${next.month}.${next.year}` : '')
  }
  const shared = (part: Part): ComponentProps<'input'> & ComponentProps<'select'> => ({
    'aria-label': t(`onboarding.date.${part}`),
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? id : undefined,
    autoComplete: autoComplete && `${autoComplete}-${part}`,
    className: controlClass,
    value: parts[part],
  })
  const typed = (part: 'day' | 'year', length: number) => (
    <input
      key={part}
      {...shared(part)}
      inputMode="numeric"
      maxLength={length}
      placeholder={t(`onboarding.date.${part}`)}
      readOnly={readOnly}
      onChange={event => change(part, event.target.value.replaceAll(/\D/g, ''))}
    />
  )
  const month = (
    <select
      key="month"
      {...shared('month')}
      disabled={readOnly}
      onChange={event => change('month', event.target.value)}
    >
      <option value="">{t('onboarding.date.month')}</option>
      {monthNames(t.language).map((name, index) => (
        <option key={name} value={two(String(index + 1))}>
          {name}
        </option>
      ))}
    </select>
  )
  const controls = { day: typed('day', 2), month, year: typed('year', 4) }
  return (
    <fieldset className={styles.date}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.parts}>{dateOrder(t.language).map(part => controls[part])}</div>
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  )
}

function partsOf(value: string): Record<Part, string> {
  const [day = '', month = '', year = ''] = value.split('.')
  return { day, month, year }
}

/** A date typed as dd.mm.yyyy as it is said in the language, also one that does not exist; of one that is not whole, its parts. */
export function dateInWords(typed: string, language: Language): string {
  const { day, month, year } = partsOf(typed)
  const first = dateFromTyped(`01.${month}.${year}`)
  // Each language begins with the day.
  if (day && first) return formatLocalDate(first, language).replace(/^1/, String(Number(day)))
  return [day && Number(day), month && monthNames(language)[Number(month) - 1], year].filter(Boolean).join(' ')
}

/** In which order the language writes the parts of a date. */
export function dateOrder(language: Language): Part[] {
  const format = formatterFor(language, 'date order', locale => new Intl.DateTimeFormat(locale, { dateStyle: 'short' }))
  const found = format.formatToParts(0).map(({ type }) => type)
  return order.toSorted((one, other) => found.indexOf(one) - found.indexOf(other))
}

/** The names of the twelve months as they stand alone in a list. */
export function monthNames(language: Language): string[] {
  const format = formatterFor(
    language,
    'month name',
    locale => new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }),
  )
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2026, month, 1)))
}
