import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { errorMessage, RequestError } from '#kit/request/request-errors.ts'
import { Button } from '#kit/ui/Button.tsx'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { LinkButton } from '#kit/ui/LinkButton.tsx'
import { Notice } from '#kit/ui/Notice.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { unsubscribe } from './data.ts'
import styles from './Reminders.module.css'

/** `/unsubscribe?token=…`: what a letter's link opens, for anybody who has the letter; it takes a press. */
export function UnsubscribeScreen() {
  const t = useCopy()
  const [token] = useState(() => new URLSearchParams(location.search).get('token') ?? '')
  const [isBusy, setBusy] = useState(false)
  const [isDone, setDone] = useState(false)
  const [failure, setFailure] = useState<string>()
  const handleOff = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await unsubscribe(token)
      setDone(true)
    } catch (error) {
      const unknown = t('notifications.failed')
      setFailure(error instanceof RequestError ? errorMessage(error, unknown) : unknown)
    }
    setBusy(false)
  }
  if (isDone) {
    return (
      <div role="status">
        <EmptyState
          isPage
          icon="check"
          title={t('notifications.unsubscribe.done')}
          text={t('notifications.unsubscribe.done.text')}
          action={
            <LinkButton look="secondary" href={pathTo('settingsReminders')}>
              {t('notifications.all')}
            </LinkButton>
          }
        />
      </div>
    )
  }
  const off = (
    <Button busy={isBusy} onClick={() => void handleOff()}>
      {t('notifications.unsubscribe.yes')}
    </Button>
  )
  return (
    <div className={styles.screen}>
      <EmptyState
        isPage
        icon="clock"
        title={t('notifications.unsubscribe')}
        text={t('notifications.unsubscribe.text')}
        action={off}
      />
      {failure && (
        <Notice tone="danger" live>
          {failure}
        </Notice>
      )}
    </div>
  )
}
