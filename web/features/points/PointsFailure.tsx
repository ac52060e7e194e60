import { useCopy } from '#kit/copy/copy.tsx'
import { isOffline } from '#kit/request/connection.ts'
import { ErrorState } from '#kit/ui/ErrorState.tsx'

/** Points that could not be read, and the way to try again. */
export function PointsFailure(props: { busy: boolean; onRetry: () => void; isPage?: boolean }) {
  const t = useCopy()
  const offline = isOffline()
  return (
    <ErrorState
      icon={offline ? 'wifi-off' : undefined}
      title={t('points.error')}
      text={offline ? t('points.offline') : undefined}
      {...props}
    />
  )
}
