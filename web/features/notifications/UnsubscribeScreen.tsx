import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import page from '#kit/ui/Page.module.css'
import { Button } from '#kit/ui/actions/Button.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { endedByToken } from '#shared/features/notifications/notice-ways.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { unsubscribe } from './data.ts'

/** What a link's token ends, in words; one that says nothing is taken for a reminder's. */
function useQuestion(token: string) {
  const t = useCopy()
  const ended = endedByToken(token)?.ended ?? 'reminder'
  if (ended === 'reminder')
    return {
      title: t('notifications.unsubscribe'),
      text: t('notifications.unsubscribe.text'),
      yes: t('notifications.unsubscribe.yes'),
      done: t('notifications.unsubscribe.done'),
      doneText: t('notifications.unsubscribe.done.text'),
      settings: (
        <LinkButton look="secondary" href={pathTo('settingsReminders')}>
          {t('notifications.all')}
        </LinkButton>
      ),
    }
  return {
    title: t('notifications.unsubscribe.letters'),
    text:
      ended === 'digest'
        ? t('notifications.unsubscribe.digest.text')
        : t('notifications.unsubscribe.letters.text', { kind: t(`notifications.kind.${ended}`) }),
    yes: t('notifications.unsubscribe.letters.yes'),
    done: t('notifications.unsubscribe.letters.done'),
    doneText: t('notifications.unsubscribe.letters.done.text'),
    settings: (
      <LinkButton look="secondary" href={pathTo('settingsNotifications')}>
        {t('notifications.list.settings')}
      </LinkButton>
    ),
  }
}

/** `/unsubscribe?token=…`: the link in an e-mail that ends such ones; works without signing in, but takes a press. */
export function UnsubscribeScreen() {
  const t = useCopy()
  const [token] = useState(() => new URLSearchParams(location.search).get('token') ?? '')
  const { title, text, yes, done, doneText, settings } = useQuestion(token)
  usePageTitle(title)
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
    <main id="main" className={page.column}>
      {isDone ? (
        <div role="status">
          <EmptyState isPage icon="check" title={done} text={doneText} action={settings} />
        </div>
      ) : (
        <EmptyState
          isPage
          icon="clock"
          title={title}
          text={text}
          action={
            <Button busy={isBusy} onClick={() => void run()}>
              {yes}
            </Button>
          }
        />
      )}
      <FailureNotice failure={failure} />
    </main>
  )
}
