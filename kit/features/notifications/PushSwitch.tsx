import { useEffect, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { Switch } from '#kit/ui/fields/Checkbox.tsx'
import type { BrowserPush, PushState } from './push.ts'

/** Turns notifications on this device on and off; says so where the browser forbids or lacks them. */
export function PushSwitch({ push, hint }: { push: BrowserPush; hint: string }) {
  const t = useCopy()
  const { state, isBusy, turn } = usePush(push)
  if (state === undefined)
    return (
      <div aria-busy>
        <Skeleton shape="box" height="3rem" />
      </div>
    )
  if (state === 'unsupported') return <Notice>{t('notifications.push.answer.unsupported')}</Notice>
  return (
    <>
      <Switch
        label={t('notifications.push.label')}
        hint={hint}
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

/** `state` is undefined until the browser has answered. */
function usePush(push: BrowserPush) {
  const t = useCopy()
  const [state, setState] = useState<PushState>()
  useEffect(() => {
    let isHere = true
    push.state().then(
      found => isHere && setState(found),
      () => isHere && setState('unsupported'),
    )
    return () => {
      isHere = false
    }
  }, [push])
  const { isBusy, run: turn } = useSubmit({
    failed: t(state === 'on' ? 'notifications.push.stays' : 'notifications.push.failed'),
    hasToast: true,
    async send(isOn: boolean) {
      if (!isOn) await push.turnOff()
      setState(isOn ? await push.turnOn() : 'off')
    },
  })
  return { state, isBusy, turn }
}
