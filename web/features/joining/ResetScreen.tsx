import { useState } from 'react'
import { useSearch } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { request } from '#kit/request/request.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { emailErrors, normalizeEmail } from '#shared/features/accounts/email.ts'
import { keepToken } from '#web/features/accounts/session.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { track } from '#web/platform/analytics.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { useTextDraft } from '#kit/form/draft.ts'
import { AccountForm, EmailField, SubmitButton } from './AccountForm.tsx'
import { useCountdown } from '#kit/features/accounts/SendAgain.tsx'
import { dropResetToken, resetToken } from './link-codes.ts'
import { NewPasswordFields, useNewPassword } from './NewPasswordFields.tsx'
import { SignedOutPage } from './SignedOutPage.tsx'

/** How long until another e-mail may be requested, in seconds. */
const letterPause = 60

/** `/reset`: sends a link by e-mail; opened by that link, or by an invitation, takes the new password. */
export function ResetScreen() {
  const [token, setToken] = useState(resetToken)
  const [isSpent, setSpent] = useState(false)
  const handleSpent = () => {
    dropResetToken()
    setToken(null)
    setSpent(true)
  }
  return (
    <SignedOutPage>
      {token ? <NewPassword token={token} onSpent={handleSpent} /> : <AskForLetter isSpent={isSpent} />}
    </SignedOutPage>
  )
}

function ToLogin() {
  const t = useCopy()
  return (
    <LinkButton look="ghost" wide href={pathTo('login')}>
      {t('joining.toLogin')}
    </LinkButton>
  )
}

function useLetter() {
  const t = useCopy()
  const email = useTextDraft('email')
  const sent = useTextDraft('joining.reset.sent')
  const address = normalizeEmail(email.text)
  const countdown = useCountdown(`reset ${address}`)
  const submission = useSubmit({
    check: () => (emailErrors(address).errors.length ? { email: [t('accounts.login.invalidEmail')] } : undefined),
    send: async () => {
      await request('POST /auth/request-password-reset', { body: { email: address } })
      countdown.start(letterPause)
      sent.change(address)
      return false
    },
    failed: t('accounts.error.checkEmail'),
  })
  const handleEmail = (text: string) => {
    submission.forgive('email')
    email.change(text)
  }
  return { email, handleEmail, sent, countdown, submission, isSent: address !== '' && sent.text === address, address }
}

function AskForLetter({ isSpent }: { isSpent: boolean }) {
  const t = useCopy()
  const { email, handleEmail, sent, countdown, submission, isSent, address } = useLetter()
  const { seconds } = countdown
  return (
    <AccountForm
      title={t('joining.reset.title')}
      lead={t('joining.reset.lead')}
      submission={submission}
      after={<ToLogin />}
    >
      {isSpent && !isSent && (
        <Notice live tone="warn" title={t('joining.reset.spent')}>
          {t('joining.reset.spentText')}
        </Notice>
      )}
      {isSent ? (
        <>
          <Notice live tone="success" title={t('joining.reset.sent')}>
            {t('joining.reset.sentText', { address })}
          </Notice>
          <Button type="submit" look="secondary" wide busy={submission.isBusy} disabled={seconds > 0}>
            {seconds > 0 ? t('accounts.code.againIn', { seconds }) : t('joining.reset.again')}
          </Button>
          <Button look="ghost" wide onClick={() => sent.change('')}>
            {t('joining.code.otherEmail')}
          </Button>
        </>
      ) : (
        <>
          <EmailField value={email.text} error={submission.errorOf('email')} onChange={handleEmail} />
          <SubmitButton busy={submission.isBusy} disabled={!email.text.trim()}>
            {t('joining.reset.submit')}
          </SubmitButton>
        </>
      )}
    </AccountForm>
  )
}

function NewPassword({ token, onSpent }: { token: string; onSpent: () => void }) {
  const t = useCopy()
  const isFirst = new URLSearchParams(useSearch()).has('invited')
  const fields = useNewPassword()
  const submission = useSubmit({
    check: fields.check,
    send: async () => {
      const { data } = await request('POST /auth/reset-password', {
        body: { token, password: fields.password, password_repeat: fields.repeat },
      })
      dropResetToken()
      keepToken(data.token)
      track({ name: 'login', method: 'reset' })
      return true
    },
    failed: t('joining.error.updatePassword'),
    onRefused: error => {
      if (error instanceof RequestError && error.code === 'reset_link_spent') onSpent()
    },
  })
  return (
    <AccountForm
      title={t(isFirst ? 'joining.firstPassword.title' : 'joining.newPassword.title')}
      lead={t(isFirst ? 'joining.firstPassword.lead' : 'joining.newPassword.lead')}
      submission={submission}
      after={<ToLogin />}
    >
      <NewPasswordFields fields={fields} submission={submission} isChange={!isFirst} />
      <SubmitButton busy={submission.isBusy} disabled={!fields.isTyped}>
        {t('joining.newPassword.submit')}
      </SubmitButton>
    </AccountForm>
  )
}
