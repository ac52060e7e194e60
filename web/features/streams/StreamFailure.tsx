import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'

interface Props {
  error: Error
  title: string
  busy: boolean
  onRetry: () => void
}

/** Why a screen of a stream has nothing to show: not the learner's stream, not part of their plan, offline, or a failure. */
export function StreamFailure({ error, title, busy, onRetry }: Props) {
  const t = useCopy()
  if (error instanceof RequestError && error.status === 404) {
    return (
      <EmptyState
        isPage
        icon="book"
        title={t('streams.calendar.missing.title')}
        text={t('streams.calendar.missing.text')}
        action={<LinkButton href={pathTo('home')}>{t('streams.calendar.home')}</LinkButton>}
      />
    )
  }
  if (error instanceof RequestError && error.code === 'mobile_denied') {
    const { saleEmail } = site().config
    const text = (
      <>
        {t('streams.mobile.text')} <a href={`mailto:${saleEmail}`}>{saleEmail}</a>
      </>
    )
    return <EmptyState isPage icon="lock" title={error.reason} text={text} />
  }
  return (
    <LoadFailure
      isPage
      title={title}
      offlineTitle={t('streams.offline.title')}
      offlineText={t('streams.offline.text')}
      busy={busy}
      onRetry={onRetry}
    />
  )
}
