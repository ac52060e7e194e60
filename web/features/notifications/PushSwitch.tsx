import { useCopy } from '#kit/copy/copy.tsx'
import { Notice } from '#kit/ui/Notice.tsx'
import { Skeleton } from '#kit/ui/Skeleton.tsx'
import { Switch } from '#kit/ui/Switch.tsx'
import { usePush } from './use-push.ts'

/** Switches notifications on this device on and off; says so where the browser forbids or cannot. */
export function PushSwitch({ push }: { push?: Parameters<typeof usePush>[0] }) {
  const t = useCopy()
  const { state, isBusy, turn } = usePush(push)
  if (state === undefined) return <Skeleton shape="box" height="3rem" />
  if (state === 'unsupported') return <Notice>{t('notifications.push.answer.unsupported')}</Notice>
  return (
    <>
      <Switch
        label={t('notifications.push.label')}
        hint={t('notifications.push.hint')}
        checked={state === 'on'}
        disabled={isBusy || state === 'denied'}
        aria-busy={isBusy}
        onChange={event => void turn(event.currentTarget.checked)}
      />
      {state === 'denied' && (
        <Notice tone="warn" live>
          {t('notifications.push.answer.refused')}
        </Notice>
      )}
    </>
  )
}
