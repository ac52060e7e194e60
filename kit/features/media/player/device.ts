import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { keySeconds } from './shortcuts.ts'

export interface Fullscreen {
  isFullscreen: boolean
  toggle(): void
}

/** An iPhone shows only the video element itself in full screen. */
interface PhoneVideo extends HTMLVideoElement {
  webkitEnterFullscreen(): void
}

function isPhoneVideo(video: HTMLVideoElement): video is PhoneVideo {
  return 'webkitEnterFullscreen' in video
}

interface LockableOrientation extends ScreenOrientation {
  lock(orientation: 'landscape' | 'portrait'): Promise<void>
}

function isLockable(orientation: ScreenOrientation): orientation is LockableOrientation {
  return 'lock' in orientation
}

function subscribeToFullscreen(notify: () => void) {
  document.addEventListener('fullscreenchange', notify)
  return () => document.removeEventListener('fullscreenchange', notify)
}

async function enter(frame: HTMLElement, video: HTMLVideoElement) {
  if (!document.fullscreenEnabled) {
    if (isPhoneVideo(video)) video.webkitEnterFullscreen()
    return
  }
  await frame.requestFullscreen()
  if (isLockable(screen.orientation)) {
    await screen.orientation.lock(video.videoHeight > video.videoWidth ? 'portrait' : 'landscape')
  }
}

/** Shows the frame in full screen, and turns the device's screen to suit the video where that is possible. */
export function useFullscreen(frame: HTMLElement | null, video: HTMLVideoElement | null): Fullscreen {
  const isFullscreen = useSyncExternalStore(
    subscribeToFullscreen,
    () => !!frame && document.fullscreenElement === frame,
  )
  const toggle = useCallback(() => {
    if (!frame || !video) return
    const change = document.fullscreenElement ? document.exitFullscreen() : enter(frame, video)
    // A desktop screen cannot be turned, and a browser may refuse.
    change.catch(() => undefined)
  }, [frame, video])
  return { isFullscreen, toggle }
}

const idleAfterMs = 3000

/** Whether the player is playing and has not been touched for a while: then the controls are hidden. */
export function useIsIdle(frame: HTMLElement | null, isPlaying: boolean) {
  const [isIdle, setIsIdle] = useState(false)
  const stateAtTouch = useRef(false)
  useEffect(() => {
    if (!frame) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const handleIdle = () => {
      // Keep a focused control or an open panel visible.
      const isUsed = frame.querySelector(':focus-visible, :popover-open, input:active') !== null
      setIsIdle(isPlaying && !isUsed)
    }
    const handleActivity = (event?: Event) => {
      if (event?.type === 'pointerdown') stateAtTouch.current = frame.dataset.idle === 'true'
      setIsIdle(false)
      clearTimeout(timer)
      timer = setTimeout(handleIdle, idleAfterMs)
    }
    handleActivity()
    const events = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const
    for (const event of events) frame.addEventListener(event, handleActivity)
    return () => {
      clearTimeout(timer)
      for (const event of events) frame.removeEventListener(event, handleActivity)
    }
  }, [frame, isPlaying])
  return {
    isIdle: isIdle && isPlaying,
    /** Whether the controls were hidden when it was touched: then the touch only shows them. */
    wasIdle: () => stateAtTouch.current,
    rest: () => setIsIdle(true),
  }
}

/** Keeps the screen on while the video plays; the browser releases the lock when the page is hidden. */
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
        // The browser may refuse it, as on low battery.
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

interface MediaSessionActions {
  play(): void
  pause(): void
  skip(seconds: number): void
  next: (() => void) | undefined
  previous: (() => void) | undefined
}

/** Shows what plays on the lock screen, and obeys its buttons. */
export function useMediaSession(
  { title, artist, poster }: { title: string; artist: string; poster: string | undefined },
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
    const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler | undefined>> = {
      play: actions.play,
      pause: actions.pause,
      seekbackward: details => actions.skip(-keySeconds(details)),
      seekforward: details => actions.skip(keySeconds(details)),
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
