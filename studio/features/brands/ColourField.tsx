import { useId } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatNumber } from '#kit/copy/format.ts'
import { TextField } from '#kit/ui/TextField.tsx'
import { contrastRatio } from '#shared/features/brands/rules.ts'
import styles from './Brand.module.css'

type Props = { label: string; error?: string; place: string; value: unknown; onChange: (value: string) => void }

/** On what an accent is read: as the server judges it. */
const surfaceOf = (place: string) => (place.endsWith('Dark') ? '#17181c' : '#ffffff')

/** A colour, picked or written, with how well it can be read where it is text. */
export function ColourField({ label, error, place, value, onChange }: Props) {
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
        maxLength={7}
        spellCheck={false}
        autoComplete="off"
        {...(error !== undefined && { error })}
        {...(ratio !== undefined && { hint: t('brand.contrast', { ratio: formatNumber(ratio, t.language) }) })}
        onChange={event => onChange(event.target.value.toLowerCase())}
      />
    </div>
  )
}
