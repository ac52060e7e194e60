import { createRoot } from 'react-dom/client'
import { CopyProvider, useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { settings } from '#kit/request/connection.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { addCopy, messages } from '#web/platform/copy.ts'
import { askPush } from './browser-push.ts'
import styles from './PushOffer.module.css'

let close: (() => void) | undefined

/** Offers notifications above the page, where it pushes the screen down and covers nothing. */
export async function showPushOffer(): Promise<void> {
  await addCopy('account')
  closePushOffer()
  const place = document.createElement('div')
  document.body.prepend(place)
  const root = createRoot(place)
  close = () => {
    root.unmount()
    place.remove()
  }
  root.render(
    <CopyProvider language={settings.language} messages={messages}>
      <PushOffer onClose={closePushOffer} />
    </CopyProvider>,
  )
}

/** Takes the offer away, also when the person signs out. */
export function closePushOffer(): void {
  close?.()
  close = undefined
}

export function PushOffer({ onClose }: { onClose: () => void }) {
  const t = useCopy()
  const { isBusy, run } = useSubmit({
    failed: t('notifications.push.failed'),
    hasToast: true,
    async send() {
      const answer = await askPush()
      toast(t(`notifications.push.answer.${answer}`), { tone: answer === 'on' ? 'success' : 'info' })
    },
  })
  return (
    <aside aria-label={t('notifications.push.label')} className={styles.offer}>
      <Notice
        live
        onClose={onClose}
        action={
          <Button look="secondary" busy={isBusy} onClick={() => void run().then(onClose)}>
            {t('notifications.push.prompt.yes')}
          </Button>
        }
      >
        {t('notifications.push.prompt')}
      </Notice>
    </aside>
  )
}
