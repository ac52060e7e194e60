import { useId } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatNumber } from '#kit/copy/format.ts'
import { Checkbox } from '#kit/ui/fields/Checkbox.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { contrastRatio } from '#shared/features/brands/rules.ts'
import styles from '../Brand.module.css'

type ChoiceFieldProps = {
  label: string
  error?: string
  options: readonly string[]
  isRemovable: boolean
  value: unknown
  onChange: (value: string | null) => void
}

export function ChoiceField({ options, isRemovable, value, onChange, ...texts }: ChoiceFieldProps) {
  const t = useCopy()
  return (
    <SelectField
      {...texts}
      value={typeof value === 'string' ? value : ''}
      onChange={event => onChange(event.target.value || null)}
    >
      {isRemovable && <option value="">{t('brand.none')}</option>}
      {options.map(option => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </SelectField>
  )
}

type ChoicesFieldProps = {
  label: string
  error?: string
  options: readonly string[]
  value: unknown
  onChange: (value: string[]) => void
}

/** Several options in a chosen order; those not chosen come last. */
export function ChoicesField({ label, error, options, value, onChange }: ChoicesFieldProps) {
  const t = useCopy()
  const id = useId()
  const chosen = Array.isArray(value) ? (value as string[]) : []
  const toggle = (option: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, option] : chosen.filter(one => one !== option))
  const up = (index: number) => {
    const moved = [...chosen]
    moved.splice(index - 1, 2, ...chosen.slice(index - 1, index + 1).toReversed())
    onChange(moved)
  }
  return (
    <fieldset className={styles.choices} aria-describedby={error && `${id}-error`}>
      <legend>{label}</legend>
      {[...chosen, ...options.filter(option => !chosen.includes(option))].map((option, index) => (
        <div key={option} className={styles.choice}>
          <Checkbox
            label={option}
            checked={chosen.includes(option)}
            onChange={event => toggle(option, event.target.checked)}
          />
          {index > 0 && index < chosen.length && (
            <IconButton
              icon="chevron-down"
              className={styles.up}
              label={t('brand.list.up', { number: option })}
              onClick={() => up(index)}
            />
          )}
        </div>
      ))}
      {error && (
        <p id={`${id}-error`} className={styles.problem} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

type ColourFieldProps = {
  label: string
  error?: string
  place: string
  value: unknown
  onChange: (value: string) => void
}

/** The background of an accent colour, the same as the server's check uses. */
const surfaceOf = (place: string) => (place.endsWith('Dark') ? '#17181c' : '#ffffff')

/** A colour, picked or typed, with its contrast as a text colour. */
export function ColourField({ label, error, place, value, onChange }: ColourFieldProps) {
  const t = useCopy()
  const id = useId()
  const colour = typeof value === 'string' ? value : ''
  const isColour = /^#[0-9a-f]{6}$/.test(colour)
  const ratio = isColour ? Math.floor(contrastRatio(colour, surfaceOf(place)) * 100) / 100 : undefined
  return (
    <div className={styles.colour}>
      <input
        type="color"
        aria-label={t('brand.colour.pick', { field: label })}
        value={isColour ? colour : '#000000'}
        onChange={event => onChange(event.target.value)}
      />
      <TextField
        id={id}
        label={label}
        value={colour}
        spellCheck={false}
        autoComplete="off"
        {...(error !== undefined && { error })}
        {...(ratio !== undefined && { hint: t('brand.contrast', { ratio: formatNumber(ratio, t.language) }) })}
        onChange={event => onChange(event.target.value.toLowerCase().slice(0, 7))}
      />
    </div>
  )
}
