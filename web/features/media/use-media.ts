import { useCallback, useSyncExternalStore } from 'react'

/**
 * One value read off a media element, fresh after each of the events. `events` must be a constant of the module;
 * `read` gives a primitive.
 */
export function useMedia<T extends string | number | boolean>(
  video: HTMLVideoElement | null,
  events: readonly string[],
  read: (video: HTMLVideoElement) => T,
  without: T,
): T {
  const subscribe = useCallback(
    (notify: () => void) => {
      for (const event of events) video?.addEventListener(event, notify)
      return () => {
        for (const event of events) video?.removeEventListener(event, notify)
      }
    },
    [video, events],
  )
  return useSyncExternalStore(subscribe, () => (video ? read(video) : without))
}

const playEvents = ['play', 'pause', 'ended', 'emptied'] as const
const stallEvents = ['waiting', 'playing', 'seeking', 'seeked', 'pause', 'canplay', 'emptied', 'error'] as const

export function useIsPaused(video: HTMLVideoElement | null): boolean {
  return useMedia(video, playEvents, media => media.paused || media.ended, true)
}

/** Whether the picture stands still for want of data although it should play. */
export function useIsStalled(video: HTMLVideoElement | null): boolean {
  return useMedia(
    video,
    stallEvents,
    media => !media.paused && !media.ended && media.readyState < media.HAVE_FUTURE_DATA,
    false,
  )
}

const endEvents = ['ended', 'play', 'seeking', 'emptied'] as const

export function useIsEnded(video: HTMLVideoElement | null): boolean {
  return useMedia(video, endEvents, media => media.ended, false)
}
