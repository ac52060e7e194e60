import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatDate } from '#kit/copy/format.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { Avatar } from '#kit/ui/Avatar.tsx'
import { Card } from '#kit/ui/Card.tsx'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { ErrorState } from '#kit/ui/ErrorState.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { LinkButton } from '#kit/ui/LinkButton.tsx'
import { Notice } from '#kit/ui/Notice.tsx'
import { Skeleton } from '#kit/ui/Skeleton.tsx'
import type { PersonWire } from '#shared/features/people/contract.ts'
import { useUser } from '#studio/features/accounts/use-user.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { personQuery } from './data.ts'
import styles from './People.module.css'
import { PersonActions } from './PersonActions.tsx'
import { Courses, Devices, Facts, Notes } from './PersonDetails.tsx'
import { PersonForm } from './PersonForm.tsx'
import { PersonMarks } from './PersonMarks.tsx'

/** All of one person; administrators change it, support looks. */
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
          <Courses person={person} />
          <Notes person={person} />
        </div>
      </div>
    </>
  )
}

function Blocked({ at, reason }: { at: number; reason: string }) {
  const t = useCopy()
  return (
    <Card tone="sunken">
      <Notice tone="danger">{t('people.blockedSince', { date: formatDate(at, t.language), reason })}</Notice>
    </Card>
  )
}
