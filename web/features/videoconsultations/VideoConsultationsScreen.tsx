import { useRef } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Tabs } from '#kit/ui/actions/Tabs.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import { Card, cardTarget } from '#kit/ui/states/Card.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import type { OnlineConsultationWire } from '#shared/features/videoconsultations/wire.ts'
import { msFromSeconds } from '#shared/platform/times.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { MorePages } from '#web/platform/MorePages.tsx'
import { LateSlot } from '#web/platform/LateSlot.tsx'
import styles from './consultation/Consultation.module.css'
import { useAvailable, useHistory } from './data.ts'
import { StateBadge } from './StateBadge.tsx'
import { momentInWords, zoneInWords } from './time-words.ts'

const tabs = ['available', 'history'] as const

/** `/videoconsultations`: what is booked, and what is over. */
export function VideoConsultationsScreen() {
  const t = useCopy()
  const [path, navigate] = useLocation()
  const shown = new URLSearchParams(useSearch()).get('tab') === 'history' ? 'history' : 'available'
  const select = (tab: (typeof tabs)[number]) =>
    navigate(tab === 'history' ? `${path}?tab=history` : path, { replace: true })
  return (
    <div className={styles.screen}>
      <LateSlot name="banners" place="videoconsultations top" />
      <header className={styles.head}>
        <h1>{t('video.title')}</h1>
        <LinkButton icon="calendar" href={pathTo('videoConsultationNew')} data-analytics="video_consultation_new">
          {t('video.book')}
        </LinkButton>
      </header>
      <Tabs
        label={t('video.tabs')}
        tabs={tabs.map(id => ({ id, label: t(`video.tab.${id}`) }))}
        selected={shown}
        onSelect={select}
      >
        {shown === 'available' ? <Available /> : <History />}
      </Tabs>
    </div>
  )
}

function Available() {
  const t = useCopy()
  const { data, error, isFetching, refetch } = useAvailable()
  if (!data) return <NotThere error={error} busy={isFetching} onRetry={() => void refetch()} />
  if (data.length === 0)
    return (
      <EmptyState
        icon="camera"
        title={t('video.empty')}
        text={t('video.empty.text')}
        action={
          <LinkButton href={pathTo('videoConsultationNew')} data-analytics="video_consultation_new">
            {t('video.book')}
          </LinkButton>
        }
      />
    )
  return (
    <>
      <ConsultationList consultations={data} />
      <Link href={pathTo('events')}>{t('video.events')}</Link>
    </>
  )
}

function History() {
  const t = useCopy()
  const asked = useHistory()
  const { data, error, isFetching, refetch } = asked
  const list = useRef<HTMLDivElement>(null)
  if (!data) return <NotThere error={error} busy={isFetching} onRetry={() => void refetch()} />
  const { rows } = data
  if (rows.length === 0)
    return <EmptyState icon="clock" title={t('video.history.empty')} text={t('video.history.empty.text')} />
  return (
    <div ref={list} className={styles.part}>
      <ConsultationList consultations={rows} />
      <MorePages asked={asked} list={list} focusing="a" more={t('video.history.more')} failed={t('video.error')} />
    </div>
  )
}

function NotThere({ error, busy, onRetry }: { error: Error | null; busy: boolean; onRetry: () => void }) {
  const t = useCopy()
  if (error)
    return <LoadFailure title={t('video.error')} offlineText={t('video.offline')} busy={busy} onRetry={onRetry} />
  return (
    <div aria-busy className={styles.part}>
      <VisuallyHidden>{t('ui.loading')}</VisuallyHidden>
      <Skeleton shape="box" height="6rem" />
      <Skeleton shape="box" height="6rem" />
    </div>
  )
}

function ConsultationList({ consultations }: { consultations: readonly OnlineConsultationWire[] }) {
  const t = useCopy()
  const timeZone = useUser()?.timezone ?? 'UTC'
  const first = msFromSeconds(consultations[0]?.start_date_time ?? 0)
  return (
    <>
      <p className={styles.muted}>{t('video.zone', { zone: zoneInWords(timeZone, first, t) })}</p>
      <ul className={styles.list}>
        {consultations.map(one => (
          <Card key={one.id} as="li" interactive className={styles.card}>
            <h2 className={styles.when}>
              <Link href={pathTo('videoConsultation', { consultationId: one.id })} className={cardTarget}>
                {momentInWords(msFromSeconds(one.start_date_time), timeZone, t)}
              </Link>
            </h2>
            <p dir="auto">{[one.kind.title, one.expert?.name].filter(Boolean).join(' · ')}</p>
            {one.course && (
              <p className={styles.muted} dir="auto">
                {one.course.title}
              </p>
            )}
            <StateBadge consultation={one} />
          </Card>
        ))}
      </ul>
    </>
  )
}
