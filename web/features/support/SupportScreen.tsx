import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { isOffline } from '#kit/request/connection.ts'
import { Card, cardTarget } from '#kit/ui/Card.tsx'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { ErrorState } from '#kit/ui/ErrorState.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { Skeleton } from '#kit/ui/Skeleton.tsx'
import { VisuallyHidden } from '#kit/ui/VisuallyHidden.tsx'
import { MessengerButton } from '#web/features/accounts/contacts/MessengerButton.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { useTopics } from './data.ts'
import { RequestLinks } from './RequestLinks.tsx'
import styles from './Support.module.css'
import { WaitingQuestions } from './WaitingQuestions.tsx'

/** `/support`: the topics, and what was asked already. */
export function SupportScreen() {
  const t = useCopy()
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <h1>{t('support.title')}</h1>
        <p className={styles.muted}>{t('support.lead')}</p>
        <MessengerButton />
      </header>
      <WaitingQuestions />
      <Topics />
      <RequestLinks title={t('support.requests.mine')} />
    </div>
  )
}

function Topics() {
  const t = useCopy()
  const topics = useTopics()
  if (!topics.data && topics.error)
    return (
      <ErrorState
        icon={isOffline() ? 'wifi-off' : undefined}
        title={t('support.topics.error')}
        busy={topics.isFetching}
        onRetry={() => void topics.refetch()}
      />
    )
  if (!topics.data)
    return (
      <div className={styles.list} aria-busy>
        <VisuallyHidden>{t('ui.loading')}</VisuallyHidden>
        {['a', 'b', 'c', 'd'].map(place => (
          <Skeleton key={place} shape="box" height="3.5rem" />
        ))}
      </div>
    )
  if (topics.data.length === 0) {
    const { supportEmail: email } = site().site.domain
    return (
      <EmptyState icon="support" title={t('support.topics.none')} text={t('support.topics.none.text', { email })} />
    )
  }
  return (
    <ul className={styles.list} aria-label={t('support.topics')}>
      {topics.data.map(({ id, name }) => (
        <Card as="li" interactive key={id} className={styles.choice}>
          <Link href={pathTo('supportTopic', { categoryId: id })} className={cardTarget}>
            {name}
          </Link>
          <Icon name="chevron-right" />
        </Card>
      ))}
    </ul>
  )
}
