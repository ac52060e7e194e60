import { useCallback, useState } from 'react'

/** What the viewer chose in the player, kept on the device. */
export interface PlayerPreferences {
  rate: number
  volume: number
  isMuted: boolean
  /** A language code; null is off. */
  subtitles: string | null
  audio: string | null
  /** Null follows the device. */
  orientation: 'horizontal' | 'vertical' | null
}

export type ChangePreferences = (change: Partial<PlayerPreferences>) => void

export const playbackRates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

const storageKey = 'player'
const defaults: PlayerPreferences = {
  rate: 1,
  volume: 1,
  isMuted: false,
  subtitles: null,
  audio: null,
  orientation: null,
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** Reads kept preferences; whatever is missing or invalid is the default. */
export function parsePreferences(text: string | null): PlayerPreferences {
  let kept: Record<string, unknown> = {}
  try {
    const parsed: unknown = JSON.parse(text ?? '{}')
    if (typeof parsed === 'object' && parsed) kept = { ...parsed }
  } catch {
    // Unreadable: the defaults apply.
  }
  const { rate, volume, isMuted, orientation } = kept
  return {
    rate: playbackRates.find(known => known === rate) ?? defaults.rate,
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : defaults.volume,
    isMuted: isMuted === true,
    subtitles: textOrNull(kept.subtitles),
    audio: textOrNull(kept.audio),
    orientation: orientation === 'horizontal' || orientation === 'vertical' ? orientation : null,
  }
}

function loadPreferences(): PlayerPreferences {
  try {
    return parsePreferences(localStorage.getItem(storageKey))
  } catch {
    return defaults
  }
}

function keepPreferences(preferences: PlayerPreferences): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(preferences))
  } catch {
    // Playback works without storage, too.
  }
}

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

/** The next rate up or down the list. */
export function steppedRate(rate: number, steps: number): number {
  const index = playbackRates.findIndex(known => known === rate) + steps
  return playbackRates[Math.min(playbackRates.length - 1, Math.max(0, index))] ?? 1
}
