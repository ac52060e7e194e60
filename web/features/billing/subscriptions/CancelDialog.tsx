import { useState } from 'react'
import { Link } from 'wouter'
import { queryClient } from '#kit/cache/query-client.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useTextDraft } from '#kit/form/draft.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import {
  type CancelReason,
  cancelReasons,
  isReasonLongEnough,
  leastReason,
} from '#shared/features/billing/subscriptions/cancel-reasons.ts'
import type { PaymentSubscriptionWire } from '#shared/features/billing/wire.ts'
import { textLength } from '#shared/platform/text.ts'
import { pathTo } from '#web/platform/addresses.ts'
import styles from '../Billing.module.css'
import { refreshPayments } from '../refresh-payments.ts'
import { Choice } from '../payment/Choice.tsx'
import { explainPayment } from '../payment/pay.ts'

type Props = { wire: PaymentSubscriptionWire; onClose: () => void }

function useCancel({ wire, onClose }: Props) {
  const t = useCopy()
  const [reason, setReason] = useState<CancelReason>()
  const text = useTextDraft(`billing.cancel ${wire.id}`)
  const [isDone, setDone] = useState(false)
  const params = { id: wire.id }
  const canceling = useSubmit({
    check: () => ({
      ...(reason === undefined && { reason_type: [t('billing.cancel.choose')] }),
      ...(!isReasonLongEnough(text.text) && { reason: [t('billing.cancel.more', { least: leastReason })] }),
    }),
    send: async () => {
      if (reason === undefined) return
      const body = { reason_type: reason, reason: text.text.trim() }
      const { data } = await request('POST /payment-subscriptions/cancel', { query: params, body })
      text.forget()
      setDone(true)
      refreshPayments(queryClient)
      if (data.redirectUrl !== null) location.assign(data.redirectUrl)
    },
    failed: t('billing.cancel.failed'),
    explain: explainPayment(t('billing.cancel.failed')),
  })
  const resuming = useSubmit({
    send: async () => {
      await request('POST /payment-subscriptions/:id/resume', { params })
      refreshPayments(queryClient)
      onClose()
    },
    failed: t('billing.subscription.unchanged'),
    explain: explainPayment(t('billing.subscription.unchanged')),
  })
  return { reason, setReason, text, isDone, canceling, resuming }
}

/** Asks why, cancels, and lets the learner take it back. */
export function CancelDialog(props: Props) {
  const t = useCopy()
  const cancel = useCancel(props)
  return (
    <Dialog title={t('billing.cancel.title')} onClose={props.onClose}>
      <div className={styles.card}>
        {cancel.isDone ? <Canceled {...props} cancel={cancel} /> : <Reasons {...props} cancel={cancel} />}
      </div>
    </Dialog>
  )
}

type PartProps = Props & { cancel: ReturnType<typeof useCancel> }

function Reasons({ wire, cancel, onClose }: PartProps) {
  const t = useCopy()
  const { reason, setReason, text, canceling } = cancel
  const length = textLength(text.text.trim())
  const error = canceling.errorOf('reason')
  return (
    <form className={styles.card} ref={canceling.form} onSubmit={canceling.handleSubmit} noValidate>
      {wire.cancel_popup_text && <p>{wire.cancel_popup_text}</p>}
      <Choice
        legend={t('billing.cancel.why')}
        options={cancelReasons.map(value => ({ value, label: t(`billing.cancel.reason.${value}`) }))}
        value={reason}
        error={canceling.errorOf('reason_type')}
        onChange={value => {
          canceling.forgive('reason_type')
          setReason(value)
        }}
      />
      <TextArea
        label={t('billing.cancel.text')}
        value={text.text}
        maxLength={2000}
        hint={t('billing.cancel.count', { count: length, least: leastReason })}
        {...(error && { error })}
        onChange={event => {
          canceling.forgive('reason')
          text.change(event.target.value)
        }}
      />
      <FailureNotice failure={canceling.failure}>
        <Link href={pathTo('support')}>{t('billing.cancel.support')}</Link>
      </FailureNotice>
      <div className={styles.actions}>
        <Button look="danger" type="submit" busy={canceling.isBusy}>
          {canceling.isBusy ? t('billing.cancel.wait') : t('billing.cancel.submit')}
        </Button>
        <Button look="secondary" onClick={onClose}>
          {t('billing.cancel.keep')}
        </Button>
      </div>
    </form>
  )
}

function Canceled({ cancel: { resuming }, wire, onClose }: PartProps) {
  const t = useCopy()
  return (
    <>
      <Notice tone="success" live title={t('billing.cancel.done')} />
      <FailureNotice failure={resuming.failure} />
      <div className={styles.actions}>
        <Button onClick={onClose}>{t('ui.close')}</Button>
        {wire.can.resume && (
          <Button look="secondary" busy={resuming.isBusy} onClick={() => void resuming.run()}>
            {t('billing.subscription.resume')}
          </Button>
        )}
      </div>
    </>
  )
}
