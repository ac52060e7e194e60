import type { ReactNode } from 'react'
import { isOffline } from '#kit/request/online.ts'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'

interface Props {
  title: string
  offlineTitle?: string
  offlineText?: ReactNode
  busy: boolean
  onRetry: () => void
  /** It is the whole screen: its title is the page's heading. */
  isPage?: boolean
}

/** A screen's data failed to load: the reason, as far as the device knows, and a retry. */
export function LoadFailure({ title, offlineTitle = title, offlineText, ...rest }: Props) {
  if (!isOffline()) return <ErrorState title={title} {...rest} />
  return <ErrorState icon="wifi-off" title={offlineTitle} text={offlineText} {...rest} />
}
