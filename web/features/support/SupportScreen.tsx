import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { discardWrite, retryWrite } from '#kit/outbox/outbox.ts'
import page from '#kit/ui/Page.module.css'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import { Card, cardTarget } from '#kit/ui/states/Card.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { LateSlot } from '#web/platform/LateSlot.tsx'
import { showSentQuestions, useTopics, useWaitingQuestions } from './data.ts'
import { MessengerButton } from './MessengerButton.tsx'
import { RequestLinks } from './RequestLinks.tsx'
import styles from './Support.module.css'

/** `/support`: the requests that go on, topics to ask about, and closed requests. */
export function SupportScreen() {
  const t = useCopy()
  return (
    <div className={page.column}>
      <LateSlot name="banners" place="support top" />
      <header className={styles.head}>
        <h1>{t('support.title')}</h1>
        <MessengerButton />
      </header>
      <WaitingQuestions />
      <RequestLinks title={t('support.requests.mine')} only="going on" />
      <section aria-label={t('support.lead')} className={styles.group}>
        <h2 className={styles.title}>{t('support.lead')}</h2>
        <Topics />
      </section>
      <RequestLinks title={t('support.requests.closed')} only="closed" />
    </div>
  )
}

function Topics() {
  const t = useCopy()
  const topics = useTopics()
  if (!topics.data && topics.error)
    return (
      <LoadFailure title={t('support.topics.error')} busy={topics.isFetching} onRetry={() => void topics.refetch()} />
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

/** Questions that wait in the outbox or were refused. */
function WaitingQuestions() {
  const t = useCopy()
  const client = useQueryClient()
  const writes = useWaitingQuestions()
  useEffect(() => showSentQuestions(client), [client])
  return writes.map(({ id, input, state, refusal }) => (
    <Notice
      key={id}
      live
      tone={refusal ? 'danger' : 'info'}
      icon={refusal ? undefined : 'clock'}
      title={refusal ? t('support.refused', { reason: refusal.message }) : t('support.waits')}
      action={
        refusal && (
          <div className={styles.buttons}>
            <Button look="secondary" icon="refresh" onClick={() => void retryWrite(id)}>
              {t('support.request.retry')}
            </Button>
            <Button look="ghost" onClick={() => void discardWrite(id)}>
              {t('support.discard')}
            </Button>
          </div>
        )
      }
    >
      <span dir="auto" aria-busy={state === 'sending' || undefined} className={styles.text}>
        {'message' in input.body ? input.body.message : input.body.name}
      </span>
    </Notice>
  ))
}
