import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { deviceName } from '#kit/features/profile/device-name.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { Avatar } from '#kit/ui/marks/Avatar.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import type { PersonWire } from '#shared/features/people/contract.ts'
import { auditSentence } from '#studio/features/accounts/audit-words.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import { PlaceActions } from '#studio/features/cohorts/PlaceActions.tsx'
import { CoursesOfExpert } from '#studio/features/workload/CoursesOfExpert.tsx'
import { useMoments } from '#studio/platform/moments.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { personQuery } from './data.ts'
import styles from './People.module.css'
import { PersonMarks } from './PeopleList.tsx'
import { PersonActions } from './PersonActions.tsx'
import { PersonForm } from './PersonForm.tsx'

/** `/admin/users/:userId`: administrators may change what support can only see. */
export function PersonScreen({ userId }: { userId: number }) {
  const t = useCopy()
  const { data, error, refetch, isFetching } = useQuery({ ...personQuery(userId), refetchOnWindowFocus: 'always' })
  usePageTitle(data?.name ?? '')
  if (error instanceof RequestError && error.status === 404)
    return (
      <EmptyState
        isPage
        icon="user"
        title={t('people.gone.title')}
        text={t('people.gone.text')}
        action={<LinkButton href={pathTo('users')}>{t('people.back')}</LinkButton>}
      />
    )
  if (!data && error) return <ErrorState isPage busy={isFetching} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={styles.column} aria-busy>
        <Skeleton shape="title" />
        <Skeleton height="16rem" />
        <Skeleton height="8rem" />
      </div>
    )
  return <Found person={data} />
}

function Found({ person }: { person: PersonWire }) {
  const t = useCopy()
  const isAdmin = useUser().role === 'admin'
  return (
    <>
      <Link href={pathTo('users')} className={styles.back}>
        <Icon name="chevron-left" />
        {t('people.back')}
      </Link>
      <header className={styles.header}>
        <Avatar name={person.name} src={person.avatar ?? undefined} size={56} />
        <h1 dir="auto">{person.name}</h1>
        <PersonMarks person={person} />
      </header>
      {person.blocked_at !== null && <Blocked at={person.blocked_at * 1000} reason={person.block_reason} />}
      <div className={styles.columns}>
        <div className={styles.column}>
          {isAdmin && <PersonActions person={person} />}
          {isAdmin && <PersonForm key={person.id} person={person} />}
          <Facts person={person} />
        </div>
        <div className={styles.column}>
          <Devices person={person} />
          {isAdmin && person.role === 'expert' && <CoursesOfExpert userId={person.id} />}
          <Courses person={person} isAdmin={isAdmin} />
          <Notes person={person} />
        </div>
      </div>
    </>
  )
}

function Blocked({ at, reason }: { at: number; reason: string }) {
  const t = useCopy()
  const { date } = useMoments()
  return (
    <Card tone="sunken">
      <Notice tone="danger">{t('people.blockedSince', { date: date(at), reason })}</Notice>
    </Card>
  )
}

type Props = { person: PersonWire }

function Part({ title, none, children }: { title: string; none?: string | false; children: ReactNode }) {
  return (
    <Card as="section">
      <div className={styles.column}>
        <h2>{title}</h2>
        {none ? <p className={styles.muted}>{none}</p> : children}
      </div>
    </Card>
  )
}

const invitationText = (t: Copy, until: string | null | 0) =>
  until ? t('people.facts.invitation.until', { date: until }) : t('people.facts.invitation.over')

function Facts({ person }: Props) {
  const t = useCopy()
  const { date } = useMoments()
  const { phone, birthday, city, email, invited_until: invitedUntil } = person
  const facts: [string, ReactNode][] = [
    [t('people.facts.number'), person.id],
    [t('people.form.email'), email ?? t('people.noEmail')],
    [t('people.facts.phone'), phone],
    [t('people.facts.birthday'), birthday && formatLocalDate(birthday, t.language)],
    [t('people.facts.city'), city],
    [t('people.form.timezone'), person.timezone],
    [t('people.facts.joined'), date(person.created_at * 1000)],
    ...(person.has_come_in
      ? []
      : [
          [t('people.facts.invitation'), invitationText(t, invitedUntil && date(invitedUntil * 1000))] as [
            string,
            string,
          ],
        ]),
    [t('people.facts.password'), t(person.has_password ? 'people.facts.password.yes' : 'people.facts.password.no')],
    [t('accounts.factor.title'), t(person.has_second_factor ? 'people.facts.factor.on' : 'people.facts.factor.off')],
  ]
  return (
    <Part title={t('people.facts')}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value || t('people.facts.none')}</dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}

function When({ seconds }: { seconds: number }) {
  const { moment } = useMoments()
  const at = seconds * 1000
  return (
    <time dateTime={new Date(at).toISOString()} className={styles.muted}>
      {moment(at, 'numeric')}
    </time>
  )
}

/** Where the person is signed in, and which staff are signed in as them. */
function Devices({ person: { sessions } }: Props) {
  const t = useCopy()
  return (
    <Part title={t('people.devices')} none={sessions.length === 0 && t('people.devices.none')}>
      <ul className={styles.items}>
        {sessions.map(session => (
          <li key={session.id}>
            <span>{deviceName(session.user_agent) ?? t('people.devices.unknown')}</span>
            {session.impersonator && (
              <span>
                <Badge tone="warning" icon="user">
                  {t('people.devices.staff', { name: session.impersonator.name })}
                </Badge>
              </span>
            )}
            <When seconds={session.created_at} />
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Courses({ person: { streams }, isAdmin }: Props & { isAdmin: boolean }) {
  const t = useCopy()
  return (
    <Part title={t('people.courses')} none={streams.length === 0 && t('people.courses.none')}>
      <ul className={styles.items}>
        {streams.map(place => (
          <li key={place.id}>
            <span>
              {place.course_title} <Badge>{t(`people.courses.status.${place.status}`)}</Badge>{' '}
              {place.is_demo && <Badge>{t('people.courses.demo')}</Badge>}
            </span>
            <span className={styles.muted}>
              {formatLocalDate(place.starts_on, t.language, 'numeric')} –{' '}
              {formatLocalDate(place.ends_on, t.language, 'numeric')} ·{' '}
              {t('people.courses.days', { done: place.days_done, count: place.days_count })}
            </span>
            {isAdmin && (
              <PlaceActions
                label={t('people.courses.act', { course: place.course_title })}
                cohortId={place.cohort_id}
                placeIds={[place.id]}
              />
            )}
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Notes({ person: { audit } }: Props) {
  const t = useCopy()
  return (
    <Part title={t('people.notes')} none={audit.length === 0 && t('people.notes.none')}>
      <ol className={styles.items}>
        {audit.map(entry => {
          const { key, values } = auditSentence(entry)
          return (
            <li key={entry.id}>
              <span>
                <strong>{entry.actor?.name ?? t('audit.nobody')}</strong> — {t(key, values)}
              </span>
              <When seconds={entry.created_at} />
            </li>
          )
        })}
      </ol>
    </Part>
  )
}
