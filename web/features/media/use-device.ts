import { useCallback, useEffect, useSyncExternalStore } from 'react'

function useMatches(query: string): boolean {
  const subscribe = useCallback(
    (notify: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', notify)
      return () => list.removeEventListener('change', notify)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** Whether the device is held as a phone is: upright and narrow. */
export function useIsUprightPhone(): boolean {
  return useMatches('(orientation: portrait) and (max-width: 827px)')
}

/** Keeps the screen lit while the video plays, where the browser can; it lets go by itself when the page is hidden. */
export function useWakeLock(isPlaying: boolean): void {
  useEffect(() => {
    if (!isPlaying || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const takeLock = async () => {
      if (document.hidden) return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (isOver) await lock.release()
      } catch {
        // A low battery may refuse it; the video plays on.
      }
    }
    const hold = () => void takeLock()
    hold()
    document.addEventListener('visibilitychange', hold)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', hold)
      lock?.release().catch(() => undefined)
    }
  }, [isPlaying])
}

export interface MediaSessionActions {
  play(): void
  pause(): void
  skip(seconds: number): void
  next: (() => void) | undefined
  previous: (() => void) | undefined
}

/** Shows what plays on the lock screen and takes its keys. */
export function useMediaSession(
  title: string,
  artist: string,
  poster: string | undefined,
  isActive: boolean,
  actions: MediaSessionActions,
): void {
  useEffect(() => {
    if (!isActive || !('mediaSession' in navigator)) return
    const artwork = poster ? [{ src: new URL(poster, location.href).href }] : []
    navigator.mediaSession.metadata = new MediaMetadata({ title, artist, artwork })
    return () => {
      navigator.mediaSession.metadata = null
    }
  }, [title, artist, poster, isActive])

  useEffect(() => {
    if (!isActive || !('mediaSession' in navigator)) return
    const handlers: Partial<Record<MediaSessionAction, (() => void) | undefined>> = {
      play: actions.play,
      pause: actions.pause,
      seekbackward: () => actions.skip(-10),
      seekforward: () => actions.skip(10),
      previoustrack: actions.previous,
      nexttrack: actions.next,
    }
    const names = Object.keys(handlers) as MediaSessionAction[]
    for (const name of names) navigator.mediaSession.setActionHandler(name, handlers[name] ?? null)
    return () => {
      for (const name of names) navigator.mediaSession.setActionHandler(name, null)
    }
  }, [isActive, actions])
}
