import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { PasswordField } from '#kit/ui/fields/PasswordField.tsx'
import { useAfterPress } from '#kit/ui/actions/use-after-press.ts'
import { isPasswordStrongEnough, type PasswordOwner, passwordStrength } from '#shared/features/accounts/password.ts'
import type { Submission } from '#kit/form/use-submit.ts'
import styles from './AccountForm.module.css'

export function useNewPassword(owner: PasswordOwner = {}) {
  const t = useCopy()
  const [password, setPassword] = useState('')
  const [repeat, setRepeat] = useState('')
  const check = (): Record<string, string[]> => ({
    ...(!isPasswordStrongEnough(password, owner) && { password: [t('joining.password.weak')] }),
    ...(password !== repeat && { password_repeat: [t('joining.password.differ')] }),
  })
  return { owner, password, setPassword, repeat, setRepeat, check, isTyped: password !== '' && repeat !== '' }
}

type Props = {
  fields: ReturnType<typeof useNewPassword>
  submission: Pick<Submission, 'errorOf' | 'forgive'>
  /** False when an account gets its first password. */
  isChange?: boolean
}

/** A new password and its repetition, checked when a field is left and then with each key. */
export function NewPasswordFields({ fields, submission, isChange = true }: Props) {
  const t = useCopy()
  const { password, setPassword, repeat, setRepeat } = fields
  const { left, leave } = useLeft<'password' | 'password_repeat'>()
  const wrong = fields.check()
  const leftWrong = (field: 'password' | 'password_repeat', typed: string) =>
    left.has(field) && typed !== '' && wrong[field] !== undefined
  return (
    <>
      <div className={styles.password}>
        <PasswordField
          label={t(isChange ? 'joining.password.new' : 'accounts.login.password')}
          name="password"
          autoComplete="new-password"
          value={password}
          error={
            submission.errorOf('password') ?? (leftWrong('password', password) ? wrong['password']?.[0] : undefined)
          }
          onChange={event => {
            submission.forgive('password')
            setPassword(event.target.value)
          }}
          onBlur={() => leave('password')}
        />
        <Strength password={password} owner={fields.owner} />
      </div>
      <PasswordField
        label={t('joining.password.repeat')}
        name="password_repeat"
        autoComplete="new-password"
        value={repeat}
        error={
          submission.errorOf('password_repeat') ??
          (leftWrong('password_repeat', repeat) ? t('joining.password.notMatching') : undefined)
        }
        onChange={event => {
          submission.forgive('password_repeat')
          setRepeat(event.target.value)
        }}
        onBlur={() => leave('password_repeat')}
      />
    </>
  )
}

const steps = { weak: 1, fair: 2, strong: 3 } as const

/** A hint only: the password is not refused for it. */
function Strength({ password, owner }: { password: string; owner: PasswordOwner }) {
  const t = useCopy()
  const strength = passwordStrength(password, owner)
  return (
    <div className={styles.strength} data-step={password ? steps[strength] : 0}>
      <span className={styles.bar} aria-hidden />
      <p role="status">{password ? t('joining.password.strength', { strength }) : t('joining.password.hint')}</p>
    </div>
  )
}

/** Fields that were left. They count once the press that left them has ended, so that an error does not move its target. */
export function useLeft<Field extends string>() {
  const [left, setLeft] = useState<ReadonlySet<Field>>(new Set())
  const afterPress = useAfterPress()
  const leave = (field: Field) => afterPress(() => setLeft(before => new Set([...before, field])))
  return { left, leave }
}
