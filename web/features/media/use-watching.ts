import { useEffect, useEffectEvent } from 'react'
import { createWatchMeter, type WatchedAmount } from './watch-meter.ts'

type ReportedAmount = WatchedAmount & { positionSeconds: number }

interface Watching {
  /** Watching of one key is reported together; another key is another lesson or another play of it. */
  key: string
  saveTimeout: number
  isWorthSending: (viewedMs: number) => boolean
  onWatched: (amount: ReportedAmount) => void
}

/** The element's listeners that feed a meter, and what is to be done when the page or the lesson is left. */
function meterListeners(video: HTMLVideoElement, watching: Omit<Watching, 'key'>) {
  let position = 0
  let hasBegun = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const meter = createWatchMeter({
    ...watching,
    report: amount => watching.onWatched({ ...amount, positionSeconds: Math.floor(position) }),
  })
  const momentAt = (seconds: number) => {
    position = seconds
    return { now: performance.now(), position, rate: video.playbackRate }
  }
  const flush = () => meter.flush(performance.now())
  const stop = (seconds: number) => {
    meter.stop(momentAt(seconds))
    clearTimeout(timer)
    const wait = meter.dueIn(performance.now())
    if (wait !== undefined) timer = setTimeout(flush, wait)
  }
  const tick = () => {
    if (!video.seeking && video.readyState > 0) meter.tick(momentAt(video.currentTime))
  }
  const start = () => {
    if (video.paused || video.seeking) return
    clearTimeout(timer)
    if (!hasBegun) meter.countPlay()
    hasBegun = true
    meter.start(momentAt(video.currentTime))
  }
  const finish = () => {
    stop(video.currentTime)
    hasBegun = false
  }
  const leave = () => {
    stop(position)
    clearTimeout(timer)
    flush()
  }
  const halt = () => stop(video.currentTime)
  // When these are told the element already stands at the new place: what counts is where it was.
  const leap = () => stop(position)
  const playing = { playing: start, seeked: start, timeupdate: tick, ratechange: tick }
  const stopping = { pause: halt, waiting: halt, seeking: leap, emptied: leap, ended: finish }
  return { events: { ...playing, ...stopping }, flush, leave }
}

/** Reports what was watched: while it plays, on pause, and when the lesson or the page is left. */
export function useWatching(video: HTMLVideoElement | null, watching: Watching): void {
  const { key, saveTimeout } = watching
  const isWorthSending = useEffectEvent((viewedMs: number) => watching.isWorthSending(viewedMs))
  // A lesson's report belongs to it also when it is made on the way to the next one, so its own is kept.
  const ownReport = useEffectEvent(() => watching.onWatched)

  useEffect(() => {
    if (!video || !key) return
    const onWatched = ownReport()
    const listeners = meterListeners(video, { saveTimeout, isWorthSending: ms => isWorthSending(ms), onWatched })
    const controller = new AbortController()
    const { signal } = controller
    for (const [event, listener] of Object.entries(listeners.events))
      video.addEventListener(event, listener, { signal })
    const handleVisibility = () => {
      if (document.hidden) listeners.flush()
    }
    document.addEventListener('visibilitychange', handleVisibility, { signal })
    window.addEventListener('pagehide', listeners.flush, { signal })
    return () => {
      controller.abort()
      listeners.leave()
    }
  }, [video, key, saveTimeout])
}
