import { useCallback, useState } from 'react'
import { keepPreferences, loadPreferences, type PlayerPreferences } from './player-preferences.ts'

export type ChangePreferences = (change: Partial<PlayerPreferences>) => void

export function usePreferences(): [PlayerPreferences, ChangePreferences] {
  const [preferences, setPreferences] = useState(loadPreferences)
  const change = useCallback((next: Partial<PlayerPreferences>) => {
    setPreferences(current => {
      const changed = { ...current, ...next }
      keepPreferences(changed)
      return changed
    })
  }, [])
  return [preferences, change]
}
