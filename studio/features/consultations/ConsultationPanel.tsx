import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '#kit/cache/call-query.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { newKey } from '#kit/request/new-key.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { useHeldFocus } from '#kit/ui/actions/use-held-focus.ts'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import type {
  ChatConsultationsWire,
  ConsultationOrderWire,
  ConsultationWire,
} from '#shared/features/consultations/contract.ts'
import { refreshInbox } from '#studio/features/chat/data.ts'
import { useMoments } from '#studio/platform/moments.ts'
import styles from './ConsultationPanel.module.css'

/** What can be done: in a chat, to a consultation and to a request, by its id. */
const acts = {
  open: (id: number, idempotencyKey: string) =>
    request('POST /studio/chats/:id/consultations', { params: { id }, body: {}, idempotencyKey }),
  close: (id: number, idempotencyKey: string) =>
    request('POST /studio/consultations/:id/close', { params: { id }, body: {}, idempotencyKey }),
  cancel: (id: number) => request('POST /studio/consultations/:id/cancel', { params: { id } }),
  reopen: (id: number, idempotencyKey: string) =>
    request('POST /studio/consultations/:id/reopen', { params: { id }, idempotencyKey }),
  approve: (id: number) => request('POST /studio/consultation-orders/:id/approve', { params: { id } }),
  decline: (id: number) => request('POST /studio/consultation-orders/:id/decline', { params: { id } }),
}
type Act = keyof typeof acts

/** Starts and ends the consultations of a chat, and decides on the learner's request for more. */
export function ConsultationPanel({ chatId }: { chatId: number }) {
  const t = useCopy()
  const section = useHeldFocus<HTMLElement>()
  const [endedId, setEndedId] = useState<number>()
  const { data, error, isFetching, refetch } = useQuery({
    ...consultationsQuery(chatId),
    refetchOnWindowFocus: 'always',
  })
  const { run, isBusy, failure } = useSubmit({
    send: async (name: Act, id: number) => {
      try {
        await acts[name](id, newKey())
        setEndedId(name === 'close' ? id : undefined)
      } finally {
        void refreshInbox()
        await queryClient.invalidateQueries({ queryKey: consultationsQuery(chatId).queryKey })
      }
    },
    failed: t('ui.error.title'),
  })
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={styles.panel}
      aria-labelledby="chat-consultations"
      aria-busy={!data && !error}
    >
      <h2 id="chat-consultations">{t('consultations.title')}</h2>
      {!data && (error ? <ErrorState busy={isFetching} onRetry={() => void refetch()} /> : <Skeleton />)}
      {data && (
        <State chatId={chatId} data={data} endedId={endedId} isBusy={isBusy} run={(name, id) => void run(name, id)} />
      )}
      <FailureNotice failure={failure} />
    </section>
  )
}

type StateProps = {
  chatId: number
  data: ChatConsultationsWire
  /** What was ended here a moment ago, and can be taken up again. */
  endedId: number | undefined
  isBusy: boolean
  run: (act: Act, id: number) => void
}

function State({ chatId, data, endedId, isBusy, run }: StateProps) {
  const t = useCopy()
  const open = data.consultations.find(({ status }) => status === 'open')
  const last = data.consultations.at(-1)
  const waiting = data.orders.filter(({ status }) => status === 'waiting')
  return (
    <>
      <p className={styles.muted}>
        {!data.consultation_limit
          ? t('consultations.used', { used: data.used })
          : t('consultations.usedOf', { used: data.used, most: data.max_consultation_count })}
      </p>
      {waiting.map(order => (
        <Order key={order.id} order={order} isBusy={isBusy} run={run} />
      ))}
      {open && <Open open={open} data={data} isBusy={isBusy} run={run} />}
      {!open && waiting.length === 0 && (
        <div className={styles.line}>
          {last?.status === 'close' && last.id === endedId && (
            <>
              <p role="status">{t('consultations.ended')}</p>
              <Button look="secondary" busy={isBusy} onClick={() => run('reopen', endedId)}>
                {t('consultations.undo')}
              </Button>
            </>
          )}
          <Button look="secondary" busy={isBusy} onClick={() => run('open', chatId)}>
            {t('consultations.open')}
          </Button>
        </div>
      )}
    </>
  )
}

type OpenProps = Pick<StateProps, 'data' | 'isBusy' | 'run'> & { open: ConsultationWire }

function Open({ open, data, isBusy, run }: OpenProps) {
  const t = useCopy()
  const most = data.max_consultation_count
  return (
    <>
      <Badge tone="accent" icon="chat">
        {t('consultations.isOpen')}
      </Badge>
      <div className={styles.line}>
        <Button look="secondary" busy={isBusy} onClick={() => run('close', open.id)}>
          {!data.consultation_limit ? t('consultations.end') : t('consultations.endOf', { amount: open.amount, most })}
        </Button>
        <Button look="ghost" busy={isBusy} onClick={() => run('cancel', open.id)}>
          {t('consultations.cancel')}
        </Button>
      </div>
    </>
  )
}

type OrderProps = Pick<StateProps, 'isBusy' | 'run'> & { order: ConsultationOrderWire }

function Order({ order, isBusy, run }: OrderProps) {
  const t = useCopy()
  const { date } = useMoments()
  return (
    <div className={styles.order}>
      <p>{t('consultations.asked', { date: date(order.created_at * 1000, 'short') })}</p>
      <div className={styles.line}>
        <Button busy={isBusy} onClick={() => run('approve', order.id)}>
          {t('consultations.approve')}
        </Button>
        <Button look="secondary" busy={isBusy} onClick={() => run('decline', order.id)}>
          {t('consultations.decline')}
        </Button>
      </div>
    </div>
  )
}

export const consultationsQuery = (chatId: number) =>
  callQuery('GET /chats/:id/consultations', { params: { id: chatId } })
