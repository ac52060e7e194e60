import { useCopy } from '#kit/copy/copy.tsx'
import { RequestError } from '#kit/request/request-errors.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { useHeldFocus } from '#kit/ui/actions/use-held-focus.ts'
import { Slot } from '#kit/shell/Slot.tsx'
import { useNow } from '#kit/ui/clock.ts'
import { HeadingSkeleton, Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { OnlineConsultationWire } from '#shared/features/videoconsultations/wire.ts'
import { msFromSeconds } from '#shared/platform/times.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { usePageTitle } from '#web/platform/page-title.ts'
import { useConsultation } from '../data.ts'
import { StateBadge } from '../StateBadge.tsx'
import { momentInWords, zoneInWords } from '../time-words.ts'
import { Booked } from './Booked.tsx'
import styles from './Consultation.module.css'
import { Held } from './Held.tsx'
import { RatingForm } from './RatingForm.tsx'

declare module '#kit/shell/slots.ts' {
  interface Slots {
    /** Below a consultation whose call may have been held. */
    consultationEnd: { consultationId: number; timeZone: string }
  }
}

/** `/videoconsultations/{id}`: a consultation from the held time to the rating. */
export function ConsultationScreen({ consultationId }: { consultationId: number }) {
  const t = useCopy()
  const { data, error, isFetching, refetch } = useConsultation(consultationId)
  if (error instanceof RequestError && error.status === 404)
    return (
      <EmptyState
        isPage
        icon="camera"
        title={t('video.missing')}
        text={t('video.missing.text')}
        action={<LinkButton href={pathTo('videoConsultations')}>{t('video.all')}</LinkButton>}
      />
    )
  if (!data && error)
    return (
      <LoadFailure
        isPage
        title={t('video.error')}
        offlineText={t('video.offline')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data)
    return (
      <div aria-busy className={styles.screen}>
        <HeadingSkeleton />
        <Skeleton shape="box" height="14rem" />
      </div>
    )
  return <Known key={data.id} consultation={data} />
}

function Known({ consultation }: { consultation: OnlineConsultationWire }) {
  const t = useCopy()
  const region = useHeldFocus<HTMLDivElement>()
  const timeZone = useUser()?.timezone ?? 'UTC'
  const startsAt = msFromSeconds(consultation.start_date_time)
  const when = momentInWords(startsAt, timeZone, t)
  usePageTitle(`${t('video.one')}: ${when}`)
  const { kind, expert, course } = consultation
  const facts = [
    [t('video.fact.what'), kind.title],
    [t('video.fact.length'), t('video.minutes', { count: kind.length_minutes })],
    [t('video.fact.expert'), expert?.name],
    [t('video.fact.course'), course?.title],
    [t('video.fact.zone'), zoneInWords(timeZone, startsAt, t)],
  ] as const
  return (
    <div ref={region} tabIndex={-1} className={styles.screen}>
      <header className={styles.part}>
        <p className={styles.muted}>{t('video.one')}</p>
        <h1 className={styles.when}>{when}</h1>
        <StateBadge consultation={consultation} />
      </header>
      <dl className={styles.facts}>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ),
        )}
      </dl>
      <StateNotice consultation={consultation} />
      <OfItsCall consultation={consultation} timeZone={timeZone} />
    </div>
  )
}

/** What follows of its call, once there can have been one. */
function OfItsCall({ consultation, timeZone }: { consultation: OnlineConsultationWire; timeZone: string }) {
  const { id, status, call_opens_at: opensAt } = consultation
  const canHave = ['confirmed', 'complete', 'rated', 'missed'].includes(status)
  if (useNow(60_000) < msFromSeconds(opensAt) || !canHave) return null
  return <Slot name="consultationEnd" consultationId={id} timeZone={timeZone} />
}

/** What can be done with it where it stands. */
function StateNotice({ consultation }: { consultation: OnlineConsultationWire }) {
  const t = useCopy()
  const { status, cancel_reason: reason, cancel_cause: cause, rating } = consultation
  if (status === 'held' || status === 'lapsed') return <Held consultation={consultation} />
  if (status === 'pending' || status === 'confirmed') return <Booked consultation={consultation} />
  if (status === 'complete') return <RatingForm consultation={consultation} />
  if (status === 'rated')
    return (
      <Notice tone="success" title={t('video.rating.thanks')}>
        {t('video.rating.given', { count: rating ?? 0 })}
      </Notice>
    )
  return (
    <Notice
      title={t(`video.over.${status}`)}
      action={
        <LinkButton look="secondary" href={pathTo('videoConsultationNew')}>
          {t('video.book.another')}
        </LinkButton>
      }
    >
      {cause ? t(`video.cause.${cause}`) : reason && <span dir="auto">{reason}</span>}
    </Notice>
  )
}
