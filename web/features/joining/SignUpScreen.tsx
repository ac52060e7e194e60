import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { AccountForm, EmailField, SubmitButton } from './AccountForm.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { SignedOutPage } from './SignedOutPage.tsx'
import { useSignUp } from './sign-up.ts'

/** `/signup`; leads to sign-in where registration is off. */
export function SignUpScreen() {
  const [, navigate] = useLocation()
  const isOpen = site().config.isRegistrationEnable
  useEffect(() => {
    if (!isOpen) navigate(pathTo('login'), { replace: true })
  }, [isOpen, navigate])
  return isOpen ? <SignUp /> : null
}

function SignUp() {
  const t = useCopy()
  const { username, email, typed, passwords, submission, errors, warning, handleLeave, isFilled } = useSignUp()
  const toLogin = (
    <LinkButton look="ghost" wide href={pathTo('login')}>
      {t('joining.signUp.haveAccount')}
    </LinkButton>
  )
  return (
    <SignedOutPage>
      <AccountForm
        title={t('joining.signUp.title')}
        lead={t('joining.signUp.lead')}
        submission={submission}
        after={toLogin}
      >
        <TextField
          label={t('joining.name')}
          name="username"
          autoComplete="name"
          maxLength={100}
          value={username.text}
          error={errors.username}
          onChange={event => typed('username', event.target.value)}
          onBlur={() => handleLeave('username')}
        />
        <EmailField
          value={email.text}
          error={errors.email}
          hint={errors.email ? undefined : warning}
          onChange={text => typed('email', text)}
          onBlur={() => handleLeave('email')}
        />
        <NewPasswordFields fields={passwords} submission={submission} isChange={false} />
        <SubmitButton busy={submission.isBusy} disabled={!isFilled}>
          {t('joining.signUp.submit')}
        </SubmitButton>
      </AccountForm>
    </SignedOutPage>
  )
}
