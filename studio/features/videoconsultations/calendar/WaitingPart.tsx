import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import type { StaffConsultationWire } from '#shared/features/videoconsultations/wire.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { ListOf } from '#studio/platform/ListOf.tsx'
import { useMoments } from '#studio/platform/moments.ts'
import { Decision } from '../consultation/Decision.tsx'
import { waitingQuery } from '../data.ts'
import { useCalendarQuery } from '../place.ts'
import { StateBadge } from '../StateBadge.tsx'
import styles from './Calendar.module.css'

/** Bookings to confirm and requests to decide, each with its buttons. */
export function WaitingPart() {
  const id = useId()
  const t = useCopy()
  const asked = useQuery({ ...waitingQuery(), refetchOnMount: 'always' })
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('video.waiting')}</h2>
      <ListOf asked={asked}>
        {waiting =>
          waiting.length === 0 ? (
            <p className={styles.zone}>{t('video.waiting.none')}</p>
          ) : (
            <ul className={styles.cards}>
              {waiting.map(one => (
                <Card key={one.id} consultation={one} />
              ))}
            </ul>
          )
        }
      </ListOf>
    </section>
  )
}

function Card({ consultation }: { consultation: StaffConsultationWire }) {
  const t = useCopy()
  const { moment } = useMoments()
  const query = useCalendarQuery()
  const { id, learner, kind, course_title: course, expert, start_date_time: start, request, note } = consultation
  const wanted = request?.start_date_time
  return (
    <li className={styles.card}>
      <p className={styles.line}>
        <Link href={pathTo('videoConsultation', { consultationId: id }, query)} dir="auto">
          {learner.name}
        </Link>
        <StateBadge consultation={consultation} />
      </p>
      <p>
        {moment(start * 1000)}
        {wanted != null && ` → ${moment(wanted * 1000)}`}
      </p>
      <p className={styles.what} dir="auto">
        {[kind.title, course, expert?.name ?? t('video.expert.none')].filter(Boolean).join(' · ')}
      </p>
      {(request?.reason || note) && <p dir="auto">{request?.reason || note}</p>}
      <Decision consultation={consultation} />
    </li>
  )
}
