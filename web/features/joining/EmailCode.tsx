import { type ReactNode, useEffect, useRef } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/Button.tsx'
import type { UserWire } from '#shared/features/accounts/contract.ts'
import { CodeForm } from './CodeForm.tsx'
import { DoorForm } from './DoorFrame.tsx'
import { EmailField } from './EmailField.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { useCodeByEmail } from './use-code-by-email.ts'

type Props = {
  title: string
  /** The address that the code goes to, where it is not the visitor's to say. */
  known?: string | undefined
  onProved: (user: UserWire) => void
  after?: ReactNode
}

/** Asks for an address, sends a code to it and takes the code. */
export function EmailCode({ title, known, onProved, after }: Props) {
  const t = useCopy()
  const flow = useCodeByEmail(known, onProved)
  const { email, address, code, status, isSent, asking, proving, countdown } = flow
  const hasAsked = useRef(false)
  useEffect(() => {
    // A known address gets its code at once; after a reload the one that was sent still counts.
    if (known === undefined || hasAsked.current || isSent || countdown.seconds > 0) return
    hasAsked.current = true
    void asking.run()
  })
  if (status === 'email')
    return (
      <DoorForm title={title} lead={t('joining.code.lead')} submission={asking} after={after}>
        <EmailField
          value={email.text}
          error={asking.errorOf('email')}
          onChange={text => {
            asking.forgive('email')
            email.change(text)
          }}
        />
        <SubmitButton busy={asking.isBusy} disabled={!email.text.trim()}>
          {t('joining.code.send')}
        </SubmitButton>
      </DoorForm>
    )
  return (
    <CodeForm
      title={title}
      lead={t(known === undefined ? 'joining.code.maybeSent' : 'joining.code.sent', { address })}
      code={code}
      onChange={flow.setCode}
      asking={asking}
      seconds={countdown.seconds}
      proving={proving}
      other={
        known === undefined && (
          <Button look="ghost" wide onClick={flow.forget}>
            {t('joining.code.otherEmail')}
          </Button>
        )
      }
      after={after}
    />
  )
}
