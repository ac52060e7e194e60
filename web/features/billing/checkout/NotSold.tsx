import type { UseQueryResult } from '@tanstack/react-query'
import { useCopy } from '#kit/copy/copy.tsx'
import { isPassing, RequestError } from '#kit/request/request-errors.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'

/** What stands in place of something that is not sold, or that could not be read. */
export function NotSold({ error, isFetching, refetch }: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>) {
  const t = useCopy()
  if (error instanceof RequestError && !isPassing(error))
    return (
      <EmptyState
        isPage
        icon="info"
        title={error.status === 404 ? t('billing.checkout.gone') : t('billing.checkout.closed')}
        text={error.status === 404 ? t('billing.checkout.goneText') : error.reason}
        action={<LinkButton href={pathTo('home')}>{t('billing.toHome')}</LinkButton>}
      />
    )
  return (
    <LoadFailure
      isPage
      title={t('billing.checkout.failed')}
      offlineText={t('billing.offline')}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  )
}
