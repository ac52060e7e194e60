import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { request } from '#kit/request/request.ts'
import { Slot } from '#kit/shell/Slot.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { useHeldFocus } from '#kit/ui/actions/use-held-focus.ts'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { StaffConsultationWire } from '#shared/features/videoconsultations/wire.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { useMoments } from '#studio/platform/moments.ts'
import { OneThing } from '#studio/platform/OneThing.tsx'
import { ScreenHead } from '#studio/platform/ScreenHead.tsx'
import { consultationQuery, useStep } from '../data.ts'
import { useCalendarQuery } from '../place.ts'
import { StateBadge } from '../StateBadge.tsx'
import { fieldsAt } from './clock-fields.ts'
import styles from './Consultation.module.css'
import { Decision } from './Decision.tsx'
import { Steps } from './Steps.tsx'

declare module '#kit/shell/slots.ts' {
  interface Slots {
    /** Below a consultation whose call may have been held. */
    consultationEnd: { consultationId: number; timeZone: string }
  }
}

/** `/admin/calendar/:consultationId`: one consultation and all that can be done about it. */
export function ConsultationScreen({ consultationId }: { consultationId: number }) {
  const t = useCopy()
  const query = useCalendarQuery()
  const { timezone } = useUser()
  const asked = useQuery({
    ...consultationQuery(consultationId),
    refetchOnMount: 'always',
    refetchInterval: 60_000,
  })
  const back = { href: pathTo('videoCalendar', {}, query), title: t('video.title') }
  const page = useHeldFocus<HTMLDivElement>()
  const gone = { icon: 'video' as const, title: t('video.gone.title'), text: t('video.gone.text'), back }
  if (asked.error instanceof RequestError && asked.error.status === 403)
    return (
      <EmptyState
        isPage
        icon="video"
        title={t('video.elsewhere')}
        action={<LinkButton href={back.href}>{back.title}</LinkButton>}
      />
    )
  return (
    <OneThing asked={asked} title={({ learner }) => learner.name} gone={gone}>
      {consultation => (
        <div ref={page} tabIndex={-1} className={styles.page}>
          <ScreenHead back={back} title={t('video.with', { name: consultation.learner.name })}>
            <StateBadge consultation={consultation} />
          </ScreenHead>
          <Asked consultation={consultation} />
          <Decision consultation={consultation} />
          <Steps consultation={consultation} />
          <Facts consultation={consultation} />
          <Slot name="consultationEnd" consultationId={consultation.id} timeZone={timezone} />
        </div>
      )}
    </OneThing>
  )
}

type Props = { consultation: StaffConsultationWire }

/** What is asked about it: by its learner, or by staff who may take it back. */
function Asked({ consultation: { request: wish, expert } }: Props) {
  const t = useCopy()
  const { moment } = useMoments()
  const withdraw = useStep(
    () => request('POST /studio/video-requests/:id/decline', { params: { id: wish?.id ?? 0 }, body: { reason: '' } }),
    'video.withdrawn',
  )
  if (!wish) return null
  const other = wish.expert && wish.expert.id !== expert?.id ? wish.expert.name : ''
  const time = wish.start_date_time === null ? '' : moment(wish.start_date_time * 1000, 'long')
  const isOwn = wish.asked_by === 'staff'
  const action = isOwn && (
    <Button look="secondary" busy={withdraw.isBusy} onClick={() => void withdraw.run()}>
      {t('video.withdraw')}
    </Button>
  )
  return (
    <Notice
      tone="warn"
      title={t(isOwn ? 'video.proposal' : `video.wish.${wish.kind}`, {
        time: [time, other].filter(Boolean).join(' · '),
      })}
      action={action || undefined}
    >
      {wish.reason && <span dir="auto">{wish.reason}</span>}
    </Notice>
  )
}

function Facts({ consultation }: Props) {
  const t = useCopy()
  const { role } = useUser()
  const { moment, time, zoneAt } = useMoments()
  const { learner, kind, expert, course_title: course, start_date_time: start, end_date_time: end } = consultation
  const { cancel_cause: cause } = consultation
  const theirs = fieldsAt(start * 1000, learner.timezone)
  const card = role === 'support' ? pathTo('user', { userId: learner.id }) : pathTo('learner', { userId: learner.id })
  const facts: [string, ReactNode][] = [
    [t('video.fact.when'), `${moment(start * 1000, 'long')}–${time(end * 1000)} (${zoneAt(start * 1000)})`],
    [t('video.fact.theirs'), `${formatLocalDate(theirs.date, t.language)}, ${theirs.time} (${learner.timezone})`],
    [
      t('video.fact.learner'),
      <Link key="learner" href={card} dir="auto">
        {learner.name}
      </Link>,
    ],
    [t('video.expert'), expert?.name ?? t('video.expert.none')],
    [t('video.fact.what'), [kind.title, course].filter(Boolean).join(' · ')],
    [t('video.fact.pay'), consultation.pay_by && t(`video.pay.${consultation.pay_by}`)],
    [t('video.fact.note'), consultation.note],
    [t('video.fact.phone'), consultation.phone],
    [t('video.place.note'), consultation.expert_note],
    [t('video.place.phone'), consultation.expert_phone],
    [t('video.reason'), cause ? t(`video.cause.${cause}`) : consultation.cancel_reason],
    [
      t('video.fact.rating'),
      consultation.rating !== null && [consultation.rating, consultation.rating_comment].filter(Boolean).join(' · '),
    ],
  ]
  return (
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
  )
}
