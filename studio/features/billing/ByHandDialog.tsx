import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { useKeyOf } from '#kit/request/use-key.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { isSoldToAnybody } from '#shared/features/billing/selling/selling.ts'
import { type Currency, readAmount, typedAmount } from '#shared/platform/money.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import styles from '#studio/platform/Screen.module.css'
import { BuyerField } from './BuyerField.tsx'
import { refreshOrders, servicesQuery } from './data.ts'

/** Enters an order that somebody has paid by hand, or is given. */
export function ByHandDialog({ onClose }: { onClose: () => void }) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const { data: services = [] } = useQuery(servicesQuery())
  const [buyerId, setBuyer] = useState<number>()
  const [serviceId, setService] = useState<number>()
  const [chosen, setChosen] = useState<string>()
  const [written, setWritten] = useState<string>()
  const [reason, setReason] = useState('')
  const sold = services.filter(one => isSoldToAnybody(one) && !one.is_hidden && one.prices.length > 0)
  const prices = sold.find(({ id }) => id === serviceId)?.prices ?? []
  const price = prices.find(({ currency }) => currency === chosen) ?? prices[0]
  const currency = price?.currency as Currency | undefined
  const typed = written ?? (price && currency ? typedAmount(price.amount, currency, t.language) : '')
  const amount = currency && readAmount(typed, currency, t.language)
  const body = {
    user_id: buyerId ?? 0,
    service_id: serviceId ?? 0,
    currency: currency ?? '',
    amount: amount ?? 0,
    reason,
  }
  const key = useKeyOf(JSON.stringify(body))
  const { form, isBusy, failure, errorOf, handleSubmit } = useSubmit({
    check: () => ({
      ...(!buyerId && { user_id: [t('shop.byHand.buyer.needed')] }),
      ...(!serviceId && { service_id: [t('shop.byHand.service.needed')] }),
      ...(amount === undefined && { amount: [t('shop.amount.wrong')] }),
      ...(!reason.trim() && { reason: [t('shop.reason.needed')] }),
    }),
    send: async () => {
      const { data } = await request('POST /studio/orders', { body, idempotencyKey: key })
      await refreshOrders()
      onClose()
      toast(t('shop.byHand.done'), { tone: 'success' })
      navigate(pathTo('order', { orderId: data.id }))
    },
    failed: t('shop.byHand.failed'),
  })
  return (
    <Dialog title={t('shop.byHand')} onClose={onClose}>
      <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
        <p>{t('shop.byHand.text')}</p>
        <BuyerField value={buyerId} error={errorOf('user_id')} onChoose={setBuyer} />
        <SelectField
          label={t('shop.service')}
          value={serviceId ?? ''}
          error={errorOf('service_id')}
          onChange={event => {
            setService(Number(event.target.value) || undefined)
            setWritten(undefined)
          }}
        >
          <option value="">{t('shop.byHand.service.choose')}</option>
          {sold.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </SelectField>
        {prices.length > 1 && (
          <SelectField
            label={t('shop.currency')}
            value={currency}
            error={errorOf('currency')}
            onChange={event => {
              setChosen(event.target.value)
              setWritten(undefined)
            }}
          >
            {prices.map(one => (
              <option key={one.currency}>{one.currency}</option>
            ))}
          </SelectField>
        )}
        <TextField
          label={currency ? t('shop.byHand.amountIn', { currency }) : t('shop.byHand.amount')}
          hint={t('shop.byHand.amount.hint')}
          value={typed}
          error={errorOf('amount')}
          inputMode="decimal"
          autoComplete="off"
          onChange={event => setWritten(event.target.value)}
        />
        <TextArea
          label={t('shop.reason')}
          hint={t('shop.reason.hint')}
          value={reason}
          maxLength={500}
          error={errorOf('reason')}
          onChange={event => setReason(event.target.value)}
        />
        <FailureNotice failure={failure} />
        <Button type="submit" busy={isBusy}>
          {t('shop.byHand.submit')}
        </Button>
      </form>
    </Dialog>
  )
}
