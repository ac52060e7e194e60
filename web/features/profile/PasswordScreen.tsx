import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { PasswordField } from '#kit/ui/fields/PasswordField.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import page from '#kit/ui/Page.module.css'
import { NewPasswordFields, useNewPassword } from '#web/features/joining/NewPasswordFields.tsx'
import { usePageTitle } from '#web/platform/page-title.ts'
import styles from './Settings.module.css'

/** `/user/settings/password`: a new password signs out all other devices. */
export function PasswordScreen() {
  const t = useCopy()
  const user = useUser()
  usePageTitle(t('settings.password'))
  const [current, setCurrent] = useState('')
  const fields = useNewPassword({ email: user?.email ?? null, names: [user?.firstName ?? '', user?.lastName ?? ''] })
  const submission = useSubmit({
    failed: t('settings.password.failed'),
    check: fields.check,
    async send() {
      const { password, repeat } = fields
      const body = { password, password_repeat: repeat, ...(current && { current_password: current }) }
      await request('POST /user/update-password', { body })
      for (const forget of [setCurrent, fields.setPassword, fields.setRepeat]) forget('')
      toast(t('settings.password.saved'), { tone: 'success' })
      return false
    },
  })
  const { form, failure, errorOf, isBusy, handleSubmit } = submission
  return (
    <div className={page.column}>
      <h1>{t('settings.password')}</h1>
      <p className={styles.muted}>{t('settings.password.text')}</p>
      <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
        <PasswordField
          label={t('profile.currentPassword')}
          name="current_password"
          value={current}
          error={errorOf('current_password')}
          onChange={event => setCurrent(event.currentTarget.value)}
        />
        <NewPasswordFields fields={fields} submission={submission} />
        <FailureNotice failure={failure} />
        <Button type="submit" wide busy={isBusy} disabled={!fields.isTyped}>
          {t('settings.password.save')}
        </Button>
      </form>
    </div>
  )
}
