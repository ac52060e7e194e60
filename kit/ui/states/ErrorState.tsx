import type { ReactNode } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '../actions/Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import type { IconName } from '../marks/Icon.tsx'

interface Props {
  icon?: IconName
  title?: string
  text?: ReactNode
  onRetry?: () => void
  busy?: boolean
  /** It is the whole screen: its title is the page's heading. */
  isPage?: boolean
}

/** What failed, with a retry; announced when it appears. */
export function ErrorState({ icon = 'alert', title, text, onRetry, busy, isPage }: Props) {
  const t = useCopy()
  const retry = onRetry && (
    <Button look="secondary" icon="refresh" busy={busy} onClick={onRetry}>
      {t('ui.retry')}
    </Button>
  )
  return (
    <div role="alert">
      <EmptyState
        icon={icon}
        title={title ?? t('ui.error.title')}
        text={text ?? t('ui.error.text')}
        action={retry}
        isPage={isPage}
      />
    </div>
  )
}
