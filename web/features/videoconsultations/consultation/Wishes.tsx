import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '#kit/cache/query-client.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { OnlineConsultationWire, WishWire } from '#shared/features/videoconsultations/wire.ts'
import { msFromSeconds } from '#shared/platform/times.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { explainRefusal } from '../booking/refusals.ts'
import { TimeChoice } from '../booking/TimeChoice.tsx'
import { answerWish, askChange, withdrawWish } from '../data.ts'
import { momentInWords } from '../time-words.ts'
import styles from './Consultation.module.css'

type Props = { consultation: OnlineConsultationWire }

/** Moving and cancelling, which is asked of support; what is asked for, and what staff propose. */
export function Wishes({ consultation }: Props) {
  const t = useCopy()
  const { request } = consultation
  if (request) return <Asked consultation={consultation} wish={request} />
  const ask = (kind: WishWire['kind']) =>
    void openDialog(close => <WishDialog consultation={consultation} kind={kind} onClose={() => close()} />)
  return (
    <section aria-labelledby="change" className={styles.part}>
      <h2 id="change">{t('video.change')}</h2>
      <p className={styles.muted}>{t('video.change.text')}</p>
      <div className={styles.buttons}>
        <Button look="secondary" icon="calendar" onClick={() => ask('move')}>
          {t('video.change.move')}
        </Button>
        <Button look="ghost" onClick={() => ask('cancel')}>
          {t('video.change.cancel')}
        </Button>
      </div>
    </section>
  )
}

function Asked({ consultation: { id }, wish }: Props & { wish: WishWire }) {
  const t = useCopy()
  const timeZone = useUser()?.timezone ?? 'UTC'
  const { run, isBusy, failure } = useSubmit({
    async send(answer: 'withdraw' | 'agree' | 'refuse') {
      if (answer === 'withdraw') await withdrawWish(id)
      else await answerWish(id, answer === 'agree')
      toast(t(`video.change.done.${answer}`), { tone: 'success' })
    },
    failed: t('video.change.failed'),
    explain: explainRefusal(t('video.change.failed')),
  })
  const { start_date_time: wished, asked_by: by, kind, reason, expert } = wish
  const when = wished === null ? '' : momentInWords(msFromSeconds(wished), timeZone, t)
  const isProposed = by === 'staff'
  const button = (answer: 'withdraw' | 'agree' | 'refuse') => (
    <Button look={answer === 'agree' ? 'primary' : 'secondary'} busy={isBusy} onClick={() => void run(answer)}>
      {t(`video.change.${answer}`)}
    </Button>
  )
  const proposed = { when, expert: expert?.name ?? '', hasExpert: expert ? 'yes' : 'no' }
  const title = isProposed ? t('video.change.proposed', proposed) : t(`video.change.asked.${kind}`, { when })
  const action = isProposed ? (
    <div className={styles.buttons}>
      {button('agree')}
      {button('refuse')}
    </div>
  ) : (
    button('withdraw')
  )
  return (
    <>
      <FailureNotice failure={failure} />
      <Notice tone={isProposed ? 'warn' : 'info'} icon="clock" title={title} action={action}>
        {reason && <span dir="auto">{reason}</span>}
      </Notice>
    </>
  )
}

type DialogProps = Props & { kind: WishWire['kind']; onClose: () => void }

/** A dialog is drawn outside of the screen, so its reads are given their place again. */
function WishDialog({ consultation, kind, onClose }: DialogProps) {
  const t = useCopy()
  const [wished, setWished] = useState<number>()
  const [reason, setReason] = useState('')
  const { run, isBusy, failure, errorOf } = useSubmit({
    async send() {
      const time = wished === undefined ? {} : { start_date_time: wished }
      await askChange(consultation.id, { kind, ...time, ...(reason.trim() && { reason: reason.trim() }) })
      toast(t('video.change.sent'), { tone: 'success' })
      onClose()
    },
    check: () => (kind === 'move' && wished === undefined ? { start_date_time: [t('video.change.time')] } : undefined),
    failed: t('video.change.failed'),
    explain: explainRefusal(t('video.change.failed'), ['start_date_time']),
  })
  const { stream_id: streamId, kind: what, expert } = consultation
  const missing = errorOf('start_date_time')
  const footer = (
    <Button busy={isBusy} onClick={() => void run()}>
      {t('video.change.send')}
    </Button>
  )
  return (
    <Dialog
      title={t(`video.change.${kind}`)}
      size={kind === 'move' ? 'full' : 'medium'}
      footer={footer}
      onClose={onClose}
    >
      <div className={styles.part}>
        <p>{t('video.change.how')}</p>
        <FailureNotice failure={failure} />
        {missing && (
          <Notice tone="danger" live>
            {missing}
          </Notice>
        )}
        <TextArea
          label={t('video.change.reason')}
          hint={t('video.optional')}
          maxLength={500}
          value={reason}
          onChange={event => setReason(event.target.value)}
        />
        {kind === 'move' && (
          <QueryClientProvider client={queryClient}>
            <TimeChoice
              asked={{ streamId, kindId: what.id, expertId: expert?.id }}
              chosen={wished ?? 0}
              onChoose={setWished}
            />
          </QueryClientProvider>
        )}
      </div>
    </Dialog>
  )
}
