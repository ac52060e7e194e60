import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Checkbox } from '#kit/ui/fields/Checkbox.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Card } from '#kit/ui/states/Card.tsx'
import type { Currency } from '#shared/features/billing/money.ts'
import type { BillingTermsWire } from '#shared/features/billing/payment-calls.ts'
import styles from '../Billing.module.css'
import { CurrencyField } from '../CurrencyField.tsx'
import { refreshPayments } from './data.ts'

const mostGrace = 60

/** The terms at which the school sells. What is typed stays until it is saved, whatever is read meanwhile. */
export function TermsPart({ terms }: { terms: BillingTermsWire }) {
  const t = useCopy()
  const [typed, setTyped] = useState<{ currency?: Currency; days?: string; reminds?: boolean }>({})
  // The server sells in no other currencies.
  const currency = typed.currency ?? (terms.currency as Currency)
  const days = typed.days ?? String(terms.grace_days)
  const reminds = typed.reminds ?? terms.reminds_unpaid
  const isDays = /^\d{1,2}$/.test(days.trim()) && Number(days) <= mostGrace
  const { form, isBusy, failure, errorOf, forgive, handleSubmit } = useSubmit({
    check: () => (isDays ? undefined : { grace_days: [t('payments.grace.wrong', { most: String(mostGrace) })] }),
    send: async () => {
      const body = { currency, grace_days: Number(days), reminds_unpaid: reminds }
      await request('PUT /studio/payments/terms', { body })
      await refreshPayments()
      setTyped({})
      toast(t('payments.saved'), { tone: 'success' })
    },
    failed: t('payments.failed'),
  })
  return (
    <Card as="section">
      <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
        <h2>{t('payments.terms')}</h2>
        <CurrencyField
          value={currency}
          hint={t('payments.currency.hint')}
          error={errorOf('currency')}
          onChange={chosen => setTyped(before => ({ ...before, currency: chosen }))}
        />
        <TextField
          label={t('payments.grace')}
          hint={t('payments.grace.hint')}
          value={days}
          error={errorOf('grace_days')}
          inputMode="numeric"
          autoComplete="off"
          onChange={({ target }) => {
            setTyped(before => ({ ...before, days: target.value }))
            forgive('grace_days')
          }}
        />
        <Checkbox
          label={t('payments.reminds')}
          hint={t('payments.reminds.hint')}
          checked={reminds}
          onChange={({ target }) => setTyped(before => ({ ...before, reminds: target.checked }))}
        />
        <FailureNotice failure={failure} />
        <div className={styles.line}>
          <Button type="submit" look="secondary" busy={isBusy}>
            {t('payments.terms.save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
