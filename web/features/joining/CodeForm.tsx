import { type ReactNode, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { keepDraft, keptDraft } from '#kit/form/draft.ts'
import { useClock } from '#kit/ui/clock.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import type { Submission } from '#kit/form/use-submit.ts'
import { AccountForm, SubmitButton } from './AccountForm.tsx'

type Props = {
  title: string
  lead: ReactNode
  code: string
  onChange: (code: string) => void
  /** Sends another code; `seconds` are left until that is allowed. */
  requesting: Submission
  seconds: number
  verifying: Submission
  /** Lets another address be used. */
  other?: ReactNode
  after?: ReactNode
}

export function CodeForm({ title, lead, code, onChange, requesting, seconds, verifying, other, after }: Props) {
  const t = useCopy()
  return (
    <AccountForm
      title={title}
      lead={lead}
      submission={requesting.failure.notice ? { ...verifying, failure: requesting.failure } : verifying}
      after={after}
    >
      <CodeField
        value={code}
        error={verifying.errorOf('code')}
        onChange={text => {
          verifying.forgive('code')
          onChange(text)
        }}
      />
      <SubmitButton busy={verifying.isBusy} disabled={code === ''}>
        {t('joining.code.submit')}
      </SubmitButton>
      <SendAgain seconds={seconds} busy={requesting.isBusy} onPress={() => void requesting.run()} />
      {other}
    </AccountForm>
  )
}

type FieldProps = { value: string; error: string | undefined; onChange: (code: string) => void }

/** Six digits; a code pasted or filled in by the phone may have spaces in it. */
function CodeField({ value, error, onChange }: FieldProps) {
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

function SendAgain({ seconds, busy, onPress }: AgainProps) {
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
