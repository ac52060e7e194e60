import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { unsubscribe } from './data.ts'
import styles from './Reminders.module.css'

/** `/unsubscribe?token=…`: the link in a reminder e-mail; works without signing in, but takes a press. */
export function UnsubscribeScreen() {
  const t = useCopy()
  const [token] = useState(() => new URLSearchParams(location.search).get('token') ?? '')
  const [isDone, setDone] = useState(false)
  const { run, isBusy, failure } = useSubmit({
    send: async () => {
      await unsubscribe(token)
      setDone(true)
    },
    failed: t('notifications.failed'),
    explain: error => ({
      errors: {},
      notice: { title: t('notifications.failed'), text: error instanceof RequestError ? error.reason : '' },
    }),
  })
  return (
    <main id="main" className={styles.screen}>
      {isDone ? (
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
      ) : (
        <EmptyState
          isPage
          icon="clock"
          title={t('notifications.unsubscribe')}
          text={t('notifications.unsubscribe.text')}
          action={
            <Button busy={isBusy} onClick={() => void run()}>
              {t('notifications.unsubscribe.yes')}
            </Button>
          }
        />
      )}
      <FailureNotice failure={failure} />
    </main>
  )
}
