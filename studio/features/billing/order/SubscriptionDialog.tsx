import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '#kit/cache/call-query.ts'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
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
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { SubscriptionSummaryWire } from '#shared/features/billing/orders/shop-calls.ts'
import {
  type SubscriptionChange,
  subscriptionChanges,
} from '#shared/features/billing/subscriptions/subscription-changes.ts'
import styles from '#studio/platform/Screen.module.css'
import { refreshOrders, useMoney } from '../data.ts'
import { NowAndAfter, type Preview } from './NowAndAfter.tsx'

type Props = { orderId: number; onClose: () => void }
type Draft = { kind?: SubscriptionChange; on: string; serviceId: number | undefined; reason: string }

/** What is asked for, as far as it is typed. */
const askedOf = (kind: SubscriptionChange | undefined, { on, serviceId }: Draft) => ({
  ...(kind && { kind }),
  ...(kind === 'move' && on && { on }),
  ...(kind === 'plan' && serviceId !== undefined && { service_id: serviceId }),
})

/** Changes a learner’s subscription; what comes of it is shown before. */
export function SubscriptionDialog({ orderId, onClose }: Props) {
  const t = useCopy()
  const [draft, setDraft] = useState<Draft>({ on: '', serviceId: undefined, reason: '' })
  const params = { id: orderId }
  const known = useQuery({ ...callQuery('GET /studio/orders/:id/subscription', { params }), staleTime: 0 })
  const kind = draft.kind ?? known.data?.can[0]
  const asked = askedOf(kind, draft)
  const effect = useQuery({
    ...callQuery('GET /studio/orders/:id/subscription', { params, query: asked }),
    enabled: kind !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const reason = draft.reason.trim()
  const key = useKeyOf(JSON.stringify({ ...asked, reason }))
  const { form, isBusy, failure, errorOf, forgive, handleSubmit } = useSubmit({
    check: () => ({
      ...(kind === 'move' && !draft.on && { on: [t('shop.change.on.needed')] }),
      ...(kind === 'plan' && draft.serviceId === undefined && { service_id: [t('shop.change.plan.needed')] }),
      ...(!reason && { reason: [t('shop.reason.needed')] }),
    }),
    send: async () => {
      if (!kind) return
      const body = { ...asked, kind, reason }
      await request('POST /studio/orders/:id/subscription', { params, body, idempotencyKey: key })
      await refreshOrders()
      onClose()
      toast(t('shop.change.done'), { tone: 'success' })
    },
    failed: t('shop.change.failed'),
    onRefused: () => void known.refetch(),
  })
  const change = (changes: Partial<Draft>, ...fields: string[]) => {
    setDraft(before => ({ ...before, ...changes }))
    for (const field of fields) forgive(field)
  }
  return (
    <Dialog title={t('shop.change')} onClose={onClose}>
      {!known.data && known.error && <ErrorState busy={known.isFetching} onRetry={() => void known.refetch()} />}
      {!known.data && !known.error && <Skeleton height="12rem" />}
      {known.data && known.data.can.length === 0 && <Notice>{t('shop.change.none')}</Notice>}
      {known.data && known.data.can.length > 0 && (
        <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
          <SelectField
            label={t('shop.change.what')}
            value={kind}
            error={errorOf('kind')}
            onChange={({ target }) =>
              change(
                { kind: subscriptionChanges.find(one => one === target.value) ?? 'pause' },
                'kind',
                'on',
                'service_id',
              )
            }
          >
            {known.data.can.map(one => (
              <option key={one} value={one}>
                {t(`shop.change.${one}`)}
              </option>
            ))}
          </SelectField>
          {kind === 'move' && (
            <TextField
              label={t('shop.change.on')}
              type="date"
              value={draft.on}
              error={errorOf('on')}
              onChange={({ target }) => change({ on: target.value }, 'on')}
            />
          )}
          {kind === 'plan' && (
            <PlanField
              plans={known.data.plans}
              currency={known.data.currency}
              value={draft.serviceId}
              error={errorOf('service_id')}
              onChange={serviceId => change({ serviceId }, 'service_id')}
            />
          )}
          <Effect now={known.data.now} preview={effect} currency={known.data.currency} />
          <TextArea
            label={t('shop.reason')}
            hint={t('shop.reason.hint')}
            value={draft.reason}
            maxLength={500}
            error={errorOf('reason')}
            onChange={({ target }) => change({ reason: target.value }, 'reason')}
          />
          <FailureNotice failure={failure} />
          <Button type="submit" look={kind === 'stop' ? 'danger' : 'primary'} busy={isBusy}>
            {t('shop.change.submit')}
          </Button>
        </form>
      )}
    </Dialog>
  )
}

type PlanProps = {
  plans: readonly { service_id: number; title: string; amount: number }[]
  currency: string
  value: number | undefined
  error: string | undefined
  onChange: (serviceId: number | undefined) => void
}

/** The plan with which the next period begins. */
function PlanField({ plans, currency, value, error, onChange }: PlanProps) {
  const t = useCopy()
  const money = useMoney()
  return (
    <SelectField
      label={t('shop.change.plan.which')}
      value={value ?? ''}
      error={error}
      {...(plans.length === 0 && { hint: t('shop.change.plan.none') })}
      onChange={({ target }) => onChange(Number(target.value) || undefined)}
    >
      <option value="">{t('shop.change.plan.choose')}</option>
      {plans.map(({ service_id: id, title, amount }) => (
        <option key={id} value={id}>
          {`${title} — ${money(amount, currency)}`}
        </option>
      ))}
    </SelectField>
  )
}

function told(t: Copy, summary: SubscriptionSummaryWire, money: (amount: number) => string): string {
  const { state, paid_until: paidUntil, next_charge_on: nextOn, next_amount: amount, ends_on: endsOn } = summary
  const day = (date: string) => formatLocalDate(date, t.language, 'numeric')
  return [
    t(`shop.subscription.${state}`),
    endsOn === null ? t('shop.paidUntil', { date: day(paidUntil) }) : t('shop.change.ends', { date: day(endsOn) }),
    nextOn !== null && amount !== null && t('shop.change.next', { date: day(nextOn), amount: money(amount) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

type EffectProps = {
  now: SubscriptionSummaryWire
  preview: Preview<{ after: SubscriptionSummaryWire | null }>
  currency: string
}

/** What the subscription is, and what it will be. */
function Effect({ now, preview, currency }: EffectProps) {
  const t = useCopy()
  const money = useMoney()
  const inMoney = (amount: number) => money(amount, currency)
  const unknown = preview.isLoading ? t('ui.loading') : t('shop.change.after.unknown')
  return (
    <NowAndAfter now={told(t, now, inMoney)} preview={preview}>
      {preview.data?.after ? told(t, preview.data.after, inMoney) : unknown}
    </NowAndAfter>
  )
}
