import { type CSSProperties, lazy, Suspense, useEffect, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { PasswordField } from '#kit/ui/fields/PasswordField.tsx'
import { emailErrors, normalizeEmail } from '#shared/features/accounts/email.ts'
import { socialPlatformOf } from '#shared/features/social/rules.ts'
import { endReason, forgetEndReason, signIn } from '#web/features/accounts/sign-in.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { track } from '#web/platform/analytics.ts'
import { useTextDraft } from '#kit/form/draft.ts'
import { opener } from '#web/platform/openers.ts'
import { AccountForm, EmailField, SubmitButton } from './AccountForm.tsx'
import styles from './SignedOutPage.module.css'
import { SignedOutPage } from './SignedOutPage.tsx'

const SocialButtons = lazy(async () => ({
  default: (await import('#web/features/social/SocialButtons.tsx')).SocialButtons,
}))

/** E-mail and password, and every other way to sign in. The app moves on by itself once there is a session. */
export function LoginScreen() {
  const t = useCopy()
  const { email, password, setPassword, submission, isPasswordWrong } = useSignIn()
  return (
    <SignedOutPage>
      <AccountForm
        title={t('accounts.login.title')}
        lead={t('accounts.login.lead')}
        submission={submission}
        after={<OtherWays />}
      >
        <EndNotice />
        <EmailField value={email.text} error={submission.errorOf('email')} onChange={email.change} />
        <PasswordField
          label={t('accounts.login.password')}
          name="password"
          value={password}
          error={submission.errorOf('password')}
          onChange={event => setPassword(event.target.value)}
        />
        <SubmitButton busy={submission.isBusy} disabled={!email.text.trim() || !password}>
          {t('accounts.login.submit')}
        </SubmitButton>
        <LinkButton look={isPasswordWrong ? 'secondary' : 'ghost'} wide href={pathTo('reset')}>
          {t(isPasswordWrong ? 'accounts.login.restore' : 'accounts.login.forgot')}
        </LinkButton>
      </AccountForm>
    </SignedOutPage>
  )
}

function OtherWays() {
  const t = useCopy()
  const { isRegistrationEnable, instructionUrl } = site().config
  return (
    <div className={styles.ways}>
      <LinkButton look="secondary" wide href={pathTo('codeSignIn')}>
        {t('accounts.login.byCode')}
      </LinkButton>
      <Suspense fallback={<RoomForNetworks />}>
        <SocialButtons />
      </Suspense>
      {isRegistrationEnable && (
        <LinkButton look="ghost" wide href={pathTo('signup')}>
          {t('accounts.login.register')}
        </LinkButton>
      )}
      {!isRegistrationEnable && instructionUrl && (
        <LinkButton look="ghost" icon="info" wide href={pathTo('document', {}, { url: instructionUrl })}>
          {t('accounts.login.instruction')}
        </LinkButton>
      )}
      <Help />
    </div>
  )
}

/** As high as the networks are, so that nothing moves when they come. */
function RoomForNetworks() {
  const platform = socialPlatformOf(navigator.userAgent, navigator.maxTouchPoints)
  const { length } = site().config.socialAuth[platform]
  return length > 0 && <div className={styles.networks} style={{ '--networks': length } as CSSProperties} />
}

function Help() {
  const t = useCopy()
  const [hasFailed, setFailed] = useState(false)
  const handlePress = async () => {
    setFailed(false)
    try {
      await opener('visitorSupport')()
    } catch {
      setFailed(true)
    }
  }
  return (
    <>
      <Button look="ghost" icon="support" wide onClick={() => void handlePress()}>
        {t('accounts.login.help')}
      </Button>
      {hasFailed && (
        <Notice live tone="warn">
          {site().site.domain.supportEmail}
        </Notice>
      )}
    </>
  )
}

/** Says once why the last session ended. */
function EndNotice() {
  const t = useCopy()
  const [why] = useState(endReason)
  // In an effect, because a render may be thrown away and repeated.
  useEffect(forgetEndReason, [])
  return why && <Notice>{t(`accounts.login.${why}`)}</Notice>
}

function useSignIn() {
  const t = useCopy()
  const email = useTextDraft('email')
  const [password, setPassword] = useState('')
  const [isPasswordWrong, setPasswordWrong] = useState(false)
  const address = normalizeEmail(email.text)
  const submission = useSubmit({
    check: () => (emailErrors(address).errors.length ? { email: [t('accounts.login.invalidEmail')] } : undefined),
    send: async () => {
      await signIn(address, password)
      email.forget()
      return true
    },
    failed: t('accounts.login.failed'),
    onRefused: (_, { errors }) => {
      if (!errors['password']) return
      setPasswordWrong(true)
      track({ name: 'restore-password' })
    },
  })
  return { email, password, setPassword, submission, isPasswordWrong }
}
