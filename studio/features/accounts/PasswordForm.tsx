import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { PasswordField } from '#kit/ui/fields/PasswordField.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { isPasswordStrongEnough } from '#shared/features/accounts/password.ts'
import styles from './ProfileDialog.module.css'
import { useUser } from './session.ts'

/** A new password for the own account, by the current one. */
export function PasswordForm() {
  const t = useCopy()
  const { email, firstName, lastName } = useUser()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [repeat, setRepeat] = useState('')
  const { form, failure, errorOf, isBusy, handleSubmit } = useSubmit({
    failed: t('accounts.profile.failed'),
    check: (): Record<string, string[]> => ({
      ...(!isPasswordStrongEnough(password, { email: email ?? null, names: [firstName, lastName] }) && {
        password: [t('accounts.profile.password.weak')],
      }),
      ...(password !== repeat && { password_repeat: [t('accounts.profile.password.differ')] }),
    }),
    async send() {
      const body = { password, password_repeat: repeat, ...(current && { current_password: current }) }
      await request('POST /user/update-password', { body })
      for (const forget of [setCurrent, setPassword, setRepeat]) forget('')
      toast(t('accounts.profile.password.saved'), { tone: 'success' })
    },
  })
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
      <h3>{t('accounts.profile.password')}</h3>
      <p>{t('accounts.profile.password.text')}</p>
      <PasswordField
        label={t('accounts.profile.password.current')}
        value={current}
        error={errorOf('current_password')}
        onChange={event => setCurrent(event.target.value)}
      />
      <PasswordField
        label={t('accounts.profile.password.new')}
        autoComplete="new-password"
        value={password}
        error={errorOf('password')}
        onChange={event => setPassword(event.target.value)}
      />
      <PasswordField
        label={t('accounts.profile.password.repeat')}
        autoComplete="new-password"
        value={repeat}
        error={errorOf('password_repeat')}
        onChange={event => setRepeat(event.target.value)}
      />
      <FailureNotice failure={failure} />
      <Button type="submit" look="secondary" busy={isBusy} disabled={password === '' || repeat === ''}>
        {t('accounts.profile.password.save')}
      </Button>
    </form>
  )
}
