import type { VideoOrientation } from './player-item.ts'

/** What the learner chose in the player, kept on the device. */
export interface PlayerPreferences {
  rate: number
  volume: number
  isMuted: boolean
  /** A language code; null is off. */
  subtitles: string | null
  audio: string | null
  /** Null follows the device. */
  orientation: VideoOrientation | null
}

export const playbackRates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

const storageKey = 'player'
const atFirst: PlayerPreferences = {
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

/** Reads kept preferences; whatever is missing, foreign or out of range is as at first. */
export function parsePreferences(text: string | null): PlayerPreferences {
  let kept: Record<string, unknown> = {}
  try {
    const parsed: unknown = JSON.parse(text ?? '{}')
    if (typeof parsed === 'object' && parsed) kept = { ...parsed }
  } catch {
    // Someone else's text under our key: as at first.
  }
  const { rate, volume, isMuted, orientation } = kept
  return {
    rate: playbackRates.find(known => known === rate) ?? atFirst.rate,
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : atFirst.volume,
    isMuted: isMuted === true,
    subtitles: textOrNull(kept.subtitles),
    audio: textOrNull(kept.audio),
    orientation: orientation === 'horizontal' || orientation === 'vertical' ? orientation : null,
  }
}

export function loadPreferences(): PlayerPreferences {
  try {
    return parsePreferences(localStorage.getItem(storageKey))
  } catch {
    return atFirst
  }
}

export function keepPreferences(preferences: PlayerPreferences): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(preferences))
  } catch {
    // A browser that forbids storage plays all the same.
  }
}
