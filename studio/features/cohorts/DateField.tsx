import { useCopy } from '#kit/copy/copy.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'

type Props = {
  label: string
  value: string
  hint?: string
  error?: string | undefined
  onChange: (date: string) => void
}

/** A calendar date, by the browser's own picker. */
export function DateField({ onChange, ...rest }: Props) {
  return <TextField {...rest} type="date" onChange={event => onChange(event.target.value)} />
}

/** How many learners a cohort takes; empty for any number. */
export function SeatsField({ value, onChange }: { value: number | null; onChange: (seats: number | null) => void }) {
  const t = useCopy()
  return (
    <TextField
      label={t('cohorts.seats')}
      hint={t('cohorts.seats.hint')}
      type="number"
      min={1}
      max={100_000}
      value={value ?? ''}
      onChange={event => onChange(Number(event.target.value) || null)}
    />
  )
}
