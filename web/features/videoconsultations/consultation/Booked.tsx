import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatTime } from '#kit/copy/format.ts'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { saveAsFile } from '#kit/request/save-as-file.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { useNow } from '#kit/ui/clock.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Card } from '#kit/ui/states/Card.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { OnlineConsultationWire } from '#shared/features/videoconsultations/wire.ts'
import { msFromSeconds } from '#shared/platform/times.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { calendarFile, update } from '../data.ts'
import { untilInWords } from '../time-words.ts'
import styles from './Consultation.module.css'
import { NoteAndPhone } from './ConsultationFields.tsx'
import { Wishes } from './Wishes.tsx'

type Props = { consultation: OnlineConsultationWire }

/** What is booked: how to join, the file for a calendar, what the expert is told, and asking for a change. */
export function Booked({ consultation }: Props) {
  const t = useCopy()
  const hasBegun = msFromSeconds(consultation.start_date_time) <= useNow(5000)
  const save = useSubmit({
    async send() {
      const { name, text } = await calendarFile(consultation.id)
      saveAsFile(name, text, 'text/calendar;charset=utf-8')
    },
    failed: t('video.ics.failed'),
    hasToast: true,
  })
  return (
    <>
      {consultation.status === 'confirmed' ? (
        <Join consultation={consultation} />
      ) : (
        <Notice icon="clock">{t('video.pending.text')}</Notice>
      )}
      <div className={styles.buttons}>
        <Button look="secondary" icon="download" busy={save.isBusy} onClick={() => void save.run()}>
          {t('video.ics')}
        </Button>
      </div>
      <Told consultation={consultation} />
      {(!hasBegun || consultation.request) && <Wishes consultation={consultation} />}
    </>
  )
}

/** When it begins and how to be there; the call opens ten minutes before and closes half an hour after. */
function Join({ consultation }: Props) {
  const t = useCopy()
  const timeZone = useUser()?.timezone ?? 'UTC'
  const now = useNow(5000)
  const { id, call_opens_at: opens, call_closes_at: closes, start_date_time: starts } = consultation
  const { expert_note: place, expert_phone: phone } = consultation
  const begins = msFromSeconds(starts)
  if (now >= msFromSeconds(closes)) return <Notice title={t('video.join.over')}>{t('video.join.over.text')}</Notice>
  const isOpen = msFromSeconds(opens) <= now
  return (
    <Card as="section" tone="accent" aria-labelledby="join" className={styles.part}>
      <h2 id="join">
        {begins > now ? t('video.join.begins', { time: untilInWords(begins, now, timeZone, t) }) : t('video.join.now')}
      </h2>
      {place || phone ? (
        <Elsewhere place={place} phone={phone} />
      ) : isOpen ? (
        <LinkButton
          icon="camera"
          href={pathTo('videoCall', { consultationId: id })}
          data-analytics="video_consultation_join"
        >
          {t('video.join')}
        </LinkButton>
      ) : (
        <p>{t('video.join.opens', { time: formatTime(msFromSeconds(opens), t.language, timeZone) })}</p>
      )}
    </Card>
  )
}

/** Where the expert waits if not in the call: an address is a link, a number can be dialled. */
function Elsewhere({ place, phone }: { place: string; phone: string }) {
  const t = useCopy()
  return (
    <>
      <p>{t('video.join.elsewhere')}</p>
      {/^https?:\/\/\S+$/.test(place) ? (
        <LinkButton icon="camera" href={place} newWindow>
          {place}
        </LinkButton>
      ) : (
        place && <p dir="auto">{place}</p>
      )}
      {phone && (
        <p>
          <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a>
        </p>
      )}
    </>
  )
}

/** What the expert is told; it can be changed. */
function Told({ consultation }: Props) {
  const t = useCopy()
  const [told, setTold] = useState({ note: consultation.note, phone: consultation.phone })
  const { form, isBusy, failure, errorOf, forgive, handleSubmit } = useSubmit({
    async send() {
      await update(consultation.id, told)
      toast(t('video.told.saved'), { tone: 'success' })
    },
    failed: t('video.told.failed'),
  })
  const isChanged = told.note !== consultation.note || told.phone !== consultation.phone
  return (
    <form ref={form} noValidate className={styles.part} onSubmit={handleSubmit}>
      <FailureNotice failure={failure} />
      <NoteAndPhone {...told} errorOf={errorOf} forgive={forgive} onChange={setTold} />
      {isChanged && (
        <Button type="submit" look="secondary" busy={isBusy}>
          {t('video.told.save')}
        </Button>
      )}
    </form>
  )
}
