import { useEffect, useState } from 'react'
import { toast } from '#kit/ui/toasts.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { browserPush } from './browser-push.ts'
import type { PushState } from './device-push.ts'

type Push = Pick<typeof browserPush, 'state' | 'turnOn' | 'turnOff'>

/** Notifications of this device as a switch has them; undefined until the browser has told. */
export function usePush(push: Push = browserPush) {
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
