import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/Button.tsx'
import { TextField } from '#kit/ui/TextField.tsx'

type FieldProps = { value: string; error: string | undefined; onChange: (code: string) => void }

/** The six digits that were sent; what is pasted or filled in by the phone may have spaces in it. */
export function CodeField({ value, error, onChange }: FieldProps) {
  const t = useCopy()
  return (
    <TextField
      label={t('joining.code.label')}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      error={error}
      onChange={event => onChange(event.target.value.replace(/\D/g, '').slice(0, 6))}
    />
  )
}

type AgainProps = { seconds: number; busy: boolean; onPress: () => void }

/** Sends the code again, once the seconds have run down. */
export function SendAgain({ seconds, busy, onPress }: AgainProps) {
  const t = useCopy()
  return (
    <Button look="ghost" wide busy={busy} disabled={seconds > 0} onClick={onPress}>
      {seconds > 0 ? t('joining.code.againIn', { seconds }) : t('joining.code.again')}
    </Button>
  )
}
