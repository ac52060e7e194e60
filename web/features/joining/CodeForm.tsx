import type { ReactNode } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import type { Submission } from '#web/features/accounts/use-submit.ts'
import { CodeField, SendAgain } from './CodeFields.tsx'
import { DoorForm } from './DoorFrame.tsx'
import { SubmitButton } from './SubmitButton.tsx'

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
    <DoorForm
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
    </DoorForm>
  )
}
