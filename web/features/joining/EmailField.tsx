import type { ComponentProps } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { TextField } from '#kit/ui/TextField.tsx'

type Props = Omit<ComponentProps<typeof TextField>, 'label' | 'onChange'> & { onChange: (email: string) => void }

/** An e-mail as every form here asks for it. */
export function EmailField({ onChange, ...rest }: Props) {
  const t = useCopy()
  return (
    <TextField
      label={t('accounts.login.email')}
      type="email"
      name="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...rest}
      onChange={event => onChange(event.target.value)}
    />
  )
}
