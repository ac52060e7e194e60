import type { ReactNode } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import type { Submission } from '#kit/form/use-submit.ts'
import { CodeField } from '#kit/features/accounts/CodeField.tsx'
import { SendAgain } from '#kit/features/accounts/SendAgain.tsx'
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
        {t('accounts.code.submit')}
      </SubmitButton>
      <SendAgain seconds={seconds} busy={requesting.isBusy} onPress={() => void requesting.run()} />
      {other}
    </AccountForm>
  )
}
