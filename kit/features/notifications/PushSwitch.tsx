import { useEffect, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { Switch } from '#kit/ui/fields/Checkbox.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
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
  const [isBusy, setBusy] = useState(false)
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
  const turn = async (isOn: boolean) => {
    setBusy(true)
    try {
      if (isOn) setState(await push.turnOn())
      else {
        await push.turnOff()
        setState('off')
      }
    } catch {
      toast(t(isOn ? 'notifications.push.failed' : 'notifications.push.stays'), { tone: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  return { state, isBusy, turn }
}
