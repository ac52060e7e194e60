import { useState } from 'react'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatDuration } from '#kit/copy/format.ts'
import { useTextDraft } from '#kit/form/draft.ts'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { useNow } from '#kit/ui/clock.ts'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { OnlineConsultationWire } from '#shared/features/videoconsultations/wire.ts'
import { msFromSeconds } from '#shared/platform/times.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { NearestTimes } from '../booking/NearestTimes.tsx'
import { explainRefusal, insteadOf } from '../booking/refusals.ts'
import { type Booking, release, update, useBookable } from '../data.ts'
import styles from './Consultation.module.css'
import { NoteAndPhone, PayChoice, type Way } from './ConsultationFields.tsx'

type Props = { consultation: OnlineConsultationWire }

/** A held time, which is booked with a note, a phone and a way to pay; or paid for, when that is chosen already. */
export function Held({ consultation }: Props) {
  const t = useCopy()
  const { service_id: serviceId } = consultation
  const isKept = useLeft({ consultation }) > 0
  if (!isKept || serviceId === null) return <HeldForm consultation={consultation} />
  return (
    <>
      <Notice
        tone="warn"
        icon="clock"
        title={t('video.held.unpaid')}
        action={<LinkButton href={pathTo('checkout', { serviceId })}>{t('video.held.pay')}</LinkButton>}
      >
        <Kept consultation={consultation} />
      </Notice>
      <div className={styles.buttons}>
        <Release consultation={consultation} />
      </div>
    </>
  )
}

/** How long a time is still kept, in ms; nothing when it is not any more. */
function useLeft({ consultation: { held_until: until, status } }: Props): number {
  const left = msFromSeconds(until ?? 0) - useNow(1000)
  return status === 'held' ? Math.max(0, left) : 0
}

/** How long the time is kept. */
function Kept({ consultation }: Props) {
  const t = useCopy()
  const left = useLeft({ consultation })
  if (left === 0) return <>{t('video.held.lapsed')}</>
  return <span role="timer">{t('video.held.until', { time: formatDuration(left) })}</span>
}

/** Books what is held with what is typed; a refused one keeps that and names other times. */
function useBooking({ consultation }: Props, way: Way | undefined) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const { id } = consultation
  const note = useTextDraft(`video note ${id}`, consultation.note, 'device')
  const phone = useTextDraft(`video phone ${id}`, consultation.phone, 'device')
  const [instead, setInstead] = useState<readonly number[]>()
  const submission = useSubmit({
    async send(otherTime?: number) {
      setInstead(undefined)
      const body: Booking = { note: note.text, phone: phone.text, ...(way && { pay_by: way }) }
      const booked = await update(id, { ...body, ...(otherTime !== undefined && { start_date_time: otherTime }) })
      note.forget()
      phone.forget()
      if (booked.status === 'held' && booked.service_id !== null)
        navigate(pathTo('checkout', { serviceId: booked.service_id }))
    },
    failed: t('video.book.failed'),
    explain: explainRefusal(t('video.book.failed'), ['note', 'phone']),
    onRefused: error => setInstead(insteadOf(error)),
  })
  return { ...submission, note, phone, instead }
}

function HeldForm({ consultation }: Props) {
  const t = useCopy()
  const { kind, stream_id: streamId } = consultation
  const { data: bookable } = useBookable()
  const place = bookable?.find(one => one.stream_id === streamId)
  const offered = place?.kinds.find(one => one.id === kind.id)
  const isKept = useLeft({ consultation }) > 0
  const [way, setWay] = useState<Way>()
  const { form, run, isBusy, failure, note, phone, instead, ...fields } = useBooking({ consultation }, way)
  return (
    <>
      <Notice icon="clock" title={t(isKept ? 'video.held.title' : 'video.state.lapsed')}>
        <Kept consultation={consultation} />
      </Notice>
      <form
        ref={form}
        noValidate
        className={styles.part}
        onSubmit={event => {
          event.preventDefault()
          void run()
        }}
      >
        <FailureNotice failure={failure} />
        {instead && <NearestTimes times={instead} isBusy={isBusy} onChoose={at => void run(at)} />}
        {place && offered && <PayChoice place={place} kind={offered} way={way} onChoose={setWay} />}
        <NoteAndPhone
          note={note.text}
          phone={phone.text}
          {...fields}
          onChange={told => {
            note.change(told.note)
            phone.change(told.phone)
          }}
        />
        <div className={styles.buttons}>
          <Button type="submit" busy={isBusy} data-analytics="video_consultation_book">
            {t(way === 'price' && !offered?.is_paid ? 'video.held.bookAndPay' : 'video.held.book')}
          </Button>
          <Release consultation={consultation} />
        </div>
      </form>
    </>
  )
}

/** Lets the time go and leads back to the free ones. */
function Release({ consultation: { id, status, stream_id: stream, kind } }: Props) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const { run, isBusy } = useSubmit({
    async send() {
      if (status === 'held') await release(id)
      navigate(`${pathTo('videoConsultationNew')}?stream=${stream}&kind=${kind.id}`, { replace: true })
      return true
    },
    failed: t('video.held.notReleased'),
    hasToast: true,
  })
  return (
    <Button look="ghost" busy={isBusy} onClick={() => void run()}>
      {t('video.held.other')}
    </Button>
  )
}
