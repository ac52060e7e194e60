import { useCallback, useSyncExternalStore } from 'react'
import type { Playback } from './playback.ts'

/**
 * One value of a media element, read again after each of the events. `events` must be a module constant; `read` returns
 * a primitive.
 */
function useMedia<T extends string | number | boolean>(
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
  const value = () => (video ? read(video) : without)
  return useSyncExternalStore(subscribe, value, value)
}

const playEvents = ['play', 'pause', 'ended', 'emptied'] as const

export function useIsPaused(video: HTMLVideoElement | null): boolean {
  return useMedia(video, playEvents, media => media.paused || media.ended, true)
}

const stallEvents = ['waiting', 'playing', 'seeking', 'seeked', 'pause', 'canplay', 'emptied', 'error'] as const

/** Whether the video should play but has no data to go on with. */
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

const rateEvents = ['ratechange', 'emptied'] as const

export function useRate(video: HTMLVideoElement | null): number {
  return useMedia(video, rateEvents, media => media.playbackRate, 1)
}

const timeEvents = ['timeupdate', 'seeking', 'seeked', 'loadedmetadata', 'emptied'] as const
const lengthEvents = ['durationchange', 'loadedmetadata', 'emptied'] as const

/** The position and length of the video, in seconds. */
export function usePosition({ video, pendingPosition, declaredDuration }: Playback) {
  const current = useMedia(video, timeEvents, media => (media.readyState > 0 ? media.currentTime : -1), -1)
  const known = useMedia(video, lengthEvents, media => (Number.isFinite(media.duration) ? media.duration : 0), 0)
  return { position: current < 0 ? pendingPosition : current, duration: known || declaredDuration }
}

const bufferEvents = ['progress', 'timeupdate', 'seeked', 'emptied'] as const

/** The end of the buffered part from the current position, in seconds. */
export function useBuffered(video: HTMLVideoElement | null): number {
  return useMedia(video, bufferEvents, bufferedUntil, 0)
}

function bufferedUntil({ buffered, currentTime }: HTMLVideoElement): number {
  for (let index = 0; index < buffered.length; index += 1) {
    const end = buffered.end(index)
    if (buffered.start(index) <= currentTime + 0.5 && end >= currentTime) return end
  }
  return 0
}
