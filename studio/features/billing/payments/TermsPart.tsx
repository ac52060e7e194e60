import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Checkbox } from '#kit/ui/fields/Checkbox.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Card } from '#kit/ui/states/Card.tsx'
import { type Currency, readAmount, typedAmount } from '#shared/platform/money.ts'
import type { BillingTermsWire } from '#shared/features/billing/payments/payment-calls.ts'
import type { Language } from '#shared/platform/contract.ts'
import { AmountsByCurrency, type TypedAmount } from '../AmountsByCurrency.tsx'
import styles from '#studio/platform/Screen.module.css'
import { CurrencyField } from '../CurrencyField.tsx'
import { refreshPayments } from './data.ts'

const mostGrace = 60

type Typed = {
  currency?: Currency
  days?: string
  reminds?: boolean
  seller?: string
  worth?: readonly TypedAmount[]
}

/** What 100 points take off, as it is typed; undefined for what is no amount. */
function readWorth(worth: readonly TypedAmount[], language: Language) {
  return worth.map(({ currency, typed }) => ({ currency, amount: readAmount(typed, currency, language) || undefined }))
}

/** The terms at which the school sells. What is typed stays until it is saved, whatever is read meanwhile. */
export function TermsPart({ terms }: { terms: BillingTermsWire }) {
  const t = useCopy()
  const [typed, setTyped] = useState<Typed>({})
  // The server sells in no other currencies.
  const currency = typed.currency ?? (terms.currency as Currency)
  const days = typed.days ?? String(terms.grace_days)
  const reminds = typed.reminds ?? terms.reminds_unpaid
  const worth =
    typed.worth ??
    terms.point_values.map(({ currency: code, amount }) => ({
      currency: code as Currency,
      typed: typedAmount(amount, code as Currency, t.language),
    }))
  const values = readWorth(worth, t.language)
  const faults = Object.fromEntries(
    values.flatMap(({ amount }, at) =>
      amount === undefined ? [[`point_values.${at}.amount`, [t('payments.worth.wrong')]]] : [],
    ),
  )
  const seller = typed.seller ?? terms.seller
  const isDays = /^\d{1,2}$/.test(days.trim()) && Number(days) <= mostGrace
  const { form, isBusy, failure, errorOf, forgive, handleSubmit } = useSubmit({
    check: () => ({
      ...(!isDays && { grace_days: [t('payments.grace.wrong', { most: String(mostGrace) })] }),
      ...faults,
    }),
    send: async () => {
      const pointValues = values.flatMap(({ currency: code, amount }) => (amount ? [{ currency: code, amount }] : []))
      const body = { currency, grace_days: Number(days), reminds_unpaid: reminds, seller, point_values: pointValues }
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
        <TextArea
          label={t('payments.seller')}
          hint={t('payments.seller.hint')}
          value={seller}
          maxLength={1000}
          error={errorOf('seller')}
          onChange={({ target }) => {
            setTyped(before => ({ ...before, seller: target.value }))
            forgive('seller')
          }}
        />
        <fieldset className={styles.column}>
          <legend>{t('payments.worth')}</legend>
          <p className={styles.muted}>{t('payments.worth.hint')}</p>
          <AmountsByCurrency
            label="payments.worth.in"
            field="point_values"
            amounts={worth}
            errorOf={errorOf}
            onChange={(changed, ...fields) => {
              setTyped(before => ({ ...before, worth: changed }))
              for (const field of fields) forgive(field)
            }}
          />
        </fieldset>
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
