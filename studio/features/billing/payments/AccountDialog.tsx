import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { withProof } from '#kit/features/accounts/with-proof.ts'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Checkbox } from '#kit/ui/fields/Checkbox.tsx'
import { PasswordField } from '#kit/ui/fields/PasswordField.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import type { PaymentSettingsWire } from '#shared/features/billing/payments/payment-calls.ts'
import { providers, type ProviderName } from '#shared/features/billing/payments/payment-settings.ts'
import styles from '#studio/platform/Screen.module.css'
import { refreshPayments } from './data.ts'

type Props = { settings: PaymentSettingsWire; onClose: () => void }
type KeyName = 'secret_key' | 'webhook_secret' | 'shop_id' | 'tax_system'

const keysOf: Record<ProviderName, readonly KeyName[]> = {
  sandbox: [],
  stripe: ['secret_key', 'webhook_secret'],
  yookassa: ['shop_id', 'secret_key', 'tax_system'],
}
const taxSystems = ['1', '2', '3', '4', '5', '6'] as const

/** Chooses who takes the school's money, and gives Kurso the keys. */
export function AccountDialog({ settings: { account, is_sandbox_offered: hasSandbox }, onClose }: Props) {
  const t = useCopy()
  const offered = providers.filter(name => name !== 'sandbox' || hasSandbox || account?.provider === 'sandbox')
  const [provider, setProvider] = useState<ProviderName>(account?.provider ?? 'stripe')
  const [isSure, setSure] = useState(false)
  const [typed, setTyped] = useState<Partial<Record<KeyName, string>>>({})
  const kept = account?.provider === provider ? (account.keys ?? []) : []
  const { form, isBusy, failure, errorOf, forgive, clear, handleSubmit } = useSubmit({
    send: async () => {
      const keys = Object.fromEntries(keysOf[provider].map(name => [name, typed[name]]))
      const body = { provider, ...(provider === 'sandbox' ? { moves_no_money: isSure } : keys) }
      if (!(await withProof(() => request('PUT /studio/payments/account', { body })))) return
      await refreshPayments()
      onClose()
      toast(t('payments.saved'), { tone: 'success' })
    },
    failed: t('payments.failed'),
  })
  const change = (name: KeyName, text: string) => {
    setTyped(before => ({ ...before, [name]: text }))
    forgive(name)
  }
  return (
    <Dialog title={t('payments.account')} onClose={onClose}>
      <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
        <SelectField
          label={t('payments.provider')}
          value={provider}
          error={errorOf('provider')}
          onChange={({ target }) => {
            setProvider(providers.find(name => name === target.value) ?? provider)
            clear()
          }}
        >
          {offered.map(name => (
            <option key={name} value={name}>
              {t(`payments.provider.${name}`)}
            </option>
          ))}
        </SelectField>
        {provider === 'sandbox' && (
          <Checkbox
            label={t('payments.sandbox.sure')}
            hint={t('payments.sandbox.text')}
            checked={isSure}
            error={errorOf('moves_no_money')}
            onChange={({ target }) => {
              setSure(target.checked)
              forgive('moves_no_money')
            }}
          />
        )}
        {keysOf[provider].map(name => (
          <KeyField
            key={`${provider} ${name}`}
            name={name}
            provider={provider}
            shown={kept.find(one => one.name === name)?.shown}
            value={typed[name]}
            error={errorOf(name)}
            onChange={text => change(name, text)}
          />
        ))}
        {account && account.provider !== provider && <p className={styles.muted}>{t('payments.change.text')}</p>}
        <FailureNotice failure={failure} />
        <Button type="submit" busy={isBusy}>
          {t(provider === 'sandbox' ? 'payments.sandbox.submit' : 'payments.submit')}
        </Button>
      </form>
    </Dialog>
  )
}

type KeyFieldProps = {
  name: KeyName
  provider: ProviderName
  /** The last letters of what is kept, all of it where it is no secret; undefined where there is nothing. */
  shown: string | undefined
  value: string | undefined
  error: string | undefined
  onChange: (text: string) => void
}

function KeyField({ name, provider, shown, value, error, onChange }: KeyFieldProps) {
  const t = useCopy()
  const label = t(`payments.key.${name}`)
  const handleChange = ({ target }: { target: { value: string } }) => onChange(target.value)
  if (name === 'tax_system')
    return (
      <SelectField
        label={label}
        hint={t('payments.key.tax_system.hint')}
        value={value ?? shown ?? ''}
        error={error}
        onChange={handleChange}
      >
        <option value="">{t('payments.key.tax_system.none')}</option>
        {taxSystems.map(code => (
          <option key={code} value={code}>
            {t(`payments.tax.${code}`)}
          </option>
        ))}
      </SelectField>
    )
  if (name === 'shop_id')
    return (
      <TextField
        label={label}
        value={value ?? shown ?? ''}
        error={error}
        inputMode="numeric"
        autoComplete="off"
        onChange={handleChange}
      />
    )
  const where =
    name === 'webhook_secret'
      ? t('payments.key.webhook_secret.hint')
      : t(`payments.key.where.${provider === 'yookassa' ? 'yookassa' : 'stripe'}`)
  return (
    <PasswordField
      label={label}
      hint={shown ? t('payments.key.kept', { shown }) : where}
      value={value ?? ''}
      error={error}
      autoComplete="off"
      onChange={handleChange}
    />
  )
}
