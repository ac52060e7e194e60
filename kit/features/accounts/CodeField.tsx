import { useCopy } from '#kit/copy/copy.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'

type Props = { value: string; error: string | undefined; onChange: (code: string) => void }

/** The field for a code of six digits; one pasted or filled in by the phone may have spaces in it. */
export function CodeField({ value, error, onChange }: Props) {
  const t = useCopy()
  return (
    <TextField
      label={t('accounts.code.label')}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      data-autofocus
      value={value}
      error={error}
      onChange={event => onChange(event.target.value.replace(/\D/g, '').slice(0, 6))}
    />
  )
}
