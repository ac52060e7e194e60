import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { keepDraft, keptDraft } from '#kit/form/draft.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { useClock } from '#kit/ui/clock.ts'
import { TextField } from '#kit/ui/fields/TextField.tsx'

type FieldProps = { value: string; error: string | undefined; onChange: (code: string) => void }

/** The field for a code of six digits; one pasted or filled in by the phone may have spaces in it. */
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

/** Asks for another code; `seconds` are left until that is allowed. */
export function SendAgain({ seconds, busy, onPress }: AgainProps) {
  const t = useCopy()
  return (
    <Button look="ghost" wide busy={busy} disabled={seconds > 0} onClick={onPress}>
      {seconds > 0 ? t('joining.code.againIn', { seconds }) : t('joining.code.again')}
    </Button>
  )
}

/** The seconds left until something may be requested again; the countdown survives a reload. */
export function useCountdown(key: string) {
  const subject = `countdown ${key}`
  const [begun, setBegun] = useState<Record<string, number>>({})
  const [now, readClock] = useClock(500)
  const until = begun[subject] ?? Number(keptDraft(subject, 'tab') ?? 0)
  const start = (seconds: number) => {
    const next = Date.now() + seconds * 1000
    keepDraft(subject, 'tab', next)
    setBegun({ ...begun, [subject]: next })
    readClock()
  }
  return { seconds: Math.max(0, Math.ceil((until - now) / 1000)), start }
}
