import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { useKeyOf } from '#kit/request/use-key.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { type Currency, readAmount, typedAmount } from '#shared/platform/money.ts'
import { amountStep } from '#shared/features/billing/payments/least-amounts.ts'
import type { OrderStoryWire } from '#shared/features/billing/orders/shop-wire.ts'
import styles from '#studio/platform/Screen.module.css'
import { refreshOrders, useMoney } from '../data.ts'

type Props = {
  order: Pick<OrderStoryWire, 'id' | 'currency' | 'left'>
  /** What failed before and is to be sent once more. */
  again?: Pick<OrderStoryWire['refunds'][number], 'amount' | 'reason' | 'cause'>
  onClose: () => void
}

const tones = { done: 'success', waiting: 'info' } as const

/** Sends back what was paid for an order, or a part of it. */
export function RefundDialog({ order: { id, currency, left }, again, onClose }: Props) {
  const t = useCopy()
  const money = useMoney()
  const first = Math.min(left, again?.amount ?? left)
  const [typed, setTyped] = useState(typedAmount(first, currency as Currency, t.language))
  const [reason, setReason] = useState(again?.reason ?? '')
  const [failedTries, setFailedTries] = useState(0)
  const amount = readAmount(typed, currency as Currency, t.language)
  const cause = again?.cause
  const most = cause ? first : left
  const why = cause ? { cause } : { reason: reason.trim() }
  const body = { amount: amount ?? 0, ...why }
  // What the provider has refused is another refund when it is sent again.
  const key = useKeyOf(JSON.stringify([failedTries, body]))
  const { form, isBusy, failure, errorOf, forgive, handleSubmit } = useSubmit({
    check: () => ({
      ...(!amount && { amount: [t('shop.amount.wrong')] }),
      ...(amount && amount < most && amount % amountStep(currency) && { amount: [t('shop.fault.price_unround')] }),
      ...(amount && amount > most && { amount: [t('shop.refund.most', { amount: money(most, currency) })] }),
      ...(why.reason === '' && { reason: [t('shop.reason.needed')] }),
    }),
    send: async () => {
      const { data } = await request('POST /studio/orders/:id/refunds', { params: { id }, body, idempotencyKey: key })
      await refreshOrders()
      if (data.state === 'failed') return setFailedTries(failedTries + 1)
      onClose()
      return toast(t(`shop.refund.told.${data.state}`), { tone: tones[data.state] })
    },
    failed: t('shop.refund.notSent'),
  })
  return (
    <Dialog title={t('shop.refund')} onClose={onClose}>
      <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
        <p>{t('shop.refund.text')}</p>
        <TextField
          label={t('shop.refund.amount', { currency })}
          hint={t('shop.refund.most', { amount: money(most, currency) })}
          value={typed}
          error={errorOf('amount')}
          inputMode="decimal"
          autoComplete="off"
          data-autofocus
          onChange={event => {
            setTyped(event.target.value)
            forgive('amount')
          }}
        />
        {cause ? (
          <p>{t(`shop.refund.${cause}`)}</p>
        ) : (
          <TextArea
            label={t('shop.reason')}
            hint={t('shop.reason.hint')}
            value={reason}
            maxLength={500}
            error={errorOf('reason')}
            onChange={event => {
              setReason(event.target.value)
              forgive('reason')
            }}
          />
        )}
        <FailureNotice failure={failure} />
        {failedTries > 0 && !isBusy && (
          <Notice tone="danger" live title={t('shop.refund.told.failed')}>
            {t('shop.refund.why')}
          </Notice>
        )}
        <Button type="submit" look="danger" busy={isBusy}>
          {t('shop.refund.submit')}
        </Button>
      </form>
    </Dialog>
  )
}
