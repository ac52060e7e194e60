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
  /** Asks for another code; counted down are the seconds until it may. */
  asking: Submission
  seconds: number
  proving: Submission
  /** The way to another address. */
  other?: ReactNode
  after?: ReactNode
}

/** Takes a code that was sent, by letter or by phone. */
export function CodeForm({ title, lead, code, onChange, asking, seconds, proving, other, after }: Props) {
  const t = useCopy()
  return (
    <AccountForm
      title={title}
      lead={lead}
      submission={asking.failure.notice ? { ...proving, failure: asking.failure } : proving}
      after={after}
    >
      <CodeField
        value={code}
        error={proving.errorOf('code')}
        onChange={text => {
          proving.forgive('code')
          onChange(text)
        }}
      />
      <SubmitButton busy={proving.isBusy} disabled={code === ''}>
        {t('joining.code.submit')}
      </SubmitButton>
      <SendAgain seconds={seconds} busy={asking.isBusy} onPress={() => void asking.run()} />
      {other}
    </AccountForm>
  )
}

type FieldProps = { value: string; error: string | undefined; onChange: (code: string) => void }

/** The six digits that were sent; what is pasted or filled in by the phone may have spaces in it. */
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

/** Sends the code again, once the seconds have run down. */
function SendAgain({ seconds, busy, onPress }: AgainProps) {
  const t = useCopy()
  return (
    <Button look="ghost" wide busy={busy} disabled={seconds > 0} onClick={onPress}>
      {seconds > 0 ? t('joining.code.againIn', { seconds }) : t('joining.code.again')}
    </Button>
  )
}

/** Seconds left until something may be asked for again, counted down, also over a reload. */
export function useCountdown(key: string) {
  const subject = `countdown ${key}`
  const [begun, setBegun] = useState<Record<string, number>>({})
  const [now, readClock] = useClock(500)
  const until = begun[subject] ?? Number(keptDraft(subject, 'tab') ?? 0)
  /** Begins to count this many seconds down. */
  const start = (seconds: number) => {
    const next = Date.now() + seconds * 1000
    keepDraft(subject, 'tab', next)
    setBegun({ ...begun, [subject]: next })
    readClock()
  }
  return { seconds: Math.max(0, Math.ceil((until - now) / 1000)), start }
}
