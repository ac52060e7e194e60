import { useCopy } from '#kit/copy/copy.tsx'
import { isOffline } from '#kit/request/connection.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { ErrorState } from '#kit/ui/ErrorState.tsx'
import { Skeleton } from '#kit/ui/Skeleton.tsx'
import { VisuallyHidden } from '#kit/ui/VisuallyHidden.tsx'
import { useNetworks } from './data.ts'
import { NetworkList } from './NetworkList.tsx'

/** The networks with their links, in whichever state the read is; `returnTo` is where linking comes back to. */
export function Networks({ returnTo }: { returnTo: string }) {
  const t = useCopy()
  const { data, error, isFetching, refetch } = useNetworks()
  if (!data && error) {
    const offline = isOffline()
    return (
      <ErrorState
        icon={offline ? 'wifi-off' : undefined}
        title={t('social.failed')}
        text={offline ? t('social.offline') : undefined}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) {
    return (
      <div aria-busy>
        <VisuallyHidden>{t('ui.loading')}</VisuallyHidden>
        <Skeleton shape="box" height="4.5rem" />
        <Skeleton shape="box" height="4.5rem" />
      </div>
    )
  }
  if (data.length === 0) return <EmptyState icon="users" title={t('social.none')} text={t('social.none.text')} />
  return <NetworkList networks={data} returnTo={returnTo} />
}
