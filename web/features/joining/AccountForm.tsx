import type { ComponentProps, ReactNode } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import type { Submission } from '#kit/form/use-submit.ts'
import { useOnline } from '#kit/request/use-online.ts'
import styles from './AccountForm.module.css'

type FormProps = {
  title: string
  lead?: ReactNode
  submission: Submission
  /** Below the form, not part of it. */
  after?: ReactNode
  children: ReactNode
}

/** A form with a heading; what belongs to no field is shown as one notice. */
export function AccountForm({ title, lead, submission, after, children }: FormProps) {
  const { form, failure, handleSubmit } = submission
  return (
    <div className={styles.card}>
      <form ref={form} className={styles.form} onSubmit={handleSubmit} noValidate>
        <header>
          <h1>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </header>
        <FailureNotice failure={failure} />
        {children}
      </form>
      {after}
    </div>
  )
}

type Props = Omit<ComponentProps<typeof TextField>, 'label' | 'onChange'> & { onChange: (email: string) => void }

export function EmailField({ onChange, ...rest }: Props) {
  const t = useCopy()
  return (
    <TextField
      label={t('accounts.login.email')}
      type="email"
      name="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...rest}
      onChange={event => onChange(event.target.value)}
    />
  )
}

/** Submits its form; offline it is disabled and says so. */
export function SubmitButton({ busy, disabled, children }: { busy: boolean; disabled?: boolean; children: ReactNode }) {
  const t = useCopy()
  const isOnline = useOnline()
  return (
    <Button type="submit" wide busy={busy} disabled={disabled || !isOnline} icon={isOnline ? undefined : 'wifi-off'}>
      {isOnline ? children : t('accounts.offline')}
    </Button>
  )
}
