import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { CodeField } from './CodeField.tsx'

type Props = { value: string; error: string | undefined; onChange: (code: string) => void }

/** A code of the app or, instead, a recovery code. */
export function FactorCodeField({ value, error, onChange }: Props) {
  const t = useCopy()
  const [isRecovery, setRecovery] = useState(false)
  const handleSwitch = () => {
    setRecovery(!isRecovery)
    onChange('')
  }
  return (
    <>
      <p>{t(isRecovery ? 'accounts.factor.recovery' : 'accounts.factor.code')}</p>
      {isRecovery ? (
        <TextField
          label={t('accounts.factor.recovery.label')}
          name="recovery-code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          value={value}
          error={error}
          onChange={event => onChange(event.target.value)}
        />
      ) : (
        <CodeField value={value} error={error} onChange={onChange} />
      )}
      <Button look="ghost" wide onClick={handleSwitch}>
        {t(isRecovery ? 'accounts.factor.toCode' : 'accounts.factor.toRecovery')}
      </Button>
    </>
  )
}
