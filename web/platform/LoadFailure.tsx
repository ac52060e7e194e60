import type { ReactNode } from 'react'
import { isOffline } from '#kit/request/online.ts'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'

interface Props {
  title: string
  offlineTitle?: string
  offlineText?: ReactNode
  busy: boolean
  onRetry: () => void
  /** All that the screen shows: its title is the page's heading. */
  isPage?: boolean
}

/** A screen's data did not load: why, as far as the device knows, and a way to try again. */
export function LoadFailure({ title, offlineTitle = title, offlineText, ...rest }: Props) {
  if (!isOffline()) return <ErrorState title={title} {...rest} />
  return <ErrorState icon="wifi-off" title={offlineTitle} text={offlineText} {...rest} />
}
