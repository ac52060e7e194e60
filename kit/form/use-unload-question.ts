import { useEffect } from 'react'

/** While something would be lost, the browser asks before the page is closed or loaded again. */
export function useUnloadQuestion(wouldLose: boolean): void {
  useEffect(() => {
    if (!wouldLose) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [wouldLose])
}
