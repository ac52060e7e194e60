import { useCallback, useSyncExternalStore } from 'react'

/** An iPhone shows only the video element itself in full. */
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

function subscribe(notify: () => void) {
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

/** Shows the frame in full, turned as the video is where the device can turn it. */
export function useFullscreen(frame: HTMLElement | null, video: HTMLVideoElement | null) {
  const isFullscreen = useSyncExternalStore(subscribe, () => !!frame && document.fullscreenElement === frame)
  const toggle = useCallback(() => {
    if (!frame || !video) return
    const change = document.fullscreenElement ? document.exitFullscreen() : enter(frame, video)
    // A desk cannot be turned and a browser may refuse: the picture stays as it is.
    change.catch(() => undefined)
  }, [frame, video])
  return { isFullscreen, toggle }
}
