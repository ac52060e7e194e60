import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isPassing } from '#kit/request/request-errors.ts'
import type { Step } from './write-answer.ts'

type Work = { steps: Step[]; onDone: () => void; onRefused: (error: unknown) => void }

/**
 * Does the steps of one answer one after another. What fails for the moment stays to be tried again, from the step that
 * failed: by the person, or as soon as there is a network. A second press meanwhile does nothing.
 */
export function useSteps() {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const work = useRef<Work>(undefined)
  const isRunning = useRef(false)

  const go = async () => {
    const { current } = work
    if (!current || isRunning.current) return
    isRunning.current = true
    setState('busy')
    try {
      for (let step = current.steps[0]; step; step = current.steps[0]) {
        await step()
        current.steps.shift()
      }
      work.current = undefined
      setState('idle')
      current.onDone()
    } catch (error) {
      if (isPassing(error)) setState('failed')
      else {
        work.current = undefined
        setState('idle')
        current.onRefused(error)
      }
    } finally {
      isRunning.current = false
    }
  }
  const run = (next: Work) => {
    if (work.current) return
    work.current = { ...next, steps: [...next.steps] }
    void go()
  }
  const handleOnline = useEffectEvent(() => void go())
  useEffect(() => {
    addEventListener('online', handleOnline)
    return () => removeEventListener('online', handleOnline)
  }, [])
  return { state, run, retry: () => void go() }
}
