import { useQuery } from '@tanstack/react-query'
import { Redirect, useSearch } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { RequestError } from '#kit/request/request-errors.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Avatar } from '#kit/ui/marks/Avatar.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { useUser } from '#studio/features/accounts/session.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { CardTabs } from './CardTabs.tsx'
import { learnerQuery } from './data.ts'
import { useLearnerTabs } from './learner-tabs.tsx'
import styles from './Learners.module.css'
import { Presence } from './Presence.tsx'

/** `/admin/learners/:userId`: a learner's card for experts; an administrator finds it with the account. */
export function LearnerScreen({ userId }: { userId: number }) {
  const isAdmin = useUser().role === 'admin'
  const search = useSearch()
  return isAdmin ? (
    <Redirect to={`${pathTo('user', { userId })}${search && `?${search}`}`} replace />
  ) : (
    <Found userId={userId} />
  )
}

function Found({ userId }: { userId: number }) {
  const t = useCopy()
  const { data, error, refetch, isFetching } = useQuery({ ...learnerQuery(userId), refetchOnMount: 'always' })
  const tabs = useLearnerTabs(userId)
  usePageTitle(data?.name ?? '')
  if (error instanceof RequestError && error.status === 404)
    return (
      <EmptyState
        isPage
        icon="user"
        title={t('learners.gone.title')}
        text={t('learners.gone.text')}
        action={<LinkButton href={pathTo('inbox')}>{t('shell.inbox')}</LinkButton>}
      />
    )
  if (!data && error) return <ErrorState isPage busy={isFetching} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={styles.column} aria-busy>
        <Skeleton shape="title" />
        <Skeleton height="16rem" />
      </div>
    )
  return (
    <>
      <header className={styles.header}>
        <Avatar name={data.name} src={data.avatar ?? undefined} size={56} />
        <h1 dir="auto">{data.name}</h1>
        <Presence learner={data} />
      </header>
      <CardTabs tabs={tabs} />
    </>
  )
}
