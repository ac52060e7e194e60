import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import type { ChatOfLearnerWire, HandedInWire, WorkWire } from '#shared/features/learners/contract.ts'
import type { StaffConsultationWire } from '#shared/features/videoconsultations/wire.ts'
import { StateBadge } from '#studio/features/videoconsultations/StateBadge.tsx'
import { pathTo } from '#studio/platform/addresses.ts'
import { useMoments } from '#studio/platform/moments.ts'
import { Loaded } from '#studio/platform/Loaded.tsx'
import rows from '#studio/platform/Rows.module.css'
import { CardSection } from './CardTabs.tsx'
import { workQuery } from './data.ts'
import styles from './Learners.module.css'

/** What a learner handed in, wrote and asked; the parts that are not the reader's are left out. */
export function WorkPart({ userId }: { userId: number }) {
  const t = useCopy()
  return (
    <Loaded query={workQuery(userId)}>
      {({ homeworks, chats, requests, video_consultations: consultations }) => (
        <div className={styles.column}>
          {homeworks && (
            <CardSection title={t('learners.homework')} none={!homeworks.length && t('learners.homework.none')}>
              <ul className={rows.items}>
                {homeworks.map(homework => (
                  <HandedIn key={homework.id} homework={homework} />
                ))}
              </ul>
            </CardSection>
          )}
          {chats && (
            <CardSection title={t('learners.chats')} none={!chats.length && t('learners.chats.none')}>
              <ul className={rows.items}>
                {chats.map(chat => (
                  <Chat key={chat.id} chat={chat} />
                ))}
              </ul>
            </CardSection>
          )}
          {consultations.length > 0 && (
            <CardSection title={t('video.title')}>
              <ul className={rows.items}>
                {consultations.map(consultation => (
                  <VideoConsultation key={consultation.id} consultation={consultation} />
                ))}
              </ul>
            </CardSection>
          )}
          {requests && <Requests requests={requests} />}
        </div>
      )}
    </Loaded>
  )
}

const tones = { NOT_UPLOADED: 'neutral', UPLOADED: 'warning', DONE: 'success', FAIL: 'danger' } as const

function HandedIn({ homework }: { homework: HandedInWire }) {
  const t = useCopy()
  const { moment } = useMoments()
  const { status, reviewed_at: reviewedAt, submitted_at: submittedAt, attempts, points } = homework
  const told = [
    homework.course_title,
    t('learners.handedIn', { date: moment(submittedAt * 1000, 'numeric') }),
    reviewedAt !== null && t('learners.answered', { date: moment(reviewedAt * 1000, 'numeric') }),
    attempts > 1 && t('learners.attempts', { count: attempts }),
    points > 0 && t('learners.points.count', { count: points }),
  ].filter(Boolean)
  return (
    <li>
      <p className={styles.line}>
        <Link href={pathTo('review', { reviewId: homework.review_id })} dir="auto">
          {homework.title || t('learners.homework')}
        </Link>{' '}
        <Badge tone={tones[status]}>{t(`learners.status.${status}`)}</Badge>
      </p>
      <p className={styles.muted}>{told.join(' · ')}</p>
    </li>
  )
}

function Chat({ chat }: { chat: ChatOfLearnerWire }) {
  const t = useCopy()
  const { moment } = useMoments()
  const { last_message_at: lastAt, consultations_most: most, consultations_used: used, consultations } = chat
  return (
    <li>
      <p className={styles.line}>
        <Link href={pathTo('chat', { chatId: chat.id }, { show: 'all' })} dir="auto">
          {chat.course_title}
        </Link>{' '}
        {chat.waiting_since !== null && <Badge tone="warning">{t('learners.chat.waits')}</Badge>}
      </p>
      <p className={styles.muted}>
        {t('learners.chat.messages', { count: chat.message_count })}
        {lastAt !== null && ` · ${t('learners.chat.last', { date: moment(lastAt * 1000, 'numeric') })}`}
        {(most > 0 || used > 0) && ` · ${t('learners.consultations.used', { used, most })}`}
      </p>
      {consultations.length > 0 && (
        <ul className={styles.lacks} aria-label={t('learners.consultations')}>
          {consultations.map(({ id, opened_at: openedAt, closed_at: closedAt, rating, amount }) => (
            <li key={id}>
              {closedAt === null
                ? t('learners.consultation.open', { date: moment(openedAt * 1000, 'numeric') })
                : t('learners.consultation.ended', {
                    from: moment(openedAt * 1000, 'numeric'),
                    to: moment(closedAt * 1000, 'numeric'),
                    amount,
                  })}
              {rating !== null && ` · ${t('learners.consultation.rating', { rating })}`}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function VideoConsultation({ consultation }: { consultation: StaffConsultationWire }) {
  const t = useCopy()
  const { moment } = useMoments()
  const { id, kind, course_title: course, expert, start_date_time: startsAt, rating } = consultation
  const told = [
    moment(startsAt * 1000, 'numeric'),
    expert?.name,
    course,
    rating !== null && t('learners.consultation.rating', { rating }),
  ].filter(Boolean)
  return (
    <li>
      <p className={styles.line}>
        <Link href={pathTo('videoConsultation', { consultationId: id })} dir="auto">
          {kind.title}
        </Link>{' '}
        <StateBadge consultation={consultation} />
      </p>
      <p className={styles.muted}>{told.join(' · ')}</p>
    </li>
  )
}

function Requests({ requests }: { requests: NonNullable<WorkWire['requests']> }) {
  const t = useCopy()
  const { moment } = useMoments()
  return (
    <CardSection title={t('learners.requests')} none={!requests.length && t('learners.requests.none')}>
      <ul className={rows.items}>
        {requests.map(({ id, text, state, last_message_at: at }) => (
          <li key={id}>
            <p className={styles.line}>
              <Link href={pathTo('supportRequest', { requestId: id }, { show: 'all' })} dir="auto">
                {text || t('learners.requests')}
              </Link>{' '}
              <Badge>{t(`learners.request.${state}`)}</Badge>
            </p>
            <p className={styles.muted}>{moment(at * 1000, 'numeric')}</p>
          </li>
        ))}
      </ul>
    </CardSection>
  )
}
