import { useId } from 'react'
import { type Copy, type CopyKey, useCopy } from '#kit/copy/copy.tsx'
import { formatNumber } from '#kit/copy/format.ts'
import { Checkbox } from '#kit/ui/fields/Checkbox.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { brandAssetUrl, contrastRatio } from '#shared/features/brands/rules.ts'
import styles from '../Brand.module.css'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { errorMessage } from '#kit/request/request-errors.ts'
import { Button } from '#kit/ui/actions/Button.tsx'

type ChoiceFieldProps = {
  label: string
  error?: string
  options: readonly string[]
  isRemovable: boolean
  value: unknown
  onChange: (value: string | null) => void
}

/** An option in words; one without a text is its own. */
function optionName(t: Copy, option: string): string {
  const key = `brand.choice.${option}`
  const name = t(key as CopyKey)
  return name === key ? option : name
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
          {optionName(t, option)}
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

type Props = {
  label: string
  error?: string
  isRemovable: boolean
  value: unknown
  onChange: (value: string | null) => void
}

const mostBytes = 256 * 1024

async function asBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

export function PictureField({ label, error, isRemovable, value, onChange }: Props) {
  const t = useCopy()
  const id = useId()
  const name = typeof value === 'string' && value ? value : undefined
  const { run, isBusy, errorOf } = useSubmit({
    check: (file: File) => (file.size > mostBytes ? { picture: [t('brand.picture.hint')] } : undefined),
    send: async (file: File) => {
      const { data } = await request('POST /studio/brand/pictures', { body: { data: await asBase64(file) } })
      onChange(data.name)
    },
    failed: t('brand.failed'),
    explain: thrown => ({ errors: { picture: [errorMessage(thrown, t('brand.failed'))] } }),
  })
  const problem = errorOf('picture') ?? error
  return (
    <div role="group" aria-labelledby={`${id}-label`} className={styles.picture}>
      <span id={`${id}-label`} className={styles.label}>
        {label}
      </span>
      {name && <img src={brandAssetUrl(name)} alt="" />}
      <label className={styles.file} data-busy={isBusy || undefined}>
        {t('brand.picture.choose')}
        <input
          type="file"
          accept=".svg,.png,.webp"
          aria-describedby={`${id}-hint`}
          disabled={isBusy}
          onChange={event => {
            const file = event.target.files?.[0]
            event.target.value = ''
            if (file) void run(file)
          }}
        />
      </label>
      {isRemovable && name && (
        <Button look="ghost" onClick={() => onChange(null)}>
          {t('brand.none')}
        </Button>
      )}
      <p id={`${id}-hint`} className={styles.muted}>
        {t('brand.picture.hint')}
      </p>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
