import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '#kit/cache/call-query.ts'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { leastAmount } from '#shared/features/billing/payments/least-amounts.ts'
import { isDivisible, mostParts } from '#shared/features/billing/orders/installments.ts'
import type { PartsWire } from '#shared/features/billing/orders/shop-calls.ts'
import styles from '#studio/platform/Screen.module.css'
import { refreshOrders, useMoney } from '../data.ts'
import { NowAndAfter } from './NowAndAfter.tsx'

type Props = { orderId: number; onClose: () => void }

/** A number of parts as it is typed. */
function partsOf(typed: string): number | undefined {
  const count = /^\d{1,2}$/.test(typed.trim()) ? Number(typed) : 0
  return count >= 1 && count <= mostParts ? count : undefined
}

/** Divides what is left of an order otherwise; what comes of it is shown before. */
export function InstalmentsDialog({ orderId, onClose }: Props) {
  const t = useCopy()
  const money = useMoney()
  const [draft, setDraft] = useState({ on: '', parts: '', reason: '' })
  const params = { id: orderId }
  const known = useQuery({ ...callQuery('GET /studio/orders/:id/instalments', { params }), staleTime: 0 })
  const parts = partsOf(draft.parts)
  const reason = draft.reason.trim()
  const { form, isBusy, failure, errorOf, forgive, handleSubmit } = useSubmit({
    check: () => ({
      ...(parts === undefined && { parts: [t('shop.divide.parts.needed')] }),
      ...(parts !== undefined && known.data && tooSmall(known.data, parts)),
      ...((!draft.on || draft.on < (known.data?.today ?? '')) && { on: [t('shop.divide.on.needed')] }),
      ...(!reason && { reason: [t('shop.reason.needed')] }),
    }),
    send: async () => {
      if (parts === undefined) return
      await request('POST /studio/orders/:id/instalments', { params, body: { on: draft.on, parts, reason } })
      await refreshOrders()
      onClose()
      toast(t('shop.divide.done'), { tone: 'success' })
    },
    failed: t('shop.divide.failed'),
    onRefused: () => void known.refetch(),
  })
  function tooSmall({ left, currency }: { left: number; currency: string }, count: number) {
    if (isDivisible({ amount: left, currency, count })) return undefined
    return { parts: [t('shop.fault.part_too_small', { least: money(leastAmount(currency), currency) })] }
  }
  const change = (field: keyof typeof draft) => (value: string) => {
    setDraft(before => ({ ...before, [field]: value }))
    forgive(field)
  }
  return (
    <Dialog title={t('shop.divide')} onClose={onClose}>
      {!known.data && known.error && <ErrorState busy={known.isFetching} onRetry={() => void known.refetch()} />}
      {!known.data && !known.error && <Skeleton height="12rem" />}
      {known.data && !known.data.can && <Notice>{t('shop.divide.none')}</Notice>}
      {known.data?.can && (
        <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
          <p>
            {t('shop.divide.left')}: <strong>{money(known.data.left, known.data.currency)}</strong>
          </p>
          <TextField
            label={t('shop.divide.parts')}
            hint={t('shop.divide.parts.hint')}
            inputMode="numeric"
            value={draft.parts}
            maxLength={2}
            error={errorOf('parts')}
            onChange={({ target }) => change('parts')(target.value)}
          />
          <TextField
            label={t('shop.divide.on')}
            type="date"
            min={known.data.today}
            value={draft.on}
            error={errorOf('on')}
            onChange={({ target }) => change('on')(target.value)}
          />
          <Effect orderId={orderId} on={draft.on} parts={parts} now={known.data.now} currency={known.data.currency} />
          <TextArea
            label={t('shop.reason')}
            hint={t('shop.reason.hint')}
            value={draft.reason}
            maxLength={500}
            error={errorOf('reason')}
            onChange={({ target }) => change('reason')(target.value)}
          />
          <FailureNotice failure={failure} />
          <Button type="submit" busy={isBusy}>
            {t('shop.divide.submit')}
          </Button>
        </form>
      )}
    </Dialog>
  )
}

type EffectProps = { orderId: number; on: string; parts: number | undefined; now: PartsWire; currency: string }

/** What is still to be paid when, now and as it would be. */
function Effect({ orderId, on, parts, now, currency }: EffectProps) {
  const t = useCopy()
  const isAsked = on !== '' && parts !== undefined
  const preview = useQuery({
    ...callQuery('GET /studio/orders/:id/instalments', {
      params: { id: orderId },
      query: { ...(on && { on }), ...(parts !== undefined && { parts }) },
    }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const after = () => {
    if (!isAsked) return t('shop.divide.unknown')
    if (!preview.data) return t('ui.loading')
    return preview.data.after ? (
      <Unpaid t={t} parts={preview.data.after} currency={currency} />
    ) : (
      t('shop.divide.impossible')
    )
  }
  return (
    <NowAndAfter now={<Unpaid t={t} parts={now} currency={currency} />} preview={preview} isAsked={isAsked}>
      {after()}
    </NowAndAfter>
  )
}

function Unpaid({ t, parts, currency }: { t: Copy; parts: PartsWire; currency: string }) {
  const money = useMoney()
  return parts
    .filter(({ is_paid: isPaid }) => !isPaid)
    .map(({ amount, due_on: on }) => (
      <p key={on}>
        {t('shop.divide.part', { date: formatLocalDate(on, t.language, 'numeric'), amount: money(amount, currency) })}
      </p>
    ))
}
