import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { request } from '#kit/request/request.ts'
import { PasswordField } from '#kit/ui/fields/PasswordField.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { AccountForm, SubmitButton } from './AccountForm.tsx'
import { NewPasswordFields, useNewPassword } from './NewPasswordFields.tsx'
import { RequiredStep, useNextStep } from './required/RequiredStep.tsx'

/** `/resetPassword`: sets a required new password. Others must also enter the current one. */
export function ResetPasswordScreen() {
  const t = useCopy()
  const goToNextStep = useNextStep()
  const user = useUser()
  const isRequired = user?.isRequireUpdatePassword ?? true
  const [current, setCurrent] = useState('')
  const fields = useNewPassword({ email: user?.email ?? '', names: [user?.firstName ?? '', user?.lastName ?? ''] })
  const submission = useSubmit({
    check: fields.check,
    send: async () => {
      const { password, repeat } = fields
      await request('POST /user/update-password', {
        body: { password, password_repeat: repeat, ...(!isRequired && { current_password: current }) },
      })
      toast(t('joining.newPassword.done'), { tone: 'success' })
      await goToNextStep()
      return true
    },
    failed: t('joining.error.updatePassword'),
  })
  return (
    <RequiredStep>
      <AccountForm
        title={t('joining.newPassword.title')}
        lead={isRequired ? t('joining.newPassword.demanded') : t('joining.newPassword.lead')}
        submission={submission}
      >
        {!isRequired && (
          <PasswordField
            label={t('joining.password.current')}
            name="current_password"
            value={current}
            error={submission.errorOf('current_password')}
            onChange={event => setCurrent(event.target.value)}
          />
        )}
        <NewPasswordFields fields={fields} submission={submission} />
        <SubmitButton busy={submission.isBusy} disabled={!fields.isTyped || (!isRequired && !current)}>
          {t('joining.newPassword.submit')}
        </SubmitButton>
      </AccountForm>
    </RequiredStep>
  )
}
