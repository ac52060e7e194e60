import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { internationalPhone } from '#shared/features/accounts/phone.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { useTextDraft } from '#kit/form/draft.ts'
import { AccountForm, SubmitButton } from '../AccountForm.tsx'
import { useCountdown } from '#kit/features/accounts/SendAgain.tsx'
import { CodeForm } from '../CodeForm.tsx'
import { RequiredStep, useNextStep } from './RequiredStep.tsx'

/** The step reached and the countdown survive a reload. */
function usePhone(known: string | undefined) {
  const t = useCopy()
  const goToNextStep = useNextStep()
  const typed = useTextDraft('joining.phone', known)
  const sent = useTextDraft('joining.phone.sent')
  const [code, setCode] = useState('')
  const phone = internationalPhone(typed.text)
  const countdown = useCountdown(`phone ${phone ?? ''}`)
  const requesting = useSubmit({
    check: () => (phone === undefined ? { phone: [t('joining.phone.wrong')] } : undefined),
    send: async () => {
      const { data } = await request('POST /user/request-phone-otp', { body: { phone: phone ?? '' } })
      countdown.start(data.retry_after)
      sent.change(phone ?? '')
      return false
    },
    failed: t('joining.error.phone'),
  })
  const verifying = useSubmit({
    check: () => (code.length === 6 ? undefined : { code: [t('accounts.code.six')] }),
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
  return { typed, phone, code, setCode, sent, isSent, countdown, requesting, verifying, postponing }
}

/** `/phoneVerification`: verifies the phone number with a code; may be postponed. */
export function PhoneVerificationScreen() {
  const user = useUser()
  return <RequiredStep>{user && <PhoneCode known={user.phone} isRequired={user.requirePhoneValidate} />}</RequiredStep>
}

function PhoneCode({ known, isRequired }: { known: string | undefined; isRequired: boolean }) {
  const t = useCopy()
  const flow = usePhone(known)
  const { typed, phone, code, isSent, countdown, requesting, verifying, postponing } = flow
  const later = isRequired && (
    <Button look="ghost" wide busy={postponing.isBusy} onClick={() => void postponing.run()}>
      {t('joining.phone.later')}
    </Button>
  )
  if (!isSent)
    return (
      <AccountForm
        title={t('joining.phone.title')}
        lead={t('joining.phone.lead')}
        submission={requesting}
        after={later}
      >
        <TextField
          label={t('joining.phone.label')}
          type="tel"
          name="phone"
          inputMode="tel"
          autoComplete="tel"
          value={typed.text}
          error={requesting.errorOf('phone')}
          onChange={event => {
            requesting.forgive('phone')
            typed.change(event.target.value)
          }}
        />
        <SubmitButton busy={requesting.isBusy} disabled={!typed.text.trim()}>
          {t('joining.code.send')}
        </SubmitButton>
      </AccountForm>
    )
  return (
    <CodeForm
      title={t('joining.phone.title')}
      lead={t('accounts.code.sent', { address: phone ?? '' })}
      code={code}
      onChange={flow.setCode}
      requesting={requesting}
      seconds={countdown.seconds}
      verifying={verifying}
      other={
        <Button look="ghost" wide onClick={() => flow.sent.change('')}>
          {t('joining.phone.other')}
        </Button>
      }
      after={later}
    />
  )
}
