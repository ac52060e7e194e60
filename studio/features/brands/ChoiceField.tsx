import { useCopy } from '#kit/copy/copy.tsx'
import { controlClass, Field, fieldAria } from '#kit/ui/Field.tsx'
import { useId } from 'react'

type Props = {
  label: string
  error?: string
  options: readonly string[]
  mayBeNothing: boolean
  value: unknown
  onChange: (value: string | null) => void
}

/** One of a few words. */
export function ChoiceField({ label, error, options, mayBeNothing, value, onChange }: Props) {
  const t = useCopy()
  const id = useId()
  const texts = { label, ...(error !== undefined && { error }) }
  return (
    <Field id={id} {...texts}>
      <select
        {...fieldAria(id, texts)}
        className={controlClass}
        value={typeof value === 'string' ? value : ''}
        onChange={event => onChange(event.target.value || null)}
      >
        {mayBeNothing && <option value="">{t('brand.none')}</option>}
        {options.map(option => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </Field>
  )
}
