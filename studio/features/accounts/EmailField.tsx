import { useCopy } from '#kit/copy/copy.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'

type Props = { value: string; error: string | undefined; onChange: (email: string) => void }

/** The e-mail of one who is not signed in, as password managers know it. */
export function EmailField({ value, error, onChange }: Props) {
  const t = useCopy()
  return (
    <TextField
      label={t('accounts.login.email')}
      type="email"
      name="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      error={error}
      onChange={event => onChange(event.target.value)}
    />
  )
}
