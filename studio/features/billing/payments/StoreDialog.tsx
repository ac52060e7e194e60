import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { withProof } from '#kit/features/accounts/with-proof.ts'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import type { AppStoreWire, storeKeyNames } from '#shared/features/billing/stores/app-store-calls.ts'
import type { StoreName } from '#shared/features/billing/stores/app-store.ts'
import styles from '#studio/platform/Screen.module.css'
import { refreshStores } from './data.ts'

type KeyName = Exclude<(typeof storeKeyNames)[number], 'environment'>
const keysOf: Record<StoreName, readonly KeyName[]> = {
  apple: ['bundle_id', 'app_id'],
  google: ['package_name', 'service_account', 'push_audience', 'push_account'],
}
const environments = ['Production', 'Sandbox'] as const

type Props = { name: StoreName; store: AppStoreWire | undefined; onClose: () => void }

/** Gives Kurso what it needs to believe a store. */
export function StoreDialog({ name, store, onClose }: Props) {
  const t = useCopy()
  const shownOf = (key: string) => store?.keys?.find(one => one.name === key)
  const [environment, setEnvironment] = useState(
    environments.find(one => one === shownOf('environment')?.shown) ?? 'Production',
  )
  const [typed, setTyped] = useState<Partial<Record<KeyName, string>>>({})
  const { form, isBusy, failure, errorOf, forgive, handleSubmit } = useSubmit({
    send: async () => {
      const body = { store: name, environment, ...typed }
      if (!(await withProof(() => request('PUT /studio/app-stores', { body })))) return
      await refreshStores()
      onClose()
      toast(t('payments.saved'), { tone: 'success' })
    },
    failed: t('payments.failed'),
  })
  const change = (key: KeyName, text: string) => {
    setTyped(before => ({ ...before, [key]: text }))
    forgive(key)
  }
  return (
    <Dialog title={t(`shop.provider.${name}`)} onClose={onClose}>
      <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
        <SelectField
          label={t('stores.environment')}
          value={environment}
          error={errorOf('environment')}
          onChange={({ target }) => setEnvironment(environments.find(one => one === target.value) ?? environment)}
        >
          {environments.map(one => (
            <option key={one} value={one}>
              {t(`stores.environment.${one}`)}
            </option>
          ))}
        </SelectField>
        {keysOf[name].map(key => {
          const kept = shownOf(key)
          const shared = { label: t(`stores.key.${key}`), error: errorOf(key), autoComplete: 'off' } as const
          return key === 'service_account' ? (
            <TextArea
              key={key}
              {...shared}
              {...(kept && { hint: t('stores.kept', { shown: kept.shown }) })}
              value={typed[key] ?? ''}
              onChange={event => change(key, event.target.value)}
            />
          ) : (
            <TextField
              key={key}
              {...shared}
              value={typed[key] ?? kept?.shown ?? ''}
              onChange={event => change(key, event.target.value)}
            />
          )
        })}
        <FailureNotice failure={failure} />
        <Button type="submit" busy={isBusy}>
          {t('payments.submit')}
        </Button>
      </form>
    </Dialog>
  )
}
