import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { internationalPhone } from '#shared/features/accounts/phone.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { useTextDraft } from '#kit/form/draft.ts'
import { AccountForm, SubmitButton } from './AccountForm.tsx'
import { CodeForm, useCountdown } from './CodeForm.tsx'
import { RequiredStep, useNextStep } from './RequiredStep.tsx'

/** The status starts as `phone`; where it stands and the countdown survive a reload. */
function usePhone(known: string | undefined) {
  const t = useCopy()
  const goToNextStep = useNextStep()
  const typed = useTextDraft('joining.phone', known)
  const sent = useTextDraft('joining.phone.sent')
  const [code, setCode] = useState('')
  const phone = internationalPhone(typed.text)
  const countdown = useCountdown(`phone ${phone ?? ''}`)
  const asking = useSubmit({
    check: () => (phone === undefined ? { phone: [t('joining.phone.wrong')] } : undefined),
    send: async () => {
      const { data } = await request('POST /user/request-phone-otp', { body: { phone: phone ?? '' } })
      countdown.start(data.retry_after)
      sent.change(phone ?? '')
      return false
    },
    failed: t('joining.error.phone'),
  })
  const proving = useSubmit({
    check: () => (code.length === 6 ? undefined : { code: [t('joining.code.six')] }),
    send: async () => {
      await request('POST /user/verify-phone', { body: { phone: phone ?? '', code } })
      for (const draft of [typed, sent]) draft.forget()
      await goToNextStep()
      return true
    },
    failed: t('joining.error.phone'),
  })
  const postponing = useSubmit({
    send: async () => {
      await request('POST /user/supress-phone-validation')
      await goToNextStep()
      return true
    },
    failed: t('joining.error.phone'),
  })
  const isSent = phone !== undefined && sent.text === phone
  return { typed, phone, code, setCode, sent, isSent, countdown, asking, proving, postponing }
}

/** `/phoneVerification`: a code that comes by phone proves the number; the demand may be put off. */
export function PhoneVerificationScreen() {
  const user = useUser()
  return <RequiredStep>{user && <PhoneCode known={user.phone} isDemanded={user.requirePhoneValidate} />}</RequiredStep>
}

function PhoneCode({ known, isDemanded }: { known: string | undefined; isDemanded: boolean }) {
  const t = useCopy()
  const flow = usePhone(known)
  const { typed, phone, code, isSent, countdown, asking, proving, postponing } = flow
  const later = isDemanded && (
    <Button look="ghost" wide busy={postponing.isBusy} onClick={() => void postponing.run()}>
      {t('joining.phone.later')}
    </Button>
  )
  if (!isSent)
    return (
      <AccountForm title={t('joining.phone.title')} lead={t('joining.phone.lead')} submission={asking} after={later}>
        <TextField
          label={t('joining.phone.label')}
          type="tel"
          name="phone"
          inputMode="tel"
          autoComplete="tel"
          value={typed.text}
          error={asking.errorOf('phone')}
          onChange={event => {
            asking.forgive('phone')
            typed.change(event.target.value)
          }}
        />
        <SubmitButton busy={asking.isBusy} disabled={!typed.text.trim()}>
          {t('joining.code.send')}
        </SubmitButton>
      </AccountForm>
    )
  return (
    <CodeForm
      title={t('joining.phone.title')}
      lead={t('joining.code.sent', { address: phone ?? '' })}
      code={code}
      onChange={flow.setCode}
      asking={asking}
      seconds={countdown.seconds}
      proving={proving}
      other={
        <Button look="ghost" wide onClick={() => flow.sent.change('')}>
          {t('joining.phone.other')}
        </Button>
      }
      after={later}
    />
  )
}
