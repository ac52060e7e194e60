import { useCopy } from '#kit/copy/copy.tsx'
import { SelectField } from '#kit/ui/SelectField.tsx'

type Props = {
  label: string
  error?: string
  options: readonly string[]
  mayBeNothing: boolean
  value: unknown
  onChange: (value: string | null) => void
}

/** One of a few words. */
export function ChoiceField({ options, mayBeNothing, value, onChange, ...texts }: Props) {
  const t = useCopy()
  return (
    <SelectField
      {...texts}
      value={typeof value === 'string' ? value : ''}
      onChange={event => onChange(event.target.value || null)}
    >
      {mayBeNothing && <option value="">{t('brand.none')}</option>}
      {options.map(option => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </SelectField>
  )
}
