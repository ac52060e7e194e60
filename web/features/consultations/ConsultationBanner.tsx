import { useState } from 'react'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { Slot } from '#kit/shell/Slot.tsx'
import type { ChatConsultations, Consultation } from '#shared/features/consultations/forms.ts'
import {
  areConsultationsOver,
  type ConsultationCounter,
  consultationCounter,
} from '#shared/features/consultations/rules.ts'
import { StarChoice } from '#web/features/chat/StarChoice.tsx'
import styles from './ConsultationBanner.module.css'
import { useConsultations, useConsultationsLive, useConsultationWrites } from './data.ts'

type Order = ChatConsultations['orders'][number]

type ConsultationState = {
  counter: ConsultationCounter
  isOpen: boolean
  /** The order that waits for an expert. */
  waiting: Order | undefined
  /** Whether the learner may request one now. */
  canOrder: boolean
  /** The latest closed one without a rating. */
  toRate: Consultation | undefined
}

/** What the banner shows; undefined when the course has no consultations. */
export function consultationState(all: ChatConsultations): ConsultationState | undefined {
  const { consultations, orders, used, consultationLimit, maxConsultationCount } = all
  const counter = consultationCounter({ consultationLimit, maxConsultationCount }, used)
  if (counter.kind === 'none' && consultations.length === 0 && orders.length === 0) return undefined
  const isOpen = consultations.some(one => one.status === 'open')
  const waiting = orders.find(one => one.status === 'waiting')
  const isOver = areConsultationsOver({ maxConsultationCount }, { consultationLimit }, used)
  return {
    counter,
    isOpen,
    waiting,
    canOrder: !isOpen && !waiting && !isOver,
    toRate: consultations.filter(one => one.status === 'close').sort((one, other) => other.id - one.id)[0],
  }
}

/** The counter in words; '' when the course has no limit. */
function counterText(t: Copy, { counter }: ConsultationState): string {
  if (counter.kind === 'none') return ''
  return counter.kind === 'over'
    ? t('consultations.over')
    : t(`consultations.${counter.kind}`, { count: counter.count })
}

/** What asking for one costs, before it is asked for. */
export function costText(t: Copy, { counter }: Pick<ConsultationState, 'counter'>): string {
  const count = counter.kind === 'maximum' || counter.kind === 'left' ? counter.count : 0
  return t('consultations.order.cost', { count })
}

/** Above a chat's messages: an open or requested consultation, how many are left, and the rating of a closed one. */
export function ConsultationBanner({ chatId }: { chatId: number }) {
  const t = useCopy()
  const { data } = useConsultations(chatId)
  const { order, withdraw, rate, isBusy, error } = useConsultationWrites(chatId)
  const [dismissedId, setDismissedId] = useState<number>()
  useConsultationsLive(chatId)
  const state = data && consultationState(data)
  if (!state) return null
  const { isOpen, waiting, canOrder, toRate } = state
  const handleOrder = async () => {
    const isSure = await confirm({
      title: t('consultations.order.sure'),
      text: costText(t, state),
      yes: t('consultations.order.yes'),
      no: t('consultations.order.no'),
    })
    if (isSure) await order()
  }
  return (
    <section aria-label={t('consultations.label')} className={styles.banner}>
      <div className={styles.line}>
        <p role="status" className={styles.words}>
          {isOpen && <Badge tone="success">{t('consultations.open')}</Badge>}
          {waiting && <Badge tone="warning">{t('consultations.waiting')}</Badge>}
          <span>{counterText(t, state)}</span>
        </p>
        {canOrder && (
          <Button look="ghost" className={styles.order} busy={isBusy} onClick={() => void handleOrder()}>
            {t('consultations.order')}
          </Button>
        )}
        {waiting && (
          <Button look="ghost" className={styles.order} busy={isBusy} onClick={() => void withdraw(waiting.id)}>
            {t('consultations.withdraw')}
          </Button>
        )}
      </div>
      {state.counter.kind === 'over' && <Slot name="offers" reason="functional" />}
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      {toRate && dismissedId !== toRate.id && (
        <StarChoice
          title={t('consultations.rate')}
          onChoose={stars => void rate(toRate, stars)}
          onClose={() => setDismissedId(toRate.id)}
        />
      )}
    </section>
  )
}
