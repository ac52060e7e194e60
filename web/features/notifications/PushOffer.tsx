import { useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { showAbovePage } from '#web/platform/device/above-page.tsx'
import { addCopy } from '#web/platform/copy.ts'
import { askPush } from './browser-push.ts'

let close: (() => void) | undefined

/** Offers notifications above the page, unless something else is offered there. */
export async function showPushOffer(): Promise<void> {
  await addCopy('account')
  closePushOffer()
  close = showAbovePage(onClose => <PushOffer onClose={onClose} />)
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
    <aside aria-label={t('notifications.push.label')}>
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
